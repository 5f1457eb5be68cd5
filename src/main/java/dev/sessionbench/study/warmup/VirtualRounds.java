package dev.sessionbench.study.warmup;

import dev.sessionbench.base.model.Curve;
import dev.sessionbench.base.model.Nanos;
import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.model.SeededDraws;
import dev.sessionbench.base.model.SimulatedTime;
import dev.sessionbench.lab.pool.PoolOptions;
import dev.sessionbench.lab.pool.ReferencePool;
import dev.sessionbench.lab.pool.ReferencePool.Borrower;
import dev.sessionbench.lab.pool.ReferencePool.PooledSession;
import dev.sessionbench.lab.simulate.SimulatedService;
import dev.sessionbench.lab.simulate.SimulatedService.Session;
import dev.sessionbench.lab.simulate.VirtualTime;
import dev.sessionbench.lab.strategy.Limits;
import dev.sessionbench.lab.strategy.Strategies;
import dev.sessionbench.mock.MockServerOptions;
import dev.sessionbench.mock.split.SplitServer;
import dev.sessionbench.study.AgentThreads.Due;
import dev.sessionbench.study.AgentThreads.Pace;
import dev.sessionbench.study.diagnosis.Observed;
import dev.sessionbench.study.warmup.WarmupLoad.Loop;
import dev.sessionbench.study.warmup.WarmupStudy.Rounds;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Rounds in virtual time: the same server, agents and draws as in real time, but a client and a
 * machine that take no time themselves.
 */
final class VirtualRounds implements Rounds {
  private static final String STREAM = "key of ";

  private final VirtualTime time = new VirtualTime();
  private final MockServerOptions options;
  private final SplitServer server;

  /** Takes what uses a session, and hands it how to give the session back. */
  private Consumer<Consumer<Runnable>> pool = use -> use.accept(() -> {});

  private final Map<Rpc, Long> calls = new EnumMap<>(Rpc.class);
  private CallLog log = new CallLog();

  /**
   * A server nobody has called yet.
   *
   * @param options how it splits, how long its requests take besides, and its seed
   */
  VirtualRounds(MockServerOptions options) {
    this.options = options;
    server = new SplitServer(options.splits().orElseThrow(), time);
  }

  /** Lets operations share a pool that grows; else all have as many sessions as they want. */
  GrowingPool share(PoolShape shape) {
    SimulatedTime times =
        new SimulatedTime(
            options.latencies(), options.costModel(), options.seed(), options.batchLimit());
    GrowingPool shared = new GrowingPool(time, shape, times);
    pool = shared::acquire;
    return shared;
  }

  @Override
  public Round play(String name, WarmupLoad load) {
    log = new CallLog();
    long startNanos = time.nanos();
    load.paces(startNanos, options.latencies(), 1)
        .forEach(pace -> follow(pace, load.loop() == Loop.OPEN));
    time.run();
    return Round.of(name, load, load.seconds(), log, startNanos, server, Double.NaN, 0);
  }

  /** Virtual time. */
  long nowNanos() {
    return time.nanos();
  }

  /** The calls of the latest round. */
  CallLog log() {
    return log;
  }

  /** An open loop goes on when an operation begins, and a closed one when it has ended. */
  private void follow(Pace pace, boolean open) {
    pace.next(time.nanos())
        .ifPresent(
            due ->
                time.after(
                    due.atNanos() - time.nanos(),
                    () -> {
                      operate(due, open ? () -> {} : () -> follow(pace, false));
                      if (open) {
                        follow(pace, true);
                      }
                    }));
  }

  private void operate(Due due, Runnable then) {
    pool.accept(
        giveBack ->
            request(
                Observed.requests(due.kind()),
                () -> {
                  log.add(CallLog.OPERATION, due.atNanos(), time.nanos());
                  giveBack.run();
                  then.run();
                }));
  }

  private void request(List<Rpc> rpcs, Runnable done) {
    if (rpcs.isEmpty()) {
      done.run();
      return;
    }
    Rpc rpc = rpcs.get(0);
    long sent = time.nanos();
    call(
        rpc,
        () -> {
          log.add(rpc.methodName(), sent, time.nanos());
          request(rpcs.subList(1, rpcs.size()), done);
        });
  }

  /** As the mock server does: the queue of the key's split, then the method's own time. */
  private void call(Rpc rpc, Runnable replied) {
    long index = calls.merge(rpc, 1L, Long::sum) - 1;
    double key =
        SeededDraws.unit(options.seed(), STREAM.concat(rpc.methodName()).hashCode(), index);
    int cost = server.options().costs().getOrDefault(rpc, 0);
    var unused =
        server.submit(
            key,
            rpc.methodName(),
            cost,
            () -> time.after(options.latencies().drawNanos(rpc, options.seed(), index), replied));
  }

  /**
   * A pool that grows by steps as that of the real client does, in virtual time. Creating a session
   * does not wait for a split, as it touches no key.
   */
  static final class GrowingPool implements SimulatedService.CreationLog {
    private final VirtualTime time;
    private final SimulatedService service;
    private final ReferencePool<Session> pool;
    private final List<Double> millis = new ArrayList<>();
    private final List<Double> sessions = new ArrayList<>();
    private double created;

    /** A pool that has its least number of sessions. */
    GrowingPool(VirtualTime time, PoolShape shape, SimulatedTime times) {
      this.time = time;
      service = new SimulatedService(time, times, this);
      Limits limits = Limits.of(shape);
      pool =
          new ReferencePool<>(
              PoolOptions.waiting(limits, PoolOptions.FOR_EVER),
              Strategies.FIXED_STEP.create(
                  limits, Map.of(PoolShape.INC_STEP, Integer.toString(shape.incStep()))),
              Optional.empty(),
              service,
              time);
      pool.open();
      time.runWhile(() -> pool.creating() > 0);
      answered(0);
    }

    @Override
    public void answered(int more) {
      created += more;
      millis.add(time.nanos() / Nanos.PER_MILLI);
      sessions.add(created);
    }

    private void acquire(Consumer<Runnable> use) {
      pool.acquire(
          new Borrower<>() {
            @Override
            public void acquired(PooledSession<Session> session) {
              use.accept(() -> pool.release(session));
            }

            @Override
            public void refused(String why) {
              throw new IllegalStateException("a pool that waits for ever refused: " + why);
            }
          });
    }

    /** Its sessions between two moments, by milliseconds since the first. */
    Curve curve(long fromNanos, long toNanos) {
      double from = fromNanos / Nanos.PER_MILLI;
      double end = (toNanos - fromNanos) / Nanos.PER_MILLI;
      List<Double> x = new ArrayList<>();
      List<Double> y = new ArrayList<>();
      for (int i = 0; i < millis.size() && millis.get(i) - from <= end; i++) {
        x.add(Math.max(0, millis.get(i) - from));
        y.add(sessions.get(i));
      }
      x.add(end);
      y.add(y.get(y.size() - 1));
      return new Curve(Curve.SESSIONS, "ms", "#", x, y);
    }

    /** BatchCreateSessions requests so far. */
    long requests() {
      return service.arrived(Rpc.BATCH_CREATE_SESSIONS);
    }
  }
}
