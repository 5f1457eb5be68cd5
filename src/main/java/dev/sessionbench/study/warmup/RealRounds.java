package dev.sessionbench.study.warmup;

import dev.sessionbench.base.model.Nanos;
import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.model.SystemTime;
import dev.sessionbench.base.text.ProcessUsage;
import dev.sessionbench.bench.client.PooledClient;
import dev.sessionbench.bench.load.Operation.Kind;
import dev.sessionbench.mock.MockServerOptions;
import dev.sessionbench.mock.MockSpannerServer;
import dev.sessionbench.mock.split.SplitServer;
import dev.sessionbench.mock.split.SplitServer.SplitState;
import dev.sessionbench.study.AgentThreads;
import dev.sessionbench.study.AgentThreads.Due;
import dev.sessionbench.study.StudyServer;
import dev.sessionbench.study.diagnosis.Observed;
import dev.sessionbench.study.diagnosis.RpcTimer;
import dev.sessionbench.study.diagnosis.RpcTimer.RpcTiming;
import dev.sessionbench.study.warmup.WarmupStudy.Rounds;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/** Rounds in real time: the real client, over TCP, against the mock server in this process. */
final class RealRounds implements Rounds {
  private static final SystemTime TIME = SystemTime.CLOCK;
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final int CHANNELS = 4;
  private static final int INC_STEP = 25;

  private final StudyServer server;
  private final SplitServer splits;
  private final PooledClient client;
  private final MockServerOptions options;
  private final Consumer<String> progress;
  private volatile CallLog noted = new CallLog();

  /**
   * Starts the server and fills the pool.
   *
   * @param options the server, with its splits
   * @param sessions the size of the pool
   * @param progress receives one line on each second
   */
  RealRounds(MockServerOptions options, int sessions, Consumer<String> progress) {
    this.options = options;
    this.progress = progress;
    server = StudyServer.start("the mock server", options);
    PoolShape shape = new PoolShape(sessions, sessions, INC_STEP, CHANNELS);
    client = server.open(shape, Map.of(), List.of(new RpcTimer(TIME, this::note)));
    splits = server.mock().flatMap(MockSpannerServer::splits).orElseThrow();
  }

  @Override
  public Round play(String name, WarmupLoad load) throws InterruptedException {
    CallLog log = new CallLog();
    noted = log;
    long cpuBefore = ProcessUsage.cpuNanosUntilNow();
    long startNanos = TIME.nanos();
    LongAdder failures = new LongAdder();
    long endNanos;
    try (AgentThreads agents =
        new AgentThreads(
            load.paces(startNanos, options.latencies(), client.state().total()),
            due -> operate(due, load.isOpen(), log, failures))) {
      agents.begin();
      follow(name, load, log, startNanos);
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

  private void operate(Due due, boolean open, CallLog log, LongAdder failures) {
    // An operation that begins late in the open loop has made its caller wait since it was due.
    long fromNanos = open ? due.atNanos() : TIME.nanos();
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

  /** Reports the progress once a second until the round is over, or the thread interrupted. */
  private void follow(String name, WarmupLoad load, CallLog log, long startNanos) {
    try {
      for (long second = 1; second <= load.seconds(); second++) {
        long until = startNanos + second * SECOND;
        TIME.sleep(until - TIME.nanos());
        SplitState state = splits.state();
        String dividing = state.dividing() > 0 ? ", " + state.dividing() + " of them dividing" : "";
        String calls = log.glance(until - SECOND, until);
        String line = "%-8s %3d s  %s  %d splits%s";
        progress.accept(line.formatted(name, second, calls, state.splits(), dividing));
      }
      TIME.sleep(startNanos + Nanos.ofSeconds(load.seconds()) - TIME.nanos());
    } catch (InterruptedException e) {
      // The study is stopped: the round counts until now.
    }
  }

  @Override
  public void close() {
    client.close();
    server.close();
  }
}
