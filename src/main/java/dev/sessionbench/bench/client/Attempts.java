package dev.sessionbench.bench.client;

import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.model.SystemTime;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Counts the call attempts that leave a client, retries included. The first attempt of a thread's
 * operation ends the operation's wait.
 */
public final class Attempts implements CallEvents {
  /**
   * RPCs that keep a pool's sessions alive. Callers' threads send them too, but they are never an
   * operation's first RPC.
   */
  private static final Set<Rpc> OF_POOLS =
      EnumSet.of(Rpc.BATCH_CREATE_SESSIONS, Rpc.GET_SESSION, Rpc.DELETE_SESSION);

  private final Map<Rpc, LongAdder> started = Rpc.each(rpc -> new LongAdder());
  private final Map<Rpc, LongAdder> ended = Rpc.each(rpc -> new LongAdder());
  private final List<CallEvents> others;

  /**
   * Starts without attempts.
   *
   * @param others receive each attempt too, after it has been counted
   */
  public Attempts(CallEvents... others) {
    this.others = List.of(others);
  }

  @Override
  public void start(String fullMethodName) {
    add(started, fullMethodName);
    if (Rpc.ofFullMethodName(fullMethodName).filter(OF_POOLS::contains).isEmpty()) {
      AcquireWait.endCurrent();
    }
    others.forEach(other -> other.start(fullMethodName));
  }

  @Override
  public void end(String fullMethodName) {
    add(ended, fullMethodName);
    others.forEach(other -> other.end(fullMethodName));
  }

  @Override
  public void gotStream(int ahead, long waitedNanos) {
    others.forEach(other -> other.gotStream(ahead, waitedNanos));
  }

  @Override
  public void endedFirst(long nanos) {
    others.forEach(other -> other.endedFirst(nanos));
  }

  private static void add(Map<Rpc, LongAdder> counts, String fullMethodName) {
    Rpc.ofFullMethodName(fullMethodName).map(counts::get).ifPresent(LongAdder::increment);
  }

  /** The attempts of a method that have left the client. */
  public long started(Rpc rpc) {
    return Objects.requireNonNull(started.get(rpc)).sum();
  }

  /** The attempts of a method that have ended, as far as the client reports it. */
  public long ended(Rpc rpc) {
    return Objects.requireNonNull(ended.get(rpc)).sum();
  }

  /**
   * Measures how long an operation waits for its session, only through the client's public surface.
   *
   * <p>An operation first takes a session and then, on the same thread, sends its first RPC on it.
   * The wait is the time from the call into the client to the start of that RPC. It includes the
   * client's own overhead, about 0.1 ms. The client creates sessions on its own threads, so the
   * RPCs of a growing pool never end a wait.
   *
   * <p>Each thread has one operation in progress at a time.
   */
  public static final class AcquireWait {
    private static final ThreadLocal<@Nullable AcquireWait> CURRENT = new ThreadLocal<>();

    private static final long NEVER = Long.MIN_VALUE;

    private final long startNanos;
    private long endNanos = NEVER;

    private AcquireWait(long startNanos) {
      this.startNanos = startNanos;
    }

    /** Starts the clock for the operation that this thread is about to do. */
    public static AcquireWait begin() {
      AcquireWait wait = new AcquireWait(SystemTime.CLOCK.nanos());
      CURRENT.set(wait);
      return wait;
    }

    /** Records that an RPC of this thread's operation starts, if there is an operation. */
    public static void endCurrent() {
      AcquireWait wait = CURRENT.get();
      if (wait != null && !wait.hasEnded()) {
        wait.endNanos = SystemTime.CLOCK.nanos();
      }
    }

    /** Whether the operation has sent an RPC, so that its wait is over. */
    public boolean hasEnded() {
      return endNanos != NEVER;
    }

    /** When the operation began, on the clock of {@link SystemTime}. */
    public long startNanos() {
      return startNanos;
    }

    /**
     * When the wait ended, on the same clock.
     *
     * @return the time in nanoseconds
     * @throws IllegalStateException if the operation sent no RPC on this thread
     */
    public long endNanos() {
      if (!hasEnded()) {
        throw new IllegalStateException("the operation sent no RPC on its own thread");
      }
      return endNanos;
    }
  }
}
