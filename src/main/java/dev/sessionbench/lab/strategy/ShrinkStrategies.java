package dev.sessionbench.lab.strategy;

import static dev.sessionbench.lab.strategy.ShrinkStrategies.Parameters.EVERY;
import static dev.sessionbench.lab.strategy.ShrinkStrategies.Parameters.IDLE;
import static dev.sessionbench.lab.strategy.ShrinkStrategies.Parameters.KEPT_IDLE;
import static dev.sessionbench.lab.strategy.ShrinkStrategies.Parameters.MAX_IDLE;
import static dev.sessionbench.lab.strategy.ShrinkStrategies.Parameters.WINDOW;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.Parameter;
import dev.sessionbench.base.model.Settings;
import java.util.function.Function;

/**
 * Lists every strategy by which a pool may shrink. Any of them goes with any {@link Strategies
 * growth strategy}.
 */
public enum ShrinkStrategies implements Entry.Listed<ShrinkStrategy> {
  /** Keeps every session. */
  NEVER("keeps every session", "google-cloud-cpp", settings -> (pool, event) -> 0),

  /**
   * See {@link IdleTime}. The Java client does not check the minimum, but its pings keep about that
   * many alive, with the same effect.
   */
  IDLE_TIME(
      "forgets sessions that have been unused for long, above the minimum, without an RPC",
      "google-cloud-spanner (Java) 1.53.0 to 6.107.0: SessionPool.PoolMaintainer",
      settings -> new IdleTime(settings, /* deletes= */ false, /* keepsMinimum= */ true),
      IDLE.standing(3_300_000.0),
      EVERY.standing(10_000.0),
      KEPT_IDLE),

  /** See {@link IdleTime}. */
  IDLE_TIME_DELETED(
      "deletes sessions that have been unused for long, above the minimum",
      "@google-cloud/spanner 8.6.0 (Node, session-pool.ts), HikariCP 6.0.0 (HikariPool), "
          + "pgxpool 5.9.2 (pool.go), google-cloud-spanner (Ruby)",
      settings -> new IdleTime(settings, /* deletes= */ true, /* keepsMinimum= */ true),
      IDLE,
      EVERY,
      KEPT_IDLE.standing(1)),

  /** See {@link IdleTime}. It also closes sessions of the minimum, which the pool then replaces. */
  IDLE_TIME_REFILLED(
      "deletes all sessions that have been unused for long, also those of the minimum",
      "HikariCP to 2.4.0",
      settings -> new IdleTime(settings, /* deletes= */ true, /* keepsMinimum= */ false),
      IDLE,
      EVERY.standing(30_000.0),
      KEPT_IDLE),

  /** See {@link PeakWindow}. */
  PEAK_WINDOW(
      "closes what the last window has not used, spread over the next window",
      "google-cloud-spanner (Java) to 1.52: SessionPool.PoolMaintainer",
      settings -> new PeakWindow(settings.nanos(WINDOW), settings.get(MAX_IDLE)),
      WINDOW,
      MAX_IDLE),

  /** See {@link PeakCells}. */
  PEAK_CELLS(
      "closes at once, every minute, what the last ten have not used",
      "cloud.google.com/go/spanner to 2025: session.go of 1.65.0",
      settings -> new PeakCells(settings.get(MAX_IDLE)),
      MAX_IDLE),

  /** See {@link PeakAtAcquire}. */
  PEAK_AT_ACQUIRE(
      "closes what the last window has not used at the next acquire, and more after a quiet time",
      "google-cloud-spanner (PHP): CacheSessionPool.php 1.106.0",
      settings -> new PeakAtAcquire(settings.nanos(WINDOW)),
      WINDOW),

  /** Closes a released session while enough are idle. */
  IDLE_LIMIT(
      "closes a session that comes back while enough are idle",
      "database/sql (Go: sql.go), vitess (smartconnpool/pool.go), google-cloud-spanner (Python) "
          + "BurstyPool of 3.63.0 with maxIdle=10",
      settings -> {
        int enough = settings.get(MAX_IDLE);
        return (pool, event) ->
            event instanceof PoolEvent.Returned ? Math.max(0, pool.idle() - enough) : 0;
      },
      MAX_IDLE.standing(2));

