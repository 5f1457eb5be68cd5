package dev.sessionbench.client;

import dev.sessionbench.model.Rpc;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts the call attempts that leave a client, retries included, and tells the thread's operation
 * when its first one does. Whatever gRPC the client runs on is to tell it of each.
 */
public final class Attempts {
  private final Map<Rpc, LongAdder> started = Rpc.each(rpc -> new LongAdder());
  private final Map<Rpc, LongAdder> ended = Rpc.each(rpc -> new LongAdder());

  /** None yet. */
  public Attempts() {}

  /**
   * An attempt leaves the client, on the thread that makes it.
   *
   * @param fullMethodName service and method, separated by a slash
   */
  public void start(String fullMethodName) {
    add(started, fullMethodName);
    AcquireWait.endCurrent();
  }

  /**
   * An attempt has come to its end, whatever end that is.
   *
   * @param fullMethodName service and method, separated by a slash
   */
  public void end(String fullMethodName) {
    add(ended, fullMethodName);
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
