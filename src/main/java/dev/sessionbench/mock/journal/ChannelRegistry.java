package dev.sessionbench.mock.journal;

import dev.sessionbench.model.Rpc;
import io.grpc.Attributes;
import io.grpc.ServerTransportFilter;
import java.util.Map;
import java.util.TreeMap;
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
  private final ConcurrentLinkedQueue<ChannelCounter> counters = new ConcurrentLinkedQueue<>();

  @Override
  public Attributes transportReady(Attributes transport) {
    long id = connected.incrementAndGet();
    if (id > MAX_COUNTED) {
      return transport.toBuilder().set(COUNTER, shared).build();
    }
    ChannelCounter counter = new ChannelCounter(id);
    counters.add(counter);
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
      byId.put(counter.id(), counter.received(rpc));
    }
    byId.put(SHARED_ID, shared.received(rpc));
    byId.values().removeIf(count -> count == 0);
    return byId;
  }
}
