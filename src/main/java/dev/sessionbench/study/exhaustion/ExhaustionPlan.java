package dev.sessionbench.study.exhaustion;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.Codec;
import dev.sessionbench.base.model.LatencyProfile;
import dev.sessionbench.base.model.Nanos;
import dev.sessionbench.base.model.Parameter;
import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.model.Schema;
import dev.sessionbench.base.model.Settings;
import dev.sessionbench.base.text.Numbers;
import dev.sessionbench.bench.client.ServerAddress;
import dev.sessionbench.bench.load.Operation.Kind;
import dev.sessionbench.mock.MockServerOptions;
import dev.sessionbench.mock.profile.Profile;
import dev.sessionbench.study.Loop;
import dev.sessionbench.study.StudyServer;
import dev.sessionbench.study.diagnosis.Agents;
import dev.sessionbench.study.diagnosis.Observed;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The settings of a study.
 *
 * @param settings values of {@link #SCHEMA}
 * @param shape the pool
 * @param server the server; empty for a mock of our own
 * @param profile how that mock behaves; it knows the statements of the study in addition to the
 *     profile's
 */
public record ExhaustionPlan(
    Settings settings, PoolShape shape, Optional<ServerAddress.Tcp> server, Profile profile) {
  /** How long a scenario runs before its metrics count, in seconds. */
  static final double RAMP_SECONDS = 1;

  /** After which scenarios, counted from 1, the pool is unused for a while. */
  static final List<Integer> IDLE_AFTER = List.of(3, 6);

  private static final int JOURNAL = 1 << 20;
  private static final Codec<Double> SCENARIO_SECONDS = Codec.real(RAMP_SECONDS + 0.001, 3_600);

  /** How many agents each scenario has. */
  public static final Parameter<List<Integer>> AGENTS =
      new Parameter<>(
          "agents",
          Codec.list(Codec.whole(1, 2_000)),
          List.of(20, 35, 50, 75, 100, 125, 150, 180, 600),
          "agents of each scenario");

  static final Parameter<Double> WRITE_SHARE =
      Parameter.real("write-share", 0.5, 0, 1, "share of transactions that write");
  private static final Parameter<Integer> PAUSE =
      Parameter.whole("pause", 100, 0, Integer.MAX_VALUE, "milliseconds between transactions");
  static final Parameter<Double> WARM_UP =
      Parameter.real("warm-up", 4, 0.001, 600, "seconds to warm the JVM up");
  private static final Parameter<Optional<Double>> FIRST =
      Parameter.optional(
          "first", SCENARIO_SECONDS, "seconds of the first scenario; default: 25, or --seconds");
  private static final Parameter<Optional<Double>> SECONDS =
      Parameter.optional(
          "seconds",
          SCENARIO_SECONDS,
          "seconds of a scenario; its first does not count; default: 5");
  static final Parameter<Double> IDLE =
      Parameter.real("idle", 8, 0, 3_600, "seconds of pause after scenarios 3 and 6");
  private static final Parameter<List<Integer>> POOL =
      new Parameter<>(
          "pool",
          Codec.list(Codec.whole(0, Integer.MAX_VALUE)).saying("MIN,MAX,STEP, as 40,100,25"),
          List.of(40, 100, 25),
          "the pool's minSessions, maxSessions and incStep");
  private static final Parameter<Integer> CHANNELS =
      Parameter.whole("channels", 4, 1, 256, "the client's channels");
  private static final Parameter<Optional<Integer>> NETWORK =
      Parameter.optional(
          "network",
          Codec.whole(0, Integer.MAX_VALUE),
          "milliseconds of simulated network there and back; default: 50, and 0 with --server");
  static final Parameter<Loop> LOOP =
      Parameter.oneOf(
          "loop", Loop.BOTH, "closed: agents wait for their last transaction; open: by a schedule");
  static final Parameter<Optional<Double>> OPEN =
      Parameter.optional(
          "open",
          Codec.real(0.001, 100_000),
          "transactions a second of the open loop; default: those of agents that never wait");
  static final Parameter<Long> SEED = Parameter.seed("seed", "decides every draw");

  /** What users can set, apart from the server. */
  public static final Schema SCHEMA =
      Schema.of(
          "study exhaustion",
          AGENTS,
          WRITE_SHARE,
          PAUSE,
          WARM_UP,
          FIRST,
          SECONDS,
          IDLE,
          POOL,
          CHANNELS,
          NETWORK,
          LOOP,
          OPEN,
          SEED);

  /** A read makes one call, a write two. */
  private static final int CALLS_OF_A_WRITE = 2;

  /**
   * Checks the settings as far as possible beforehand.
   *
   * @throws BadInput naming the option, its value and what would be right
   */
  public ExhaustionPlan {
    profile.requireSound("--profile " + profile.name(), "this study");
    LatencyProfile latencies = profile.options().latencies();
    long seed = settings.get(SEED);
    double creationSeconds =
        latencies.meanMillis(Rpc.BATCH_CREATE_SESSIONS, seed) / Nanos.MILLIS_PER_SECOND;
    BadInput.when(
        server.isEmpty() && creationSeconds > StudyServer.PATIENCE_SECONDS,
        "--profile %s: BatchCreateSessions takes about %.0f s, and this study waits %s s for its"
            + " first sessions",
        profile.name(),
        creationSeconds,
        StudyServer.PATIENCE_SECONDS);
    // The times of another server are unknown.
    double read = Observed.serverMillis(Kind.READ, latencies, seed);
    double write = Observed.serverMillis(Kind.WRITE, latencies, seed);
    double serverMillis = server.isPresent() ? 0 : Math.max(read, write);
    long networkMillis = networkMillis(settings, server.isPresent());
    double holdMillis = Math.max(1, CALLS_OF_A_WRITE * networkMillis + serverMillis);
    int most = Collections.max(settings.get(AGENTS));
    double roundMillis =
        Math.max(settings.get(PAUSE) + holdMillis, most * holdMillis / shape.maxSessions());
    double watched = Math.min(firstSeconds(settings), seconds(settings)) - RAMP_SECONDS;
    BadInput.when(
        !(roundMillis <= watched * Nanos.MILLIS_PER_SECOND),
        "--agents %s: cannot each end a transaction within the %.1f s that are measured; that takes"
            + " about %.1f s with %s sessions, each held for %.0f ms; give longer --seconds or fewer"
            + " agents",
        most,
        watched,
        roundMillis / Nanos.MILLIS_PER_SECOND,
        shape.maxSessions(),
        holdMillis);
  }

  /**
   * The study of some values of {@link #SCHEMA}.
   *
   * @param server the server; empty for a mock of our own
   * @param profile how that mock behaves
   * @throws BadInput naming the option, its value and what would be right
   */
  public static ExhaustionPlan of(
      Settings settings, Optional<ServerAddress.Tcp> server, Profile profile) {
    List<Integer> pool = settings.get(POOL);
    BadInput.when(pool.size() != 3, "--pool %s: must be %s", settings.text(POOL), POOL.range());
    try {
      PoolShape shape =
          new PoolShape(pool.get(0), pool.get(1), pool.get(2), settings.get(CHANNELS));
      return new ExhaustionPlan(settings, shape, server, profile);
    } catch (IllegalArgumentException e) {
      throw new BadInput("--pool %s: %s".formatted(settings.text(POOL), e.getMessage()), e);
    }
  }

  private static double seconds(Settings settings) {
    return settings.get(SECONDS).orElse(5.0);
  }

  private static double firstSeconds(Settings settings) {
    return settings.get(FIRST).or(() -> settings.get(SECONDS)).orElse(25.0);
  }

  private static long networkMillis(Settings settings, boolean elsewhere) {
    return settings.get(NETWORK).orElse(elsewhere ? 0 : 50);
  }

  /** The value of a setting. */
  <T> T get(Parameter<T> setting) {
    return settings.get(setting);
  }

  /** The simulated round trip to the server, in milliseconds. */
  long networkMillis() {
    return networkMillis(settings, server.isPresent());
  }

  /** Describes the study in one line before it begins. */
  public String text() {
    return String.format(
        Locale.ROOT,
        "exhaustion: %d scenarios of %s s, the first of %s s, a pool of %d to %d sessions, %d ms of network; about %.0f s",
        get(AGENTS).size(),
        Numbers.label(seconds(settings)),
        Numbers.label(firstSeconds(settings)),
        shape.minSessions(),
        shape.maxSessions(),
        networkMillis(),
        // Includes the start, and the collection of the traces afterwards.
        totalSeconds() + 10);
  }

  /** The agents of a scenario, by its place from 0. */
  public Agents scenario(int index) {
    return new Agents(get(AGENTS).get(index), get(WRITE_SHARE), get(PAUSE));
  }

  /**
   * The server: a mock that knows the statements and draws from this plan's seed, or a server
   * elsewhere.
   *
   * @throws BadInput if the mock cannot listen
   */
  StudyServer start() {
    if (server.isPresent()) {
      return new StudyServer("--server " + server.get(), server.get(), Optional.empty());
    }
    MockServerOptions options =
        Leaderboard.known(profile.options()).withSeed(get(SEED)).withJournalCapacity(JOURNAL);
    return StudyServer.start("--profile " + profile.name(), options);
  }

  /** How long a scenario takes in seconds, by its place from 0. */
  double seconds(int index, boolean open) {
    // The other scenarios are compared with the first in a closed loop.
    return index == 0 && !open ? firstSeconds(settings) : seconds(settings);
  }

  /** The least duration of the study, in seconds, without its start and its end. */
  double totalSeconds() {
    int scenarios = get(AGENTS).size();
    long pauses = IDLE_AFTER.stream().filter(after -> after < scenarios).count();
    double closed = get(LOOP) != Loop.OPEN ? (scenarios - 1) * seconds(settings) : 0;
    double open = get(LOOP) != Loop.CLOSED ? scenarios * seconds(settings) : 0;
    return get(WARM_UP) + firstSeconds(settings) + closed + open + pauses * get(IDLE);
  }
}
