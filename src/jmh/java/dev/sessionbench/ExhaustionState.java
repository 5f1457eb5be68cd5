package dev.sessionbench;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.bench.trial.Handicap;
import dev.sessionbench.bench.trial.TrialReport.Figure;
import dev.sessionbench.mock.profile.ProfileParameter;
import dev.sessionbench.study.exhaustion.ExhaustionPlan;
import dev.sessionbench.study.exhaustion.ExhaustionTrial;
import dev.sessionbench.study.exhaustion.Leaderboard;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.BenchmarkParams;

/** A leaderboard, its server and its client, new for every iteration. */
@State(Scope.Benchmark)
public class ExhaustionState {
  /** How the server behaves; the study's own where nothing is said. */
  static final ProfileParameter PROFILE = new ProfileParameter(Leaderboard.PROFILE);

  private static final double WARM_UP_SECONDS = 0.5;
  private static final double LONG_ENOUGH_SECONDS = 3600;

  /** Which scenario of the study is played, from 1; 0 for one of so many agents. */
  @Param({"1", "2", "3", "4", "5", "6", "7", "8", "9"})
  public int scenario;

  /** How many agents work, half of whom write; 0 for as many as the scenario has. */
  @Param("0")
  public int agents;

  /** How many transactions each of them makes. */
  @Param("20")
  public int rounds;

  /** How the server behaves: a profile that is shipped, or a file. */
  @Param(Leaderboard.PROFILE)
  public String profile = "";

  /** The simulated network to the server and back, in milliseconds. */
  @Param("50")
  public long networkMillis;

  /** Sessions that the pool holds at least. */
  @Param("40")
  public int minSessions;

  /** Sessions that the pool holds at most. */
  @Param("100")
  public int maxSessions;

  /** Sessions that the pool asks for when all are busy. */
  @Param("25")
  public int incStep;

  /** The client's gRPC channels. */
  @Param("4")
  public int numChannels;

  /** Decides every draw. */
  @Param("1")
  public long seed;

  private @Nullable ExhaustionTrial trial;

  /**
   * Starts server and client, and the agents' threads.
   *
   * @param benchmark tells the parameters
   * @throws InterruptedException if JMH gives the iteration up
   */
  @Setup(Level.Iteration)
  public void prepare(BenchmarkParams benchmark) throws InterruptedException {
    Handicap.requireNone();
    Map<String, String> words =
        benchmark.getParamsKeys().stream()
            .collect(Collectors.toMap(name -> name, benchmark::getParam));
    trial = ExhaustionTrial.prepare(plan(words), rounds(words));
  }

  /**
   * What the parameters ask for.
   *
   * @param words the value of every parameter by name
   * @throws IllegalArgumentException naming a parameter that is wrong
   */
  static ExhaustionPlan plan(Map<String, String> words) {
    PoolShape shape =
        new PoolShape(
            number(words, "minSessions"),
            number(words, "maxSessions"),
            number(words, PoolShape.INC_STEP),
            number(words, "numChannels"));
    try {
      // The time is not used: what ends a run is the number of its transactions.
      return ExhaustionPlan.defaults()
          .withFirstSeconds(LONG_ENOUGH_SECONDS)
          .withSeconds(LONG_ENOUGH_SECONDS)
          .withAgents(List.of(agents(words)))
          .withNetworkMillis(number(words, "networkMillis"))
          .withShape(shape)
          .withProfile(PROFILE.read(words))
          .withWarmUpSeconds(WARM_UP_SECONDS)
          .withTraces(false)
          .withSeed(number(words, "seed"));
    } catch (BadInput e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  private static int agents(Map<String, String> words) {
    int scenario = number(words, "scenario");
    int agents = number(words, "agents");
    List<Integer> scenarios = ExhaustionPlan.defaults().agents();
    if (scenario < 0 || scenario > scenarios.size()) {
      throw new IllegalArgumentException(
          "scenario=%s: must be from 1 to %s, or 0 with a number of agents"
              .formatted(scenario, scenarios.size()));
    }
    if (scenario > 0 && agents != 0) {
      throw new IllegalArgumentException(
          "agents=%s: the scenario has agents of its own; scenario=0 would do".formatted(agents));
    }
    return scenario == 0 ? agents : scenarios.get(scenario - 1);
  }

  /** How many transactions each agent makes. */
  static int rounds(Map<String, String> words) {
    int rounds = number(words, "rounds");
    if (rounds < 1) {
      throw new IllegalArgumentException("rounds=" + rounds + ": must be at least 1");
    }
    return rounds;
  }

  private static int number(Map<String, String> words, String name) {
    String word = words.getOrDefault(name, "");
    try {
      return Integer.parseInt(word);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(name + "=" + word + ": must be a whole number", e);
    }
  }

  void run() throws InterruptedException {
    prepared().run();
  }

  /** Hands the figures of the run to the profiler, and closes server and client. */
  @TearDown(Level.Iteration)
  public void finish() {
    try (ExhaustionTrial finished = prepared()) {
      InvocationMetricsProfiler.publish(
          finished.figures().stream().map(f -> new Figure(f.name(), f.value(), f.unit())).toList());
    } finally {
      trial = null;
    }
  }

  private ExhaustionTrial prepared() {
    if (trial == null) {
      throw new IllegalStateException("no run has been prepared");
    }
    return trial;
  }
}
