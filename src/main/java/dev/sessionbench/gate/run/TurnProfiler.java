package dev.sessionbench.gate.run;

import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.runner.IterationType;

/**
 * Makes a fork measure only while it has its turn. Before the first measured iteration, and after
 * each, it asks for the next turn and waits. Between two turns the benchmark has no client and no
 * server.
 *
 * <p>The gate puts this class on the class path of each side, so it uses nothing but JMH.
 */
public final class TurnProfiler implements InternalProfiler {
  private boolean begun;

  /** For JMH. */
  public TurnProfiler() {}

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
    if (!begun && iteration.getType() == IterationType.MEASUREMENT) {
      begun = true;
      TurnHost.awaitTurn();
    }
  }

  @Override
  public Collection<? extends Result<?>> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    if (iteration.getType() == IterationType.MEASUREMENT) {
      TurnHost.awaitTurn();
    }
    return List.of();
  }

  @Override
  public String getDescription() {
    return "Lets the forks of a gate take turns";
  }
}
