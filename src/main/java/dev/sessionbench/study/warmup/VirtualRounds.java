package dev.sessionbench.study.warmup;

import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.lab.simulate.VirtualTime;
import dev.sessionbench.mock.MockServerOptions;
import dev.sessionbench.mock.rpc.SplitCalls;
import dev.sessionbench.mock.split.SplitServer;
import dev.sessionbench.study.AgentThreads.Due;
import dev.sessionbench.study.AgentThreads.Pace;
import dev.sessionbench.study.diagnosis.Observed;
import dev.sessionbench.study.warmup.WarmupStudy.Rounds;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Plays rounds in virtual time. Server, agents and draws are the same as in real time, but client
 * and machine take no time.
 */
final class VirtualRounds implements Rounds {
  private final VirtualTime time = new VirtualTime();
  private final MockServerOptions options;
  private final SplitServer server;
  private final SplitCalls splits;
  private final Map<Rpc, Long> calls = new EnumMap<>(Rpc.class);
  private CallLog log = new CallLog();

  /**
   * Makes a server without any calls yet.
   *
   * @param options how it splits, how long its requests take otherwise, and its seed
   */
  VirtualRounds(MockServerOptions options) {
    this.options = options;
    server = new SplitServer(options.splits().orElseThrow(), time);
    splits = new SplitCalls(server, options.seed());
  }

  @Override
  public Round play(String name, WarmupLoad load) {
    log = new CallLog();
    long startNanos = time.nanos();
    load.paces(startNanos, options.latencies(), 1).forEach(pace -> follow(pace, load.isOpen()));
    time.run();
    return Round.of(name, load, load.seconds(), log, startNanos, server, Double.NaN, 0);
  }

  /** An open loop continues when an operation begins, a closed one when it has ended. */
  private void follow(Pace pace, boolean open) {
    Consumer<Due> begin =
        due -> {
          send(due, Observed.requests(due.kind()), open ? () -> {} : () -> follow(pace, false));
          if (open) {
            follow(pace, true);
          }
        };
    pace.next(time.nanos())
        .ifPresent(due -> time.after(due.atNanos() - time.nanos(), () -> begin.accept(due)));
  }

  /**
   * Sends the requests that are left of an operation, one after the other. Each is served as the
   * mock server does: the queue of the key's split, then the method's own time.
   */
  private void send(Due due, List<Rpc> left, Runnable then) {
    if (left.isEmpty()) {
      log.add(CallLog.OPERATION, due.atNanos(), time.nanos());
      then.run();
      return;
    }
    Rpc rpc = left.get(0);
    String name = rpc.methodName();
    long sent = time.nanos();
    long index = calls.merge(rpc, 1L, Long::sum) - 1;
    long nanos = options.latencies().drawNanos(rpc, options.seed(), index);
    Runnable replied =
        () -> {
          log.add(name, sent, time.nanos());
          send(due, left.subList(1, left.size()), then);
        };
    var unused = splits.submit(rpc, due, index, () -> time.after(nanos, replied));
  }
}
