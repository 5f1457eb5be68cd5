package dev.sessionbench.study.exhaustion;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.LatencyProfile;
import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.text.Numbers;
import dev.sessionbench.bench.client.PooledClient.PoolUpkeep;
import dev.sessionbench.bench.client.ServerAddress;
import dev.sessionbench.bench.load.Operation.Kind;
import dev.sessionbench.mock.profile.Profile;
import dev.sessionbench.mock.profile.Profiles;
import dev.sessionbench.study.diagnosis.Agents;
import dev.sessionbench.study.diagnosis.Observed;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What a study sets out to do.
 *
 * @param agents how many agents each scenario has
 * @param writeShare the share of the agents that write, from 0 to 1
 * @param pauseMillis what an agent pauses between transactions, in milliseconds
 * @param warmUpSeconds how long the JVM is warmed up beforehand
 * @param firstSeconds how long the first scenario takes in the closed loop, which the others are
 *     held against
 * @param seconds how long each of the others takes
 * @param idleAfter after which scenarios, counted from 1, nobody uses the pool for a while
 * @param idleSeconds for how long
 * @param shape the pool
 * @param upkeep when the pool gives up idle sessions
 * @param networkMillis the simulated way to the server and back, in milliseconds
 * @param loops which loops are played
 * @param openRate transactions a second of the open loop; nothing for as many as the agents would
 *     make if nobody ever waited
 * @param server the server; nothing for a mock of our own
 * @param profile how that mock behaves; it knows the statements of the study beside the profile's
 * @param seed decides all draws
 */
@RecordBuilder
public record ExhaustionPlan(
    List<Integer> agents,
    double writeShare,
    long pauseMillis,
    double warmUpSeconds,
    double firstSeconds,
    double seconds,
    List<Integer> idleAfter,
    double idleSeconds,
    PoolShape shape,
    PoolUpkeep upkeep,
    long networkMillis,
    Loops loops,
    Optional<Double> openRate,
    Optional<ServerAddress.Tcp> server,
    Profile profile,
    long seed)
    implements ExhaustionPlanBuilder.With {
  /** Which loops a study plays. */
  public enum Loops {
    /** Agents, each of which waits for its last transaction to end. */
    CLOSED,
    /** A schedule that waits for nobody. */
    OPEN,
    /** Both, one after the other. */
    BOTH;

    boolean closed() {
      return this != OPEN;
    }

    boolean open() {
      return this != CLOSED;
    }
  }

  /** What a scenario is given to get going before its figures count, in seconds. */
  static final double RAMP_SECONDS = 1;

  /** How long it waits for the first sessions. */
  static final int PATIENCE_SECONDS = 20;

  private static final int MOST_AGENTS = 2_000;
  private static final double MILLIS_PER_SECOND = 1_000;

  /** A read makes one call, a write two. */
  private static final int CALLS_OF_A_WRITE = 2;

  /**
   * Copies the lists and checks what can be checked beforehand.
   *
   * @throws BadInput naming the option, its value and what would be right
   */
  public ExhaustionPlan {
    agents = List.copyOf(agents);
    idleAfter = List.copyOf(idleAfter);
    BadInput.when(agents.isEmpty(), "--agents: must name at least one number");
    require(writeShare >= 0 && writeShare <= 1, "--write-share", writeShare, "from 0 to 1");
    require(pauseMillis >= 0, "--pause", pauseMillis, "at least 0 ms");
    requireSeconds("--seconds", seconds);
    requireSeconds("--first", firstSeconds);
    String warmUp = "more than 0 and at most 600";
    require(warmUpSeconds > 0 && warmUpSeconds <= 600, "--warm-up", warmUpSeconds, warmUp);
    require(idleSeconds >= 0 && idleSeconds <= 3600, "--idle", idleSeconds, "from 0 to 3600");
    require(networkMillis >= 0, "--network", networkMillis, "at least 0 ms");
    String open = "more than 0 and at most 100000 transactions a second";
    openRate.ifPresent(rate -> require(rate > 0 && rate <= 100_000, "--open", rate, open));
    profile.requireSound("--profile " + profile.name(), "this study");
    LatencyProfile latencies = profile.options().latencies();
    double creationSeconds =
        latencies.meanMillis(Rpc.BATCH_CREATE_SESSIONS, seed) / MILLIS_PER_SECOND;
    BadInput.when(
        server.isEmpty() && creationSeconds > PATIENCE_SECONDS,
        "--profile %s: BatchCreateSessions takes about %.0f s, and this study waits %s s for its"
            + " first sessions",
        profile.name(),
        creationSeconds,
        PATIENCE_SECONDS);
    // Another server takes whatever it takes.
    double read = Observed.serverMillis(Kind.READ, latencies, seed);
    double write = Observed.serverMillis(Kind.WRITE, latencies, seed);
    double serverMillis = server.isPresent() ? 0 : Math.max(read, write);
    double holdMillis = Math.max(1, CALLS_OF_A_WRITE * networkMillis + serverMillis);
    for (int number : agents) {
      require(number >= 1 && number <= MOST_AGENTS, "--agents", number, "from 1 to " + MOST_AGENTS);
      requireTime(number, Math.min(firstSeconds, seconds), pauseMillis, holdMillis, shape);
    }
  }

  private static void requireSeconds(String option, double seconds) {
    require(seconds > RAMP_SECONDS, option, seconds, "more than " + RAMP_SECONDS);
    require(seconds <= 3600, option, seconds, "at most 3600");
  }

  /** Refuses agents of which not all could end a transaction while they are watched. */
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

  private static void require(boolean right, String option, Object value, String must) {
    BadInput.when(!right, "%s %s: must be %s", option, value, must);
  }

  /**
   * The study as it is shipped: nine scenarios with half of the agents writing, of which the eighth
   * needs 80 of the 100 sessions and the ninth 267, so that none is near the point at which the
   * pool just suffices.
   */
  public static ExhaustionPlan defaults() {
    return new ExhaustionPlan(
        List.of(20, 35, 50, 75, 100, 125, 150, 180, 600),
        0.5,
        100,
        4,
        25,
        5,
        List.of(3, 6),
        8,
        new PoolShape(40, 100, 25, 4),
        new PoolUpkeep(Duration.ofMillis(500), Duration.ofSeconds(5)),
        50,
        Loops.BOTH,
        Optional.empty(),
        Optional.empty(),
        Profiles.load(Leaderboard.PROFILE),
        1);
  }

  /** What is about to be done, in one line. */
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
        // Starting before, and gathering the traces afterwards.
        totalSeconds() + 10);
  }

  /** The agents of a scenario, by its place from 0. */
  public Agents scenario(int index) {
    return new Agents(agents.get(index), writeShare, pauseMillis);
  }

  /** How long a scenario of the closed loop takes, by its place from 0, in seconds. */
  double closedSeconds(int index) {
    return index == 0 ? firstSeconds : seconds;
  }

  /** How long the whole takes at least, in seconds, without its start and its end. */
  public double totalSeconds() {
    long pauses = idleAfter.stream().filter(n -> n >= 1 && n < agents.size()).count();
    double closed = firstSeconds + (loops.closed() ? (agents.size() - 1) * seconds : 0);
    double open = loops.open() ? agents.size() * seconds : 0;
    return warmUpSeconds + closed + open + pauses * idleSeconds;
  }
}
