package dev.sessionbench.mock.journal;

import dev.sessionbench.model.Rpc;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Counts the RPCs of one channel by method. */
public final class ChannelCounter {
  private final long id;
  private final Map<Rpc, LongAdder> received = new EnumMap<>(Rpc.class);

  ChannelCounter(long id) {
    this.id = id;
    for (Rpc rpc : Rpc.values()) {
      received.put(rpc, new LongAdder());
    }
  }

  public long id() {
    return id;
  }

  /** The adder of a method. */
  public LongAdder received(Rpc rpc) {
    LongAdder adder = received.get(rpc);
    if (adder == null) {
      throw new AssertionError("no counter for " + rpc);
    }
    return adder;
  }
}
