package dev.sessionbench.study.warmup;

import dev.sessionbench.base.model.Nanos;
import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.model.SystemTime;
import dev.sessionbench.base.text.Numbers;
import dev.sessionbench.base.text.ProcessUsage;
import dev.sessionbench.bench.client.PooledClient;
import dev.sessionbench.bench.load.Operation.Kind;
import dev.sessionbench.mock.MockServerOptions;
import dev.sessionbench.mock.split.SplitServer;
import dev.sessionbench.study.AgentThreads;
import dev.sessionbench.study.AgentThreads.Due;
import dev.sessionbench.study.StudyServer;
import dev.sessionbench.study.diagnosis.Observed;
import dev.sessionbench.study.diagnosis.RpcTimer;
import dev.sessionbench.study.diagnosis.RpcTimer.RpcTiming;
import dev.sessionbench.study.warmup.WarmupStudy.Rounds;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** Rounds in real time: the real client, over TCP, against the mock server in this process. */
final class RealRounds implements Rounds {
  private static final SystemTime TIME = SystemTime.CLOCK;
  private static final int CHANNELS = 4;
  private static final int INC_STEP = 25;
  private static final long POLL_NANOS = 100_000_000;

  private final StudyServer server;
  private final SplitServer splits;
  private final PooledClient client;
  private final Consumer<String> progress;
  private final BooleanSupplier stop;
  private volatile CallLog noted = new CallLog();

  /**
   * Starts the server and fills the pool.
   *
   * @param options the server, with its splits
   * @param sessions the size of the pool
   * @param progress receives a line on each round that begins
   * @param stop whether to end the round under way
   */
  RealRounds(
      MockServerOptions options, int sessions, Consumer<String> progress, BooleanSupplier stop) {
    this.progress = progress;
    this.stop = stop;
    server = StudyServer.start("the mock server", options);
    try {
      client =
          server.open(
              new PoolShape(sessions, sessions, INC_STEP, CHANNELS),
              List.of(new RpcTimer(TIME, this::note)));
    } catch (RuntimeException e) {
      server.close();
      throw e;
    }
    splits = server.mock().splits().orElseThrow();
  }

  @Override
  public Round play(String name, WarmupLoad load) throws InterruptedException {
    progress.accept("%s: %s s".formatted(name, Numbers.label(load.seconds())));
    CallLog log = new CallLog();
    noted = log;
    long cpuBefore = ProcessUsage.cpuNanosUntilNow();
    long startNanos = TIME.nanos();
    LongAdder failures = new LongAdder();
    long endNanos;
    try (AgentThreads agents =
        new AgentThreads(load.paces(startNanos), due -> operate(due, log, failures))) {
      agents.begin();
      endNanos = startNanos + load.nanos();
      while (TIME.nanos() < endNanos && !stop.getAsBoolean()) {
        TIME.sleep(Math.min(POLL_NANOS, endNanos - TIME.nanos()));
      }
      endNanos = TIME.nanos();
      agents.stop();
      agents.join();
    }
    double cores = Runtime.getRuntime().availableProcessors();
    double utilisation =
        (ProcessUsage.cpuNanosUntilNow() - cpuBefore) / cores / (TIME.nanos() - startNanos);
    double seconds = Math.min(load.seconds(), (endNanos - startNanos) / Nanos.PER_SECOND);
    return Round.of(name, load, seconds, log, startNanos, splits, utilisation, failures.sum());
  }

  private void note(RpcTiming call) {
    if (Observed.carries(call.rpc())) {
      noted.add(call.rpc().methodName(), call.startNanos(), call.endNanos());
    }
  }

  private void operate(Due due, CallLog log, LongAdder failures) {
    long fromNanos = TIME.nanos();
    try {
      if (due.kind() == Kind.READ) {
        client.read(() -> {});
      } else {
        client.write();
      }
      log.add(CallLog.OPERATION, fromNanos, TIME.nanos());
    } catch (RuntimeException e) {
      failures.increment();
    }
  }

  @Override
  public void close() {
    client.close();
    server.close();
  }
}
