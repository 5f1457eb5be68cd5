package dev.sessionbench.study.warmup;

import dev.sessionbench.base.model.Nanos;
import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.model.SystemTime;
import dev.sessionbench.base.text.Numbers;
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
import dev.sessionbench.study.warmup.WarmupLoad.Loop;
import dev.sessionbench.study.warmup.WarmupStudy.RoundWatch;
import dev.sessionbench.study.warmup.WarmupStudy.Rounds;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/** Rounds in real time: the real client, over TCP, against the mock server in this process. */
final class RealRounds implements Rounds {
  private static final SystemTime TIME = SystemTime.CLOCK;
  private static final int CHANNELS = 4;
  private static final int INC_STEP = 25;

  private final StudyServer server;
  private final SplitServer splits;
  private final PooledClient client;
  private final MockServerOptions options;
  private final RoundWatch watch;
  private volatile CallLog noted = new CallLog();

  /**
   * Starts the server and fills the pool.
   *
   * @param options the server, with its splits
   * @param sessions the size of the pool
   * @param watch receives the progress
   */
  RealRounds(MockServerOptions options, int sessions, RoundWatch watch) {
    this.options = options;
    this.watch = watch;
    server = StudyServer.start("the mock server", options);
    try {
      client =
          server.open(
              new PoolShape(sessions, sessions, INC_STEP, CHANNELS),
              Optional.empty(),
              List.of(new RpcTimer(TIME, this::note)));
    } catch (RuntimeException e) {
      server.close();
      throw e;
    }
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
            due -> operate(due, load.loop() == Loop.OPEN, log, failures))) {
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

  /** Reports the progress once a second until the round is over. */
  private void follow(String name, WarmupLoad load, CallLog log, long startNanos)
      throws InterruptedException {
    long second = TimeUnit.SECONDS.toNanos(1);
    long end = startNanos + load.nanos();
    long next = startNanos;
    while (next < end && !watch.stopped()) {
      next = Math.min(end, next + second);
      while (TIME.nanos() < next && !watch.stopped()) {
        TIME.sleep(Math.min(second / 10, next - TIME.nanos()));
      }
      if (next % second == startNanos % second) {
        watch
            .progress()
            .accept(line(name, (next - startNanos) / second, log.glance(next - second, next)));
      }
    }
  }

  private String line(String name, long seconds, CallLog.Glance glance) {
    SplitState state = splits.state();
    return "%-8s %3d s  %6s requests/s  p50 %7s ms  p99 %7s ms  %d splits%s"
        .formatted(
            name,
            seconds,
            Numbers.label(glance.perSecond()),
            Numbers.label(glance.p50Millis()),
            Numbers.label(glance.p99Millis()),
            state.splits(),
            state.dividing() > 0 ? ", " + state.dividing() + " of them dividing" : "");
  }

  @Override
  public void close() {
    client.close();
    server.close();
  }
}
