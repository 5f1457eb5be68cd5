package dev.sessionbench.gate.run;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.runner.IterationType;

/**
 * Makes a fork measure only while it has its turn. It runs in the fork and talks to the gate over a
 * local connection. Before the first measured iteration, and after each, it asks for the next turn
 * and waits. Between two turns the benchmark has no client and no server.
 *
 * <p>The gate puts this class on the class path of each side, so it uses nothing but JMH.
 */
public final class TurnProfiler implements InternalProfiler {
  /** The property that names the port where the gate listens. */
  static final String PORT = "sessionbench.turns";

  private @Nullable Socket gate;

  /** For JMH. */
  public TurnProfiler() {}

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
    if (gate == null && iteration.getType() == IterationType.MEASUREMENT) {
      awaitTurn();
    }
  }

  @Override
  public Collection<? extends Result<?>> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    if (iteration.getType() == IterationType.MEASUREMENT) {
      awaitTurn();
    }
    return List.of();
  }

  private void awaitTurn() {
    try {
      if (gate == null) {
        gate = new Socket(InetAddress.getLoopbackAddress(), Integer.getInteger(PORT, 0));
      }
      gate.getOutputStream().write(1);
      if (gate.getInputStream().read() < 0) {
        throw new IOException("its connection ended");
      }
    } catch (IOException e) {
      throw new IllegalStateException("the gate gives no turn: " + e.getMessage(), e);
    }
  }

  @Override
  public String getDescription() {
    return "Lets the forks of a gate take turns";
  }
}
