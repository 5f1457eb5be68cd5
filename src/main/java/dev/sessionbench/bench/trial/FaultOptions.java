package dev.sessionbench.bench.trial;

import dev.sessionbench.base.model.Codec;
import dev.sessionbench.base.model.LatencyProfile;
import dev.sessionbench.base.model.Parameter;
import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.model.Schema;
import dev.sessionbench.base.model.Settings;
import dev.sessionbench.bench.client.PooledClient;
import dev.sessionbench.bench.load.Workload;
import dev.sessionbench.bench.load.Workload.LoadSize;
import dev.sessionbench.mock.MockServerOptions;
import dev.sessionbench.mock.profile.Profile;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All that decides a run in which the server goes wrong. The server is reached over TCP, where
 * connections can be lost.
 *
 * @param shape the pool
 * @param size the size of the load, with the seed
 * @param scenario what goes wrong
 * @param creationTimeout how long the client waits for one BatchCreateSessions where one is never
 *     answered, at least 1 ms; elsewhere it waits 60 s, its own default
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
      new Parameter<>(
          "scenario",
          Codec.oneOf(FaultScenario.values()),
          FaultScenario.NONE,
          "how the server goes wrong");
  private static final Parameter<Integer> CREATION_TIMEOUT =
      Parameter.whole(
          "creationTimeoutMillis",
          500,
          1,
          60_000,
          "how long the client waits for one BatchCreateSessions under stall");

  /** What the benchmark of faults has. */
  public static final Schema SCHEMA =
      TrialParameters.POOL.and(Schema.of("the benchmark", SCENARIO, CREATION_TIMEOUT));

  /** The load: writes, under which the pool grows, and as many reads. */
  static final Workload WORKLOAD = Workload.BURST_READ_AND_WRITE;

  /**
   * Reads the options from the words that a user gives with {@code -p name=value}.
   *
   * @param words the value of every parameter by name
   * @return the options
   * @throws IllegalArgumentException if a value is missing or wrong: one line that names the
   *     parameter, its value and what would be right
   */
  public static FaultOptions read(Map<String, String> words) {
    Settings settings = TrialParameters.settings(SCHEMA, words);
    return new FaultOptions(
        TrialParameters.shape(settings),
        TrialParameters.size(WORKLOAD, settings),
        settings.get(SCENARIO),
        Duration.ofMillis(settings.get(CREATION_TIMEOUT)),
        TrialParameters.PROFILE.read(words));
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

  /** A run against a server of other times. */
  Scenario scenario(LatencyProfile serverTimes) {
    Handicap handicap = Handicap.ofThisProcess();
    MockServerOptions mock =
        profile
            .options()
            .withLatencies(handicap.slowed(serverTimes))
            .withSeed(size.seed())
            .withJournalCapacity(0);
    return new Scenario(
        shape,
        WORKLOAD.plan(size),
        /* timeScale= */ 1,
        mock,
        /* elsewhere= */ Optional.empty(),
        scenario.plan(),
        address ->
            new PooledClient(
                shape,
                address,
                Optional.of(creationTimeout).filter(timeout -> scenario.limitsCreations()),
                Optional.empty(),
                handicap.interceptors()),
        /* fillsFirst= */ true,
        /* toleratesErrors= */ true,
        handicap,
        List.of(GrowthChecks::noMultiplexedSessions, FaultProbe.of(scenario)));
  }
}