  @SuppressWarnings("ImmutableEnumChecker") // An entry has no state.
  private final Entry<ShrinkStrategy> entry;

  ShrinkStrategies(
      String description,
      String pools,
      Function<Settings, ShrinkStrategy> factory,
      Parameter<?>... parameters) {
    this.entry =
        Entry.of(
            this,
            description,
            pools,
            (limits, settings, foresight) -> factory.apply(settings),
            parameters);
  }

  /**
   * Finds a strategy.
   *
   * @param name as users write it
   * @throws BadInput if no strategy has this name; the message suggests the nearest name
   */
  public static ShrinkStrategies named(String name) {
    return Entry.named("shrink strategy", name, values());
  }

  @Override
  public Entry<ShrinkStrategy> entry() {
    return entry;
  }

  /** The name as users write it. */
  @Override
  public String toString() {
    return entry.name();
  }

  /** The parameters of shrinking; one name means the same in every strategy. */
  static final class Parameters {
    private static final int MANY = 1_000_000;

    static final Parameter<Double> IDLE =
        Parameter.millis("idleMillis", 600_000, 1, "unused, after which a session is closed");
    static final Parameter<Double> EVERY =
        Parameter.millis("everyMillis", 600_000, 1, "between two looks");
    static final Parameter<Integer> KEPT_IDLE =
        Parameter.whole("keptIdle", 0, 0, MANY, "sessions so long unused that stay");
    static final Parameter<Double> WINDOW =
        Parameter.millis(
            "windowMillis", 600_000, 10_000, "over which the most in use is looked for");
    static final Parameter<Integer> MAX_IDLE =
        Parameter.whole("maxIdle", 0, 0, MANY, "idle sessions that are kept");

    private Parameters() {}
  }

  /**
   * Closes sessions that have been idle for long. At fixed intervals it closes those unused for a
   * time, except {@code keptIdle}, down to the pool's minimum.
   */
  private record IdleTime(
      PeriodicLook look, long idleNanos, int keptIdle, boolean deletes, boolean keepsMinimum)
      implements ShrinkStrategy {
    IdleTime(Settings settings, boolean deletes, boolean keepsMinimum) {
      this(
          new PeriodicLook(settings.nanos(EVERY)),
          settings.nanos(IDLE),
          settings.get(KEPT_IDLE),
          deletes,
          keepsMinimum);
    }

    @Override
    public int decide(PoolView pool, PoolEvent event) {
      int most =
          Math.min(
              pool.idle() - keptIdle,
              pool.total() - (keepsMinimum ? pool.limits().minSessions() : 0));
      int allowed = look.due(pool, event, most);
      return allowed == 0 ? 0 : Math.min(allowed, pool.idleFor().applyAsInt(idleNanos) - keptIdle);
    }

    @Override
    public Order order() {
      return Order.LEAST_RECENTLY_USED;
    }

    @Override
    public long nextTickNanos() {
      return look.nextNanos();
    }
  }

  /**
   * Closes the sessions that a window of time did not need, at the first acquire after the window.
   * It divides the most in use by the number of windows that have passed, rounded. It closes the
   * sessions above that at once, down to the minimum. So a long quiet time makes the pool small,
   * and a pool without acquires never shrinks.
   */
  private static final class PeakAtAcquire implements ShrinkStrategy {
    private final long windowNanos;
    private long beganNanos;
    private int mostInUse;

    PeakAtAcquire(long windowNanos) {
      this.windowNanos = windowNanos;
    }

    @Override
    public int decide(PoolView pool, PoolEvent event) {
      if (event instanceof PoolEvent.Opened) {
        beganNanos = pool.nowNanos();
      }
      long passedNanos = pool.nowNanos() - beganNanos;
      int closed = 0;
      if (event instanceof PoolEvent.Wanted && passedNanos > windowNanos) {
        long windows = passedNanos / windowNanos;
        int kept = (int) Math.round(mostInUse / (double) windows);
        int most = Math.min(pool.idle(), pool.total() - pool.limits().minSessions());
        closed = Math.max(0, Math.min(pool.total() - kept, most));
        beganNanos = pool.nowNanos();
        mostInUse = 0;
      }
      mostInUse = Math.max(mostInUse, pool.inUse());
      return closed;
    }
  }
}
