package dev.sessionbench.study.exhaustion;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.Codec;
import dev.sessionbench.base.model.LatencyProfile;
import dev.sessionbench.base.model.Parameter;
import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.model.Schema;
import dev.sessionbench.base.model.Settings;
import dev.sessionbench.base.text.Numbers;
import dev.sessionbench.bench.load.Operation.Kind;
import dev.sessionbench.mock.profile.Profile;
import dev.sessionbench.mock.profile.Profiles;
import dev.sessionbench.study.StudyServer;
import dev.sessionbench.study.diagnosis.Agents;
import dev.sessionbench.study.diagnosis.Observed;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The settings of a study.
 *
 * @param agents how many agents each scenario has; half of them write
 * @param pauseMillis how long an agent pauses between transactions, in milliseconds
 * @param warmUpSeconds how long the JVM is warmed up first
 * @param firstSeconds how long the first scenario takes; the others are compared with it
 * @param seconds how long each other scenario takes
 * @param shape the pool
 * @param networkMillis the simulated round trip to the server, in milliseconds
 * @param profile how the server behaves; it knows the statements of the study in addition to the
 *     profile's
 * @param seed decides all draws
 */
@RecordBuilder
public record ExhaustionPlan(
    List<Integer> agents,
    long pauseMillis,
    double warmUpSeconds,
    double firstSeconds,
    double seconds,
    PoolShape shape,
    long networkMillis,
    Profile profile,
    long seed)
    implements ExhaustionPlanBuilder.With {
  /** How long a scenario runs before its metrics count, in seconds. */
  static final double RAMP_SECONDS = 1;

  /** The share of the agents that write. */
  static final double WRITE_SHARE = 0.5;

  private static final int JOURNAL = 1 << 20;
  private static final int MOST_AGENTS = 2_000;
  private static final Codec<Double> SCENARIO_SECONDS = Codec.real(RAMP_SECONDS + 0.001, 3_600);

  private static final Parameter<List<Integer>> AGENTS =
      new Parameter<>(
          "agents",
          Codec.list(Codec.whole(1, MOST_AGENTS)),
          List.of(20, 35, 50, 75, 100, 125, 150, 180, 600),
          "agents of each scenario");
  private static final Parameter<Integer> PAUSE =
      Parameter.whole("pause", 100, 0, Integer.MAX_VALUE, "milliseconds between transactions");
  private static final Parameter<Optional<Double>> SECONDS =
      Parameter.optional(
          "seconds",
          SCENARIO_SECONDS,
          "seconds of a scenario; its first does not count; default: 5, and 25 for the first");
  private static final Parameter<List<Integer>> POOL =
      new Parameter<>(
          "pool",
          Codec.list(Codec.whole(0, Integer.MAX_VALUE)).saying("MIN,MAX,STEP, as 40,100,25"),
          List.of(40, 100, 25),
          "the pool's minSessions, maxSessions and incStep");
  private static final Parameter<Integer> NETWORK =
      Parameter.whole(
          "network", 50, 0, Integer.MAX_VALUE, "milliseconds of simulated network there and back");
  private static final Parameter<Long> SEED = Parameter.seed("seed", "decides every draw");

  /** What users can set, besides the profile. */
  public static final Schema SCHEMA =
      Schema.of("study exhaustion", AGENTS, PAUSE, SECONDS, POOL, NETWORK, SEED);

  private static final int CHANNELS = 4;
  private static final double WARM_UP_SECONDS = 4;
  private static final double FIRST_SECONDS = 25;
  private static final double OTHER_SECONDS = 5;
  private static final double MILLIS_PER_SECOND = 1_000;

  /** A read makes one call, a write two. */
  private static final int CALLS_OF_A_WRITE = 2;

  /**
   * Copies the lists and checks the settings as far as possible beforehand.
   *
   * @throws BadInput naming the option, its value and what would be right
   */
  public ExhaustionPlan {
    agents = List.copyOf(agents);
    profile.requireSound("--profile " + profile.name(), "this study");
    LatencyProfile latencies = profile.options().latencies();
    double creationSeconds =
        latencies.meanMillis(Rpc.BATCH_CREATE_SESSIONS, seed) / MILLIS_PER_SECOND;
    BadInput.when(
        creationSeconds > StudyServer.PATIENCE_SECONDS,
        "--profile %s: BatchCreateSessions takes about %.0f s, and this study waits %s s for its"
            + " first sessions",
        profile.name(),
        creationSeconds,
        StudyServer.PATIENCE_SECONDS);
    double read = Observed.serverMillis(Kind.READ, latencies, seed);
    double write = Observed.serverMillis(Kind.WRITE, latencies, seed);
    double holdMillis = Math.max(1, CALLS_OF_A_WRITE * networkMillis + Math.max(read, write));
    for (int number : agents) {
      BadInput.when(
          number < 1 || number > MOST_AGENTS,
          "--agents %s: must be from 1 to %s",
          number,
          MOST_AGENTS);
      requireTime(number, Math.min(firstSeconds, seconds), pauseMillis, holdMillis, shape);
    }
  }

  /** Refuses more agents than can each end a transaction during the measurement. */
  private static void requireTime(
      int number, double seconds, long pauseMillis, double holdMillis, PoolShape shape) {
    double roundMillis =
        Math.max(pauseMillis + holdMillis, number * holdMillis / shape.maxSessions());
    double watchedMillis = (seconds - RAMP_SECONDS) * MILLIS_PER_SECOND;
    BadInput.when(
        !(roundMillis <= watchedMillis),
        "--agents %s: cannot end a transaction each within the %.1f s that are measured: that takes"
            + " about %.1f s with %s sessions, each held for %.0f ms by the network and the server's"
            + " times; longer --seconds or fewer agents would do",
        number,
        watchedMillis / MILLIS_PER_SECOND,
        roundMillis / MILLIS_PER_SECOND,
        shape.maxSessions(),
        holdMillis);
  }

  /**
   * The study of some values of {@link #SCHEMA}.
   *
   * @param profile how the server behaves
   * @throws BadInput naming the option, its value and what would be right
   */
  public static ExhaustionPlan of(Settings settings, Profile profile) {
    Optional<Double> seconds = settings.get(SECONDS);
    double first = seconds.orElse(FIRST_SECONDS);
    return new ExhaustionPlan(
        settings.get(AGENTS),
        settings.get(PAUSE),
        Math.min(WARM_UP_SECONDS, first),
        first,
        seconds.orElse(OTHER_SECONDS),
        shape(settings),
        settings.get(NETWORK),
        profile,
        settings.get(SEED));
  }

  private static PoolShape shape(Settings settings) {
    List<Integer> pool = settings.get(POOL);
    BadInput.when(pool.size() != 3, "--pool %s: must be %s", settings.text(POOL), POOL.range());
    try {
      return new PoolShape(pool.get(0), pool.get(1), pool.get(2), CHANNELS);
    } catch (IllegalArgumentException e) {
      throw new BadInput("--pool %s: %s".formatted(settings.text(POOL), e.getMessage()), e);
    }
  }

  /**
   * The default study: nine scenarios in which half of the agents write. The eighth needs 80 of the
   * 100 sessions and the ninth 267. So no scenario is near the point at which the pool just
   * suffices.
   */
  public static ExhaustionPlan defaults() {
    return of(Settings.read(SCHEMA, Map.of()), Profiles.load(Leaderboard.PROFILE));
  }

  /** Describes the study in one line before it begins. */
  public String text() {
    return String.format(
        Locale.ROOT,
        "exhaustion: %d scenarios of %s s, the first of %s s, a pool of %d to %d sessions, %d ms of network; about %.0f s",
        agents.size(),
        Numbers.label(seconds),
        Numbers.label(firstSeconds),
        shape.minSessions(),
        shape.maxSessions(),
        networkMillis,
        // Includes the start and the end.
        totalSeconds() + 10);
  }

  /** The agents of a scenario, by its place from 0. */
  public Agents scenario(int index) {
    return new Agents(agents.get(index), WRITE_SHARE, pauseMillis);
  }

  /**
   * The server: a mock that knows the statements and draws from this plan's seed.
   *
   * @throws BadInput if it cannot listen
   */
  StudyServer start() {
    return StudyServer.start(
        "--profile " + profile.name(),
        Leaderboard.known(profile.options()).withSeed(seed).withJournalCapacity(JOURNAL));
  }

  /** How long a scenario takes, by its place from 0, in seconds. */
  double scenarioSeconds(int index) {
    return index == 0 ? firstSeconds : seconds;
  }

  /** The least duration of the study, in seconds, without its start and its end. */
  public double totalSeconds() {
    return warmUpSeconds + firstSeconds + (agents.size() - 1) * seconds;
  }
}
