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

  /** Closes a released session while enough are idle. */
  IDLE_LIMIT(
      "closes a session that comes back while enough are idle",
      "database/sql (Go: sql.go), vitess (smartconnpool/pool.go), google-cloud-spanner (Python) "
          + "BurstyPool of 3.63.0 with maxIdle=10",
      settings ->
          (pool, event) ->
              event instanceof PoolEvent.Returned ? pool.idle() - settings.get(MAX_IDLE) : 0,
      MAX_IDLE.standing(2));

  @SuppressWarnings("ImmutableEnumChecker") // An entry has no state.
  private final Entry<ShrinkStrategy> entry;

  ShrinkStrategies(
      String description,
      String pools,
      Function<Settings, ShrinkStrategy> factory,
      Parameter<?>... parameters) {
    Entry.Factory<ShrinkStrategy> each = (limits, settings, foresight) -> factory.apply(settings);
    this.entry = Entry.of(this, description, pools, each, parameters);
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
      Settings settings, PeriodicLook look, boolean deletes, boolean keepsMinimum)
      implements ShrinkStrategy {
    IdleTime(Settings settings, boolean deletes, boolean keepsMinimum) {
      this(settings, new PeriodicLook(settings.nanos(EVERY)), deletes, keepsMinimum);
    }

    @Override
    public int decide(PoolView pool, PoolEvent event) {
      int kept = settings.get(KEPT_IDLE);
      int least = keepsMinimum ? pool.limits().minSessions() : 0;
      int allowed = look.due(pool, event, Math.min(pool.idle() - kept, pool.total() - least));
      return allowed == 0
          ? 0
          : Math.min(allowed, pool.idleFor().applyAsInt(settings.nanos(IDLE)) - kept);
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
}
