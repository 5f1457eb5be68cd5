package dev.sessionbench.study.warmup;

import dev.sessionbench.base.model.LatencyProfile;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.model.SeededDraws;
import dev.sessionbench.bench.load.Operation.Kind;
import dev.sessionbench.lab.simulate.VirtualTime;
import dev.sessionbench.mock.split.SplitOptions;
import dev.sessionbench.mock.split.SplitServer;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Rounds in virtual time: the same server, agents and draws as in real time, but a client and a
 * machine that take no time themselves.
 */
final class VirtualRounds implements Rounds {
  private static final String STREAM = "key of ";

  private final VirtualTime time = new VirtualTime();
  private final LatencyProfile latencies;
  private final long seed;
  private final SplitServer server;
  private final SessionSource pool;
  private final Map<Rpc, Long> calls = new EnumMap<>(Rpc.class);
  private CallLog log = new CallLog();

  /**
   * A server nobody has called yet.
   *
   * @param options how it splits
   * @param latencies how long its requests take besides
   * @param seed decides its draws
   * @param pool makes the pool that operations take their sessions from
   */
  VirtualRounds(
      SplitOptions options,
      LatencyProfile latencies,
      long seed,
      Function<VirtualTime, ? extends SessionSource> pool) {
    this.latencies = latencies;
    this.seed = seed;
    server = new SplitServer(options, time);
    this.pool = pool.apply(time);
  }

  /** A server whose clients have as many sessions as they want. */
  VirtualRounds(SplitOptions options, LatencyProfile latencies, long seed) {
    this(options, latencies, seed, time -> SessionSource.ENDLESS);
  }

  @Override
  public Round play(String name, WarmupLoad load) {
    log = new CallLog();
    Play play = new Play(load);
    play.begin();
    time.run();
    return Round.of(name, load, load.seconds(), log, play.startNanos, server, Double.NaN, 0);
  }

  /** Virtual time. */
  long nowNanos() {
    return time.nanos();
  }

  /** The calls of the latest round. */
  CallLog log() {
    return log;
  }

  /** One round. */
  private final class Play {
    private final WarmupLoad load;
    private final long startNanos = time.nanos();
    private final double perSecond;

    Play(WarmupLoad load) {
      this.load = load;
      perSecond = load.operationsPerSecond(latencies);
    }

    void begin() {
      if (load.loop() == WarmupLoad.Loop.OPEN) {
        later(load.gapNanos(0, perSecond), () -> arrive(0));
        return;
      }
      for (int agent = 0; agent < load.agents(); agent++) {
        pause(agent, 0);
      }
    }

    private void pause(int agent, long index) {
      long nanos = load.thinkNanos(agent, index);
      if (elapsed() + nanos < load.nanos()) {
        later(nanos, () -> operate(agent, index, () -> pause(agent, index + 1)));
      }
    }

    private void arrive(long index) {
      operate(-1, index, () -> {});
      long nanos = load.gapNanos(index + 1, perSecond);
      if (elapsed() + nanos < load.nanos()) {
        later(nanos, () -> arrive(index + 1));
      }
    }

    private long elapsed() {
      return time.nanos() - startNanos;
    }

    private void operate(int agent, long index, Runnable then) {
      Kind kind = load.kind(agent, index, elapsed());
      long intended = time.nanos();
      pool.acquire(
          giveBack ->
              request(
                  WarmupLoad.requests(kind),
                  () -> {
                    log.add(CallLog.OPERATION, intended, time.nanos());
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
  }

  private void later(long nanos, Runnable task) {
    var unused = time.after(nanos, task);
  }

  /** As the mock server does: the queue of the key's split, then the method's own time. */
  private void call(Rpc rpc, Runnable replied) {
    long index = calls.merge(rpc, 1L, Long::sum) - 1;
    double key = SeededDraws.unit(seed, STREAM.concat(rpc.methodName()).hashCode(), index);
    int cost = server.options().costs().getOrDefault(rpc, 0);
    var unused =
        server.submit(
            key,
            rpc.methodName(),
            cost,
            () -> later(latencies.drawNanos(rpc, seed, index), replied));
  }

  @Override
  public void close() {}
}
