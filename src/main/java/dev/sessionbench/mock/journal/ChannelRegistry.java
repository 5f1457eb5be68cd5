package dev.sessionbench.mock.journal;

import dev.sessionbench.base.model.Rpc;
import io.grpc.Attributes;
import io.grpc.ServerTransportFilter;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Numbers the channels as they connect, and hangs each one's counter on its transport's attributes,
 * where an RPC finds it without a look-up by address.
 *
 * <p>Counters outlive their channels, so that they can be read after the client has closed. The
 * first {@value #MAX_COUNTED} channels of a server have one each; later ones share one under the id
 * {@value #SHARED_ID}.
 */
public final class ChannelRegistry extends ServerTransportFilter {
  /** How many channels are counted each for itself. */
  public static final int MAX_COUNTED = 1024;

  /** The id of the channels beyond those. */
  public static final long SHARED_ID = 0;

  private static final Attributes.Key<ChannelCounter> COUNTER =
      Attributes.Key.create("mock-spanner-channel-counter");

  private final AtomicLong connected = new AtomicLong();
  private final ChannelCounter shared = new ChannelCounter(SHARED_ID);
  private final ConcurrentLinkedQueue<ChannelCounter> counters =
      new ConcurrentLinkedQueue<>(List.of(shared));

  @Override
  public Attributes transportReady(Attributes transport) {
    long id = connected.incrementAndGet();
    ChannelCounter counter = shared;
    if (id <= MAX_COUNTED) {
      counter = new ChannelCounter(id);
      counters.add(counter);
    }
    return transport.toBuilder().set(COUNTER, counter).build();
  }

  /** The counter of the channel that a call came by. */
  public ChannelCounter counterOf(Attributes transport) {
    ChannelCounter counter = transport.get(COUNTER);
    return counter == null ? shared : counter;
  }

  /** RPCs of a method by the id of the channel; without channels that received none. */
  public Map<Long, Long> received(Rpc rpc) {
    Map<Long, Long> byId = new TreeMap<>();
    for (ChannelCounter counter : counters) {
      long count = counter.received.getOrDefault(rpc, 0L);
      if (count > 0) {
        byId.put(counter.id, count);
      }
    }
    return byId;
  }

  /** Counts the RPCs of one channel by method. */
  public static final class ChannelCounter {
    private final long id;
    private final ConcurrentHashMap<Rpc, Long> received = new ConcurrentHashMap<>();

    private ChannelCounter(long id) {
      this.id = id;
    }

    /** The channel's number in the order of connecting, from 1; 0 where many share a counter. */
    public long id() {
      return id;
    }

    /** Counts an RPC that has arrived. */
    public void count(Rpc rpc) {
      received.merge(rpc, 1L, Long::sum);
    }
  }
}
