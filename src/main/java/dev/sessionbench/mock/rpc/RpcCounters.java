package dev.sessionbench.mock.rpc;

import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.model.SystemTime;
import io.grpc.Attributes;
import io.grpc.ServerTransportFilter;
import io.grpc.Status;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Counts the RPCs that a server receives; each retry of a client counts. It is lock-free, bounded
 * in memory, and thread-safe while RPCs arrive.
 */
public final class RpcCounters extends ServerTransportFilter {
  /** The number of channels with their own counter. */
  public static final int MAX_COUNTED = 1024;

  /** The id of all further channels. */
  public static final long SHARED_ID = 0;

  private static final Attributes.Key<ChannelCounter> COUNTER =
      Attributes.Key.create("mock-spanner-channel-counter");

  private final Map<Rpc, MethodCounter> methods = Rpc.each(rpc -> new MethodCounter());
  private final AtomicLong connected = new AtomicLong();
  private final AtomicLong opened = new AtomicLong();
  private final AtomicLong closed = new AtomicLong();
  private final AtomicLong cutOff = new AtomicLong();
  private final Queue<Long> openings = new ConcurrentLinkedQueue<>();
  private final Queue<Long> closings = new ConcurrentLinkedQueue<>();
  private final AtomicInteger mostCalls = new AtomicInteger();
  private final long coldNanos;
  private final ChannelCounter shared = new ChannelCounter(SHARED_ID);
  private final Queue<ChannelCounter> channels = new ConcurrentLinkedQueue<>(List.of(shared));

  /**
   * Counters without RPCs.
   *
   * @param coldNanos how long each channel is cold from its first call on, at least 0
   */
  public RpcCounters(long coldNanos) {
    this.coldNanos = coldNanos;
  }

  /** Numbers a channel and attaches its counter, so that RPCs find it without a look-up. */
  @Override
  public Attributes transportReady(Attributes transport) {
    long id = connected.incrementAndGet();
    opened.incrementAndGet();
    ChannelCounter counter = shared;
    if (id <= MAX_COUNTED) {
      counter = new ChannelCounter(id);
      channels.add(counter);
      openings.add(SystemTime.CLOCK.nanos());
    }
    return transport.toBuilder().set(COUNTER, counter).build();
  }

  @Override
  public void transportTerminated(Attributes transport) {
    ChannelCounter channel = channel(transport);
    closed.incrementAndGet();
    if (channel != shared) {
      closings.add(SystemTime.CLOCK.nanos());
      cutOff.addAndGet(channel.lastLost ? 1 : 0);
    }
  }

  /** The counter of a call's channel. */
  public ChannelCounter channel(Attributes transport) {
    ChannelCounter counter = transport.get(COUNTER);
    return counter == null ? shared : counter;
  }

  /** Counts the arrival of an RPC. */
  public void enter(ChannelCounter channel, Rpc rpc) {
    channel.received.merge(rpc, 1L, Long::sum);
    mostCalls.accumulateAndGet(channel.inProgress.incrementAndGet(), Math::max);
  }

  /** The additional time of an RPC that arrives now on a channel that is still cold. */
  public long coldNanos(ChannelCounter channel, long nowNanos) {
    if (coldNanos == 0 || channel == shared) {
      return 0;
    }
    channel.firstNanos.compareAndSet(null, nowNanos);
    return Math.max(0, Objects.requireNonNull(channel.firstNanos.get()) + coldNanos - nowNanos);
  }

  /**
   * Counts RPCs and connections from 0 again, while no RPC is in progress. Channels keep their
   * numbers, and the times of their openings and closings.
   */
  public void restart() {
    methods.values().forEach(MethodCounter::restart);
    channels.forEach(channel -> channel.received.clear());
    Stream.of(opened, closed, cutOff).forEach(count -> count.set(0));
    mostCalls.set(0);
  }

  /** Statistics of all channels since the start. */
  public ConnectionStatistics connections() {
    return new ConnectionStatistics(
        opened.get(),
        closed.get(),
        cutOff.get(),
        mostCalls.get(),
        List.copyOf(openings),
        List.copyOf(closings));
  }

  /** The counter of one method. */
  public MethodCounter method(Rpc rpc) {
    return Objects.requireNonNull(methods.get(rpc));
  }

