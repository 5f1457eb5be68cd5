package dev.sessionbench.bench.client;

import dev.sessionbench.base.model.Rpc;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts the call attempts that leave a client, retries included, and tells the thread's operation
 * when its first one does.
 */
public final class Attempts implements CallEvents {
  private final Map<Rpc, LongAdder> started = Rpc.each(rpc -> new LongAdder());
  private final Map<Rpc, LongAdder> ended = Rpc.each(rpc -> new LongAdder());
  private final CallEvents[] others;

  /**
   * None yet.
   *
   * @param others are told of each attempt too, once it has been counted
   */
  public Attempts(CallEvents... others) {
    this.others = others.clone();
  }

  @Override
  public void start(String fullMethodName) {
    add(started, fullMethodName);
    AcquireWait.endCurrent();
    for (CallEvents other : others) {
      other.start(fullMethodName);
    }
  }

  @Override
  public void end(String fullMethodName) {
    add(ended, fullMethodName);
    for (CallEvents other : others) {
      other.end(fullMethodName);
    }
  }

  private static void add(Map<Rpc, LongAdder> counts, String fullMethodName) {
    Rpc.ofFullMethodName(fullMethodName).map(counts::get).ifPresent(LongAdder::increment);
  }

  /** The attempts of a method that have left the client. */
  public long started(Rpc rpc) {
    return Objects.requireNonNull(started.get(rpc)).sum();
  }

  /** Those of them that have come to their end, as far as the client tells. */
  public long ended(Rpc rpc) {
    return Objects.requireNonNull(ended.get(rpc)).sum();
  }
}
