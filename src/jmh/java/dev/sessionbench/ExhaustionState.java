package dev.sessionbench;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.Codec;
import dev.sessionbench.base.model.Parameter;
import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.model.Schema;
import dev.sessionbench.base.model.Settings;
import dev.sessionbench.bench.trial.TrialParameters;
import dev.sessionbench.mock.profile.ProfileParameter;
import dev.sessionbench.study.exhaustion.ExhaustionPlan;
import dev.sessionbench.study.exhaustion.ExhaustionTrial;
import dev.sessionbench.study.exhaustion.Leaderboard;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
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
  /** How the server behaves; by default as in the study. */
  static final ProfileParameter PROFILE = new ProfileParameter(Leaderboard.PROFILE);

  private static final List<Integer> SCENARIOS = ExhaustionPlan.AGENTS.standard();

  private static final Parameter<Integer> SCENARIO =
      new Parameter<>(
          "scenario",
          Codec.whole(0, SCENARIOS.size())
              .saying("from 1 to " + SCENARIOS.size() + ", or 0 with a number of agents"),
          1,
          "which scenario of the study; 0 for none");
  private static final Parameter<Integer> AGENTS =
      Parameter.whole("agents", 0, 0, Integer.MAX_VALUE, "how many agents work");
  private static final Parameter<Integer> ROUNDS =
      Parameter.whole("rounds", 20, 1, Integer.MAX_VALUE, "transactions of each agent");
  private static final Parameter<Integer> NETWORK =
      Parameter.whole("networkMillis", 50, 0, Integer.MAX_VALUE, "the network there and back");
  private static final Parameter<Integer> MIN = TrialParameters.MIN_SESSIONS.standing(40);
  private static final Parameter<Integer> MAX = TrialParameters.MAX_SESSIONS.standing(100);
  private static final Parameter<Integer> SEED =
      Parameter.whole("seed", 1, Integer.MIN_VALUE, Integer.MAX_VALUE, "decides every draw");

  /** All parameters except the profile. */
  static final Schema SCHEMA =
      Schema.of(
          "the benchmark",
          SCENARIO,
          AGENTS,
          ROUNDS,
          NETWORK,
          MIN,
          MAX,
          TrialParameters.INC_STEP,
          TrialParameters.NUM_CHANNELS,
          SEED);

  /** The scenario of the study, from 1; 0 for a scenario with {@code agents} agents. */
  @Param({"1", "2", "3", "4", "5", "6", "7", "8", "9"})
  public int scenario;

  /** The number of agents, half of whom write; 0 for the scenario's own number. */
  @Param("0")
  public int agents;

  /** The number of transactions of each agent. */
  @Param("20")
  public int rounds;

  /** How the server behaves: a shipped profile, or a file. */
  @Param(Leaderboard.PROFILE)
  public String profile = "";

  /** The simulated network time to the server and back, in milliseconds. */
  @Param("50")
  public long networkMillis;

  /** Sessions that the pool holds at least. */
  @Param("40")
  public int minSessions;

  /** Sessions that the pool holds at most. */
  @Param("100")
  public int maxSessions;

  /** Sessions that the pool asks for when all are in use. */
  @Param("25")
  public int incStep;

  /** The client's gRPC channels. */
  @Param("4")
  public int numChannels;

  /** Decides every random draw. */
  @Param("1")
  public long seed;

  private @Nullable ExhaustionTrial trial;

  /**
   * Starts server and client, and the agents' threads.
   *
   * @param benchmark has the parameters
   * @throws InterruptedException if JMH gives the iteration up
   */
  @Setup(Level.Iteration)
  public void prepare(BenchmarkParams benchmark) throws InterruptedException {
    Map<String, String> values =
        benchmark.getParamsKeys().stream()
            .collect(Collectors.toMap(name -> name, benchmark::getParam));
    trial = new ExhaustionTrial(plan(values), rounds(values));
  }

  /**
   * The plan that the parameters ask for.
   *
   * @param values the value of every parameter by name
   * @throws IllegalArgumentException naming a parameter that is wrong
   */
  static ExhaustionPlan plan(Map<String, String> values) {
    try {
      Settings settings = Settings.read(SCHEMA, SCHEMA.only(values));
      PoolShape shape =
          new PoolShape(
              settings.get(MIN),
              settings.get(MAX),
              settings.get(TrialParameters.INC_STEP),
              settings.get(TrialParameters.NUM_CHANNELS));
      Map<String, String> study =
          Map.of(
              "agents", Integer.toString(agents(settings)),
              "network", settings.text(NETWORK),
              "seed", settings.text(SEED),
              "warm-up", "0.5",
              // The time is not used: the number of transactions ends a run.
              "seconds", "3600");
      return new ExhaustionPlan(
          Settings.read(ExhaustionPlan.SCHEMA, study),
          shape,
          Optional.empty(),
          PROFILE.read(values));
    } catch (BadInput e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  private static int agents(Settings settings) {
    int scenario = settings.get(SCENARIO);
    int agents = settings.get(AGENTS);
    if (scenario > 0 && agents != 0) {
      throw new IllegalArgumentException(
          "agents=%s: the scenario has agents of its own; scenario=0 would do".formatted(agents));
    }
    return scenario == 0 ? agents : SCENARIOS.get(scenario - 1);
  }

  /** The number of transactions of each agent. */
  static int rounds(Map<String, String> values) {
    return ROUNDS.read(values.getOrDefault(ROUNDS.name(), ROUNDS.standardText()));
  }

  void run() throws InterruptedException {
    Objects.requireNonNull(trial).run();
  }

  /** Passes the run's metrics to the profiler, and closes server and client. */
  @TearDown(Level.Iteration)
  public void finish() {
    try (ExhaustionTrial finished = Objects.requireNonNull(trial)) {
      InvocationMetricsProfiler.publish(finished.metrics());
    } finally {
      trial = null;
    }
  }
}
