package dev.sessionbench.bench.client;

import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.model.SystemTime;
import java.util.EnumSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Counts the call attempts that leave a client, retries included, and tells the thread's operation
 * when its first one does.
 */
public final class Attempts implements CallEvents {
  /**
   * What pools send to keep their sessions, on callers' threads too: never an operation's first.
   */
  private static final Set<Rpc> OF_POOLS =
      EnumSet.of(Rpc.BATCH_CREATE_SESSIONS, Rpc.GET_SESSION, Rpc.DELETE_SESSION);

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
    if (Rpc.ofFullMethodName(fullMethodName).filter(OF_POOLS::contains).isEmpty()) {
      AcquireWait.endCurrent();
    }
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

  @Override
  public void gotStream(int ahead, long waitedNanos) {
    for (CallEvents other : others) {
      other.gotStream(ahead, waitedNanos);
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

  /**
   * Measures how long an operation waits for its session, from the client's side and through its
   * public surface alone.
   *
   * <p>An operation of this client first takes a session and then, on the same thread, sends its
   * first RPC on it. The wait is the time from the call into the client to the start of that RPC;
   * it holds the wait for the session and the client's own overhead, which is of the order of 0.1
   * ms. Sessions are created on the client's own threads, so the RPCs of a growing pool never end a
   * wait.
   *
   * <p>Each thread has one operation under way at a time.
   */
  public static final class AcquireWait {
    private static final ThreadLocal<@Nullable AcquireWait> CURRENT = new ThreadLocal<>();

    private final long startNanos;
    private long endNanos;
    private boolean ended;

    private AcquireWait(long startNanos) {
      this.startNanos = startNanos;
    }

    /** Starts the clock for the operation that this thread is about to make. */
    public static AcquireWait begin() {
      AcquireWait wait = new AcquireWait(SystemTime.CLOCK.nanos());
      CURRENT.set(wait);
      return wait;
    }

    /** Tells the operation of this thread, if there is one, that an RPC of it starts. */
    public static void endCurrent() {
      AcquireWait wait = CURRENT.get();
      if (wait != null && !wait.ended) {
        wait.endNanos = SystemTime.CLOCK.nanos();
        wait.ended = true;
      }
    }

    /** Whether the operation has sent an RPC, so that its wait is over. */
    public boolean hasEnded() {
      return ended;
    }

    /** When the operation began, on the clock of {@link SystemTime}. */
    public long startNanos() {
      return startNanos;
    }

    /**
     * When the wait ended, on the same clock.
     *
     * @return the moment in nanoseconds
     * @throws IllegalStateException if the operation sent no RPC on this thread
     */
    public long endNanos() {
      if (!ended) {
        throw new IllegalStateException("the operation sent no RPC on its own thread");
      }
      return endNanos;
    }
  }
}
