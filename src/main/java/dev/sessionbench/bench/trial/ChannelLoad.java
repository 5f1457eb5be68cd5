package dev.sessionbench.bench.trial;

import com.google.common.base.CaseFormat;
import dev.sessionbench.base.model.Invalid;
import dev.sessionbench.base.model.Latency;
import dev.sessionbench.base.model.Latency.FixedTime;
import dev.sessionbench.base.model.LatencyProfile;
import dev.sessionbench.base.model.Parameter;
import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.model.RunMetric;
import dev.sessionbench.base.model.Schema;
import dev.sessionbench.base.model.Settings;
import dev.sessionbench.base.model.Transport;
import dev.sessionbench.bench.client.ClientChannels;
import dev.sessionbench.bench.client.ClientUnderTest;
import dev.sessionbench.bench.client.Generation;
import dev.sessionbench.bench.load.GrowthLog;
import dev.sessionbench.bench.load.LoadPlan;
import dev.sessionbench.bench.load.Loops;
import dev.sessionbench.bench.load.Operation;
import dev.sessionbench.bench.load.OperationTimes;
import dev.sessionbench.bench.trial.ChannelMetrics.Change;
import dev.sessionbench.bench.trial.Observation.ServerView;
import dev.sessionbench.bench.trial.Scenario.Earlier;
import dev.sessionbench.bench.trial.Trial.TrialSpec;
import dev.sessionbench.mock.MockServerOptions;
import dev.sessionbench.mock.fault.FaultPlan;
import dev.sessionbench.mock.profile.Profile;
import dev.sessionbench.mock.rpc.ConnectionOptions;
import dev.sessionbench.mock.rpc.RpcCounters.ConnectionStatistics;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Shows how a fresh client opens its channels and spreads calls over them. Its first traffic is
 * many callers who make one query after the other.
 *
 * @param shape how many callers there are, and when
 * @param client the client, with the sessions that it uses by default
 * @param settings a value for each parameter
 * @param profile how the server behaves, but for the time of the query
 */
