package dev.sessionbench.base.model;

import com.google.common.collect.ImmutableBiMap;
import java.util.Locale;
import java.util.Objects;

/**
 * What a BatchCreateSessions RPC costs the server beyond its drawn time. The cost of the real
 * service is disputed and decides the best increment, so it is a parameter. An RPC takes {@code
 * outside + (drawn - outside + perSession x sessions) x (1 + perOther x (in progress - 1))}.
 *
 * @param perSessionNanos what each session adds, in nanoseconds, from 0 to {@link
 *     Latency#MAX_NANOS}
 * @param perOther the share of its time that each other BatchCreateSessions in progress adds, from
 *     0 to 100. At 1, two at once take twice as long
 * @param outsideNanos the part of the drawn time that other RPCs do not prolong, such as the
 *     network's, in nanoseconds, from 0 to {@link Latency#MAX_NANOS}
 */
public record CostModel(
    @Key(name = "perSession", range = "[0, 3600000] ms", or = "0", is = "what each session adds")
        long perSessionNanos,
    @Key(range = "[0, 100]", or = "0", is = "the share that each other request adds")
        double perOther,
    @Key(name = "outside", range = "[0, 3600000] ms", or = "0", is = "what others do not prolong")
        long outsideNanos) {
  /** What {@link #LINEAR} adds for each session, in nanoseconds. */
  public static final long NANOS_PER_SESSION = 400_000L;

  /** The drawn time for any number of sessions: the original benchmark's model. */
  public static final CostModel FLAT = new CostModel(0, 0);

  /**
   * The drawn time plus {@value #NANOS_PER_SESSION} ns for each session. The default step of 25
   * thus adds 10 ms, the original's minimum time.
   */
  public static final CostModel LINEAR = new CostModel(NANOS_PER_SESSION, 0);

  /**
   * The drawn time multiplied by the number of BatchCreateSessions RPCs in progress on arrival,
   * this one included. It models a service that creates sessions one after the other.
   */
  public static final CostModel CONTENDED = new CostModel(0, 1);

  private static final ImmutableBiMap<String, CostModel> NAMED =
      ImmutableBiMap.of("flat", FLAT, "linear", LINEAR, "contended", CONTENDED);

  /** A model in which other RPCs prolong the whole drawn time. */
  public CostModel(long perSessionNanos, double perOther) {
    this(perSessionNanos, perOther, 0);
  }

  /** The models that have a name. */
  public static CostModel[] values() {
    return NAMED.values().toArray(new CostModel[0]);
  }

  @Key
  @SuppressWarnings("UnusedMethod") // Readers of configurations call it by its annotation.
  private static CostModel named(String name) {
    CostModel model = NAMED.get(name.toLowerCase(Locale.ROOT));
    Invalid.when(
        model == null, "must be one of %s, is '%s'", String.join(", ", NAMED.keySet()), name);
    return Objects.requireNonNull(model);
  }

  /** Whether it is one of those that have a name. */
  public boolean isNamed() {
    return NAMED.containsValue(this);
  }

  /**
   * The time of one BatchCreateSessions RPC.
   *
   * @param drawnNanos the time drawn from the latency profile, in nanoseconds
   * @param sessions the number of sessions that the RPC creates
   * @param inProgress the number of BatchCreateSessions RPCs in progress, at least 1 (this one)
   * @param scale the factor that stretched the drawn time ({@link LatencyProfile#scale()})
   * @return the time in nanoseconds
   */
  public long totalNanos(long drawnNanos, int sessions, int inProgress, double scale) {
    long outside = Math.min(drawnNanos, Math.round(outsideNanos * scale));
    long alone = drawnNanos - outside + Math.round(sessions * perSessionNanos * scale);
    return outside + Math.round(alone * (1 + perOther * (inProgress - 1)));
  }

  /** The name as users write it, in lower case; the parts if the model has no name. */
  @Override
  public String toString() {
    String parts = "perSession %s ms, perOther %s, outside %s ms";
    return NAMED
        .inverse()
        .getOrDefault(this, parts.formatted(perSessionNanos / 1e6, perOther, outsideNanos / 1e6));
  }
}