  /**
   * RPCs of a method received since the server started, answered or not.
   *
   * @param rpc the method
   * @return the number, at least 0
   */
  public long count(Rpc rpc) {
    return method(rpc).received();
  }

  /**
   * RPCs of a method received by each channel. Channels are numbered from 1 in the order of
   * connecting, and are kept after they close. Those beyond the first 1024 are counted together
   * under the id 0.
   *
   * @param rpc the method
   * @return a copy, by channel id in ascending order; channels without such RPCs are left out
   */
  public Map<Long, Long> byChannel(Rpc rpc) {
    Map<Long, Long> byId = new TreeMap<>();
    channels.forEach(one -> byId.put(one.id, one.received.getOrDefault(rpc, 0L)));
    byId.values().removeIf(count -> count == 0);
    return byId;
  }

  /** Counts the RPCs of one method. The count before an RPC is its index. */
  public static class MethodCounter {
    private final AtomicLong received = new AtomicLong();
    private final AtomicInteger inProgress = new AtomicInteger();
    private final AtomicLong unanswered = new AtomicLong();

    /** By the numeric codes of the protocol, which count up from 0. */
    private final AtomicLongArray answered = new AtomicLongArray(Status.Code.values().length);

    /** RPCs received. */
    public long received() {
      return received.get();
    }

    /** RPCs that are neither answered nor cancelled. */
    public int inProgress() {
      return inProgress.get();
    }

    /** RPCs that the client cancelled, or whose connection was lost. */
    public long unanswered() {
      return unanswered.get();
    }

    private long answered(Status.Code status) {
      return answered.get(status.value());
    }

    /** RPCs answered without an error. */
    public long ok() {
      return answered(Status.Code.OK);
    }

    /** RPCs answered with an error, by status; statuses without RPCs are left out. */
    public Map<Status.Code, Long> errors() {
      Map<Status.Code, Long> errors = new EnumMap<>(Status.Code.class);
      for (Status.Code code : Status.Code.values()) {
        if (code != Status.Code.OK && answered(code) > 0) {
          errors.put(code, answered(code));
        }
      }
      return errors;
    }

    /** RPCs that were answered with an error or not answered. */
    public long failed() {
      return unanswered() + errors().values().stream().mapToLong(Long::longValue).sum();
    }

    private void restart() {
      received.set(0);
      unanswered.set(0);
      IntStream.range(0, answered.length()).forEach(code -> answered.set(code, 0));
    }

    /** Takes the index of an RPC that has arrived, from 0. */
    public long takeIndex() {
      return received.getAndIncrement();
    }

    /** Counts an RPC as in progress and returns the number in progress, this one included. */
    public int enter() {
      return inProgress.incrementAndGet();
    }

    /** Counts an RPC that is answered. */
    public void leave(Status.Code status) {
      answered.incrementAndGet(status.value());
      inProgress.decrementAndGet();
    }

    /** Counts an RPC that ends without an answer. */
    public void leaveUnanswered() {
      unanswered.incrementAndGet();
      inProgress.decrementAndGet();
    }
  }

  /**
   * Statistics of a server's connections.
   *
   * @param opened how many have been opened; in process, one for each client's channel
   * @param closed how many of them have been closed
   * @param cutOff how many of these were closed by the server, or left by the client, before their
   *     last calls were answered
   * @param peak most calls in progress at the same time on one
   * @param openings when the first 1024 were opened, on the clock of {@link SystemTime}
   * @param closings when those of them that are closed were closed
   */
  public record ConnectionStatistics(
      long opened, long closed, long cutOff, int peak, List<Long> openings, List<Long> closings) {}

  /** Counts the RPCs of one channel by method. */
  public static final class ChannelCounter {
    private final long id;
    private final ConcurrentHashMap<Rpc, Long> received = new ConcurrentHashMap<>();
    private final AtomicInteger inProgress = new AtomicInteger();
    private final AtomicReference<@Nullable Long> firstNanos = new AtomicReference<>();

    /** Whether the last call that ended was not answered. */
    private volatile boolean lastLost;

    private ChannelCounter(long id) {
      this.id = id;
    }

    /** The channel's number in the order of connecting, from 1; 0 for the shared counter. */
    public long id() {
      return id;
    }

    /** Counts an RPC of this channel as ended, with an answer or without. */
    public void leave(boolean answered) {
      lastLost = !answered;
      inProgress.decrementAndGet();
    }
  }
}