public record ChannelLoad(Shape shape, MeasuredClient client, Settings settings, Profile profile)
    implements TrialSpec {
  private static final Parameter<List<ClientUnderTest>> CLIENT =
      new Parameter<>(
          TrialParameters.CLIENT.name(),
          MeasuredClient.CODEC,
          List.of(Generation.parse(Generation.NEWEST)),
          "newest, a version, or a fleet as in 4x6.104.0, with the sessions of its own choice");
  private static final Parameter<Transport> TRANSPORT =
      TrialParameters.TRANSPORT.standing(Transport.TCP);

  /** The callers. */
  public static final Parameter<Integer> CALLERS =
      Parameter.whole(
          TrialParameters.CONCURRENCY.name(), 400, 1, 10_000, "most callers, each in its own loop");

  private static final Parameter<Integer> QUERIES =
      Parameter.whole(
          TrialParameters.OPERATIONS.name(), 0, 0, 10_000_000, "queries in all; 0 for 20 a caller");
  private static final Parameter<Integer> EARLIER =
      Parameter.whole("earlierQueries", 0, 0, 10_000_000, "queries before any metric begins");
  private static final Parameter<Integer> FIRST =
      Parameter.whole("firstCallers", 25, 1, 10_000, "callers at the start and at the end");
  private static final Parameter<Double> STEP =
      Parameter.millis("stepMillis", 1_000, 1, "until the callers double or halve");

  /** How long the server takes for a query. */
  public static final Parameter<Double> QUERY =
      Parameter.millis("queryMillis", 62, 0, "that the server takes for a query");

  private static final Parameter<Integer> NUMBER = channel(ClientChannels.NUMBER);
  private static final Parameter<String> GRPC_GCP = channel(ClientChannels.GRPC_GCP);
  private static final Parameter<String> DYNAMIC = channel(ClientChannels.DYNAMIC);

  private static final Schema OF_CLIENT =
      Schema.of(
          "the benchmark", CLIENT, NUMBER, GRPC_GCP, DYNAMIC, ClientChannels.DEADLINE, TRANSPORT);

  /** The client's own default; only a client with a session pool uses it. */
  private static final PoolShape SESSIONS = new PoolShape(100, 400, 25, 4);

  private static final Operation READ = new Operation(Operation.Kind.READ, 0, 0, 0, false);
  private static final int QUERIES_PER_CALLER = 20;
  private static final int MOST_STEPS = 4096;

  /** How many callers there are over time. Each makes the next query once its last has ended. */
  public enum Shape {
    /** All from the start. */
    COLD_BURST {
      @Override
      Schema callers() {
        return Schema.of("callers", CALLERS, QUERIES);
      }

      @Override
      public LoadPlan plan(Settings settings) {
        return burst(settings.get(CALLERS), settings.get(QUERIES));
      }

      @Override
      public Schema schema() {
        return super.schema().and(Schema.of("callers", EARLIER));
      }
    },
    /** Few at first. Their number doubles with each step, and then halves. */
    RAMP_UP {
      @Override
      Schema callers() {
        return Schema.of("callers", CALLERS, FIRST, STEP);
      }

      @Override
      public LoadPlan plan(Settings settings) {
        int most = settings.get(CALLERS);
        int first = settings.get(FIRST);
        Invalid.when(first > most, "firstCallers=%d: must be at most concurrency=%d", first, most);
        long queryNanos = Math.max(TimeUnit.MILLISECONDS.toNanos(1), settings.nanos(QUERY));
        return Loops.doubling(first, most, settings.nanos(STEP), queryNanos, READ);
      }
    };

    /** The shape that a benchmark is named after. */
    public static Shape of(String benchmark) {
      return Stream.of(values()).filter(s -> benchmark.endsWith("." + s)).findFirst().orElseThrow();
    }

    abstract Schema callers();

    /** The parameters of the benchmark. */
    public Schema schema() {
      return OF_CLIENT.and(load());
    }

    /** Those of the load and the server, which virtual time has too. */
    public Schema load() {
      return callers()
          .and(Schema.of("server", QUERY, TrialParameters.SEED, TrialParameters.PROFILE_NAME));
    }

    /**
     * The load.
     *
     * @throws IllegalArgumentException if it cannot be played: one line
     */
    public abstract LoadPlan plan(Settings settings);

    @Override
    public String toString() {
      return CaseFormat.UPPER_UNDERSCORE.to(CaseFormat.LOWER_CAMEL, name());
    }
  }

  /** The parameter applies only over TCP, because one channel carries all calls in process. */
  private static <T> Parameter<T> channel(Parameter<T> parameter) {
    return parameter.where(settings -> settings.get(TRANSPORT) == Transport.TCP);
  }

  /**
   * Reads the options from the values that a user gives with {@code -p name=value}.
   *
   * @param shape which load
   * @param values the value of every parameter by name
   * @throws IllegalArgumentException if a value is wrong: one line that names the parameter, its
   *     value and what would be right
   */
  public static ChannelLoad read(Shape shape, Map<String, String> values) {
    Settings settings = TrialParameters.settings(shape.schema(), values);
    var unused = shape.plan(settings);
    Profile profile = TrialParameters.PROFILE.read(values);
    TrialParameters.requireTcp(profile, settings.get(TRANSPORT));
    List<ClientUnderTest> clients = settings.get(CLIENT);
    Invalid.when(
        clients.isEmpty(),
        "client=%s: must be another here, for it is set up as its users do: name its version",
        Generation.BUILT);
    for (Parameter<?> set : OF_CLIENT.all()) {
      boolean needsTcp = !set.applies().test(settings) && !settings.isDefault(set);
      Invalid.when(needsTcp, "%s=%s: needs transport=tcp", set.name(), settings.text(set));
    }
    List<ClientUnderTest> asTheyCome = clients.stream().map(ClientUnderTest::asItComes).toList();
    return new ChannelLoad(shape, new MeasuredClient(asTheyCome, settings), settings, profile);
  }

  /** The parameters that results keep of a cell. */
  public static Map<String, String> recorded(Shape shape, Map<String, String> values) {
    Schema schema = shape.schema();
    return TrialParameters.PROFILE.recorded(
        schema, TrialParameters.settings(schema, values), values);
  }

  private static LoadPlan burst(int callers, int queries) {
    return new LoadPlan(queries == 0 ? QUERIES_PER_CALLER * callers : queries, callers, i -> READ);
  }

  @Override
  public Scenario measured() {
    int earlier = settings.has(EARLIER) ? settings.get(EARLIER) : 0;
    return scenario(shape.plan(settings), earlier);
  }

  /** Warms up with another client in the same process. */
  @Override
  public Scenario warmup() {
    return scenario(burst(settings.get(CALLERS), /* queries= */ 0), /* earlier= */ 0);
  }

  private Scenario scenario(LoadPlan load, int earlier) {
    Latency query = new FixedTime(settings.nanos(QUERY));
    MockServerOptions own = profile.options().withFaults(FaultPlan.NONE).withJournalCapacity(0);
    LatencyProfile latencies = own.latencies().with(Rpc.EXECUTE_STREAMING_SQL, query);
    long seed = settings.get(TrialParameters.SEED);
    MockServerOptions mock =
        own.withTransport(settings.get(TRANSPORT)).withLatencies(latencies).withSeed(seed);
    ChannelMetrics metrics =
        new ChannelMetrics(mock.connections().orElse(ConnectionOptions.UNLIMITED).streams());
    long deadlineNanos = TimeUnit.MILLISECONDS.toNanos(settings.get(ClientChannels.DEADLINE));
    return new Scenario(
        SESSIONS,
        load,
        /* timeScale= */ 1,
        mock,
        /* elsewhere= */ Optional.empty(),
        FaultPlan.NONE,
        address -> client.build(SESSIONS, address, metrics),
        /* fillsFirst= */ earlier > 0,
        Optional.of(new Earlier(burst(settings.get(CALLERS), earlier), metrics::restart))
            .filter(any -> earlier > 0),
        /* tolerated= */ failed -> failed.releasedNanos() - failed.wantedNanos() < deadlineNanos,
        List.of(this::calls, (seen, report) -> channels(seen, metrics, report)));
  }

  private void calls(Observation seen, TrialReport report) {
    if (shape == Shape.COLD_BURST) {
      GrowthChecks.allEnded(seen, report);
    }
    long failed = seen.failed();
    report.complainIf(failed == seen.operations().size(), "each of %d queries failed", failed);
    report.add(RunMetric.APPLICATION_ERRORS, failed);
    GrowthProbes.calls(seen, report);
    GrowthProbes.usage(seen.usage(), report);
  }

  private static void channels(Observation seen, ChannelMetrics metrics, TrialReport report) {
    ServerView server = seen.server().orElseThrow();
    GrowthProbes.channels(server, report);
    ConnectionStatistics connections = server.connections();
    report.add(RunMetric.CONNECTIONS_OPENED, connections.opened());
    report.add(RunMetric.CONNECTIONS_CLOSED, connections.closed());
    report.add(RunMetric.CONNECTIONS_CUT_OFF, connections.cutOff());
    report.add(RunMetric.CALLS_ON_CONNECTION, connections.peak());
    GrowthLog log = new GrowthLog(MOST_STEPS);
    List<Change> changes = new ArrayList<>();
    connections.openings().forEach(at -> changes.add(new Change(at, 0, 1)));
    connections.closings().forEach(at -> changes.add(new Change(at, 0, -1)));
    changes.forEach(
        change -> log.connected(seen.sinceStartNanos(change.nanos()), change.channels()));
    for (OperationTimes call : seen.operations()) {
      changes.add(new Change(call.wantedNanos(), 1, 0));
      changes.add(new Change(call.releasedNanos(), -1, 0));
      log.ended(call, seen::sinceStartNanos);
    }
    changes.stream().sorted(Comparator.comparingLong(Change::nanos)).forEach(metrics::add);
    metrics.report(report::add);
    log.curves().forEach(report::curve);
  }
}
