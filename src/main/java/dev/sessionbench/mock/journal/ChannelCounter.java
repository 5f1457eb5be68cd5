package dev.sessionbench.mock.journal;

import dev.sessionbench.model.Rpc;
import java.util.concurrent.atomic.AtomicLongArray;

/** Counts the RPCs of one channel by method. */
public final class ChannelCounter {
  private final long id;
  private final AtomicLongArray received = new AtomicLongArray(Rpc.values().length);

  ChannelCounter(long id) {
    this.id = id;
  }

  /** The number of the channel in the order of connecting, from 1; 0 where many share a counter. */
  public long id() {
    return id;
  }

  /** Counts an RPC that has arrived. */
  public void count(Rpc rpc) {
    received.incrementAndGet(rpc.ordinal());
  }

  long received(Rpc rpc) {
    return received.get(rpc.ordinal());
  }
}
