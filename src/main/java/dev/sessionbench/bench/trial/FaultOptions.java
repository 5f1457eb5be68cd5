package dev.sessionbench.bench.trial;

import com.google.common.base.CaseFormat;
import dev.sessionbench.base.model.LatencyProfile;
import dev.sessionbench.base.model.Parameter;
import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.model.Schema;
import dev.sessionbench.base.model.Settings;
import dev.sessionbench.base.text.Resource;
import dev.sessionbench.bench.client.PooledClient;
import dev.sessionbench.bench.load.Workload;
import dev.sessionbench.bench.load.Workload.LoadSize;
import dev.sessionbench.bench.trial.Trial.TrialSpec;
import dev.sessionbench.mock.MockServerOptions;
import dev.sessionbench.mock.fault.FaultPlan;
import dev.sessionbench.mock.profile.Profile;
import dev.sessionbench.mock.profile.Profiles;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Holds everything that decides a run with a faulty server. The client reaches the server over TCP,
 * where connections can be lost.
 *
 * @param shape the pool
 * @param size the size of the load, with the seed
 * @param scenario what goes wrong
 * @param creationTimeout how long the client waits for a BatchCreateSessions in {@link
 *     FaultScenario#STALL}, at least 1 ms; elsewhere 60 s, its own default
 * @param profile how the server behaves while nothing goes wrong, but for its seed
 */
public record FaultOptions(
    PoolShape shape,
    LoadSize size,
    FaultScenario scenario,
    Duration creationTimeout,
    Profile profile)
    implements TrialSpec {
  private static final Parameter<FaultScenario> SCENARIO =
      Parameter.oneOf("scenario", FaultScenario.NONE, "the faults of the server");
  private static final Parameter<Integer> CREATION_TIMEOUT =
      Parameter.whole(
          "creationTimeoutMillis",
          500,
          1,
          60_000,
          "how long the client waits for one BatchCreateSessions under stall");

  /** The parameters of the fault benchmark. */
  public static final Schema SCHEMA =
      TrialParameters.POOL.and(Schema.of("the benchmark", SCENARIO, CREATION_TIMEOUT));

  /** The workload: writes that make the pool grow, and as many reads. */
  static final Workload WORKLOAD = Workload.BURST_READ_AND_WRITE;

  /**
   * Reads the options from the values that a user gives with {@code -p name=value}.
   *
   * @param values the value of every parameter by name
   * @return the options
   * @throws IllegalArgumentException if a value is missing or wrong: one line that names the
   *     parameter, its value and what would be right
   */
  public static FaultOptions read(Map<String, String> values) {
    Settings settings = TrialParameters.settings(SCHEMA, values);
    PoolShape shape = TrialParameters.shape(settings);
    LoadSize size = TrialParameters.size(WORKLOAD, settings);
    Duration timeout = Duration.ofMillis(settings.get(CREATION_TIMEOUT));
    Profile profile = TrialParameters.PROFILE.read(values);
    return new FaultOptions(shape, size, settings.get(SCENARIO), timeout, profile);
  }

  @Override
  public Scenario measured() {
    return scenario(profile.options().latencies());
  }

  /** Nothing goes wrong. */
  @Override
  public Scenario warmup() {
    return new FaultOptions(shape, size, FaultScenario.NONE, creationTimeout, profile).measured();
  }

  /** A run against a server with these simulated times. */
  Scenario scenario(LatencyProfile serverTimes) {
    MockServerOptions mock =
        profile.options().withLatencies(serverTimes).withSeed(size.seed()).withJournalCapacity(0);
    Optional<Duration> limit =
        Optional.of(creationTimeout).filter(timeout -> scenario.limitsCreations());
    return new Scenario(
        shape,
        WORKLOAD.plan(size),
        /* timeScale= */ 1,
        mock,
        /* elsewhere= */ Optional.empty(),
        scenario.plan(),
        address -> new PooledClient(shape, address, limit, Map.of(), List.of()),
        /* fillsFirst= */ true,
        /* earlier= */ Optional.empty(),
        /* tolerated= */ failed -> true,
        List.of(GrowthChecks.under(scenario), GrowthProbes::faults));
  }

  /**
   * The ways in which a server goes wrong under a growing pool. {@code fault-scenarios.yaml} has
   * the plan of each. A plan begins with the load, when the pool holds its minimum. So the first
   * BatchCreateSessions is the first RPC that makes the pool grow.
   */
  public enum FaultScenario {
    /** Nothing goes wrong. */
    NONE,
    /** The first growth RPC fails with UNAVAILABLE; the client retries it. */
    UNAVAILABLE_ONCE,
    /** A fifth of the growth RPCs fail with UNAVAILABLE. */
    UNAVAILABLE_RATE,
    /** The first growth RPC fails with INTERNAL; the client does not retry it. */
    INTERNAL_ONCE,
    /** A fifth of the growth RPCs fail with INTERNAL. */
    INTERNAL_RATE,
    /** More than 20 growth RPCs a second are refused with RESOURCE_EXHAUSTED. */
    RESOURCE_EXHAUSTED,
    /** The first growth RPC is never answered. */
    STALL,
    /** Every growth RPC returns half of the requested sessions, at least one. */
    HALF_BATCH,
    /** The first ten growth RPCs return no session. */
    EMPTY_BATCH,
    /** The sessions of the first growth RPC are unknown when they are first used. */
    SESSIONS_LOST,
    /** The server resets the connection of the first growth RPC, one of several. */
    CONNECTION_DROP,
    /** The server asks the client to leave the connection of the first growth RPC (GOAWAY). */
    GO_AWAY,
    /** The server stops at the first growth RPC, and is back after 200 ms. */
    SERVER_RESTART,
    /** All RPCs take ten times as long at first; the factor falls to one within a second. */
    SLOW_START,
    /** Every Commit of the first 300 ms is aborted; the client may retry it after 10 ms. */
    ABORT_STORM;

    private static final String PLANS_FILE = "fault-scenarios.yaml";
    private static final Map<String, FaultPlan> PLANS =
        Profiles.faultPlans(PLANS_FILE, Resource.text(FaultScenario.class, PLANS_FILE));

    /** What goes wrong. */
    public FaultPlan plan() {
      return Objects.requireNonNull(PLANS.get(toString()), this::toString);
    }

    /**
     * Whether replies may be lost, either with their connection or at the client's deadline. Then
     * only the server knows the sessions of a lost reply. In all other scenarios the client must
     * know every session.
     */
    public boolean losesReplies() {
      return limitsCreations() || this == CONNECTION_DROP || this == SERVER_RESTART;
    }

    /**
     * Whether the client has a deadline for BatchCreateSessions; without one it would wait too
     * long.
     */
    boolean limitsCreations() {
      return this == STALL;
    }

    /** Its name on the command line and in results. */
    @Override
    public String toString() {
      return CaseFormat.UPPER_UNDERSCORE.to(CaseFormat.LOWER_CAMEL, name());
    }
  }
}
