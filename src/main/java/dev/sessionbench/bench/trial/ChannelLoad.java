package dev.sessionbench.bench.trial;

import dev.sessionbench.base.model.Invalid;
import dev.sessionbench.base.model.Latency;
import dev.sessionbench.base.model.Latency.FixedTime;
import dev.sessionbench.base.model.Parameter;
import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.model.RunMetric;
import dev.sessionbench.base.model.Schema;
import dev.sessionbench.base.model.Settings;
import dev.sessionbench.base.model.Transport;
import dev.sessionbench.bench.client.CallEvents;
import dev.sessionbench.bench.client.ClientChannels;
import dev.sessionbench.bench.client.ClientUnderTest;
import dev.sessionbench.bench.client.Generation;
import dev.sessionbench.bench.load.LoadPlan;
import dev.sessionbench.bench.load.Operation;
import dev.sessionbench.bench.trial.Observation.ServerView;
import dev.sessionbench.bench.trial.Trial.TrialSpec;
import dev.sessionbench.mock.MockServerOptions;
import dev.sessionbench.mock.fault.FaultPlan;
import dev.sessionbench.mock.profile.Profile;
import dev.sessionbench.mock.rpc.ConnectionOptions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.ConcurrentHistogram;

/**
 * Shows how a fresh client opens its channels and spreads calls over them. Its first traffic is
 * many callers who make one query after the other.
 *
 * @param client the client, with the sessions that it uses by default
 * @param settings a value for each parameter
 * @param profile how the server behaves, but for the time of the query
 */
public record ChannelLoad(MeasuredClient client, Settings settings, Profile profile)
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
          TrialParameters.CONCURRENCY.name(), 400, 1, 10_000, "callers, each in a loop of its own");

  /** The queries of all callers together. */
  public static final Parameter<Integer> QUERIES =
      Parameter.whole(
          TrialParameters.OPERATIONS.name(), 0, 0, 10_000_000, "queries in all; 0 for 20 a caller");

  /** How long the server takes for a query. */
  public static final Parameter<Double> QUERY =
      Parameter.millis("queryMillis", 62, 0, "that the server takes for a query");

  /** The parameters of the benchmark. */
  public static final Schema SCHEMA =
      Schema.of(
          "the benchmark",
          CLIENT,
          channel(ClientChannels.NUMBER),
          channel(ClientChannels.GRPC_GCP),
          channel(ClientChannels.DYNAMIC),
          CALLERS,
          QUERIES,
          QUERY,
          ClientChannels.DEADLINE,
          TRANSPORT,
          TrialParameters.SEED,
          TrialParameters.PROFILE_NAME);

  /** The client's own default; only a client with a session pool uses it. */
  private static final PoolShape SESSIONS = new PoolShape(100, 400, 25, 4);

  private static final int QUERIES_PER_CALLER = 20;

  /** The parameter applies only over TCP, because one channel carries all calls in process. */
  private static <T> Parameter<T> channel(Parameter<T> parameter) {
    return parameter.where(settings -> settings.get(TRANSPORT) == Transport.TCP);
  }

  /**
   * Reads the options from the values that a user gives with {@code -p name=value}.
   *
   * @param words the value of every parameter by name
   * @throws IllegalArgumentException if a value is wrong: one line that names the parameter, its
   *     value and what would be right
   */
  public static ChannelLoad read(Map<String, String> words) {
    Settings settings = TrialParameters.settings(SCHEMA, words);
    Profile profile = TrialParameters.PROFILE.read(words);
    TrialParameters.requireTcp(profile, settings.get(TRANSPORT));
    List<ClientUnderTest> clients = settings.get(CLIENT);
    Invalid.when(
        clients.isEmpty(),
        "client=%s: must be another here, for it is set up as its users do: name its version",
        Generation.BUILT);
    for (Parameter<?> set :
        List.of(ClientChannels.NUMBER, ClientChannels.GRPC_GCP, ClientChannels.DYNAMIC)) {
      Invalid.when(
          settings.get(TRANSPORT) == Transport.INPROCESS && !settings.isDefault(set),
          "%s=%s: needs transport=tcp",
          set.name(),
          settings.text(set));
    }
    return new ChannelLoad(
        new MeasuredClient(clients.stream().map(ClientUnderTest::asItComes).toList(), settings),
        settings,
        profile);
  }

  /** The parameters that results keep of a cell. */
  public static Map<String, String> told(Map<String, String> words) {
    return TrialParameters.PROFILE.told(SCHEMA, TrialParameters.settings(SCHEMA, words), words);
  }

  /** The load: every caller makes the next query as soon as its last one is answered. */
  LoadPlan load() {
    Operation query = new Operation(Operation.Kind.READ, 0, 0, 0, false);
    return new LoadPlan(queries(settings), settings.get(CALLERS), i -> query);
  }

  /** How many queries all callers make. */
  public static int queries(Settings settings) {
    int queries = settings.get(QUERIES);
    return queries == 0 ? settings.get(CALLERS) * QUERIES_PER_CALLER : queries;
  }

  @Override
  public Scenario measured() {
    LoadPlan load = load();
    Latency query = new FixedTime(settings.nanos(QUERY));
    MockServerOptions mock =
        profile
            .options()
            .withFaults(FaultPlan.NONE)
            .withTransport(settings.get(TRANSPORT))
            .withLatencies(profile.options().latencies().with(Rpc.EXECUTE_STREAMING_SQL, query))
            .withSeed(settings.get(TrialParameters.SEED))
            .withJournalCapacity(0);
    StreamWaits waits =
        new StreamWaits(
            mock.connections().map(ConnectionOptions::streams).orElse(Integer.MAX_VALUE),
            new ConcurrentHistogram(3),
            new LongAdder());
    return new Scenario(
        SESSIONS,
        load,
        /* timeScale= */ 1,
        mock,
        /* elsewhere= */ Optional.empty(),
        FaultPlan.NONE,
        address -> client.build(SESSIONS, address, waits),
        /* fillsFirst= */ false,
        /* toleratesErrors= */ false,
        List.of(
            (seen, report) -> GrowthChecks.allEnded(seen, report),
            ChannelLoad::calls,
            (seen, report) -> waits.read(report)));
  }

  /** Warms up with another client in the same process. */
  @Override
  public Scenario warmup() {
    return measured();
  }

  private static void calls(Observation seen, TrialReport report) {
    GrowthProbes.calls(seen, report);
    ServerView server = seen.server().orElseThrow();
    GrowthProbes.channels(server, report);
    report.add(RunMetric.CONNECTIONS_OPENED, server.connections().opened());
    report.add(RunMetric.CONNECTIONS_CLOSED, server.connections().closed());
    report.add(RunMetric.CALLS_ON_CONNECTION, server.connections().maxCalls());
    GrowthProbes.usage(seen.usage(), report);
  }

  /**
   * Collects how long calls waited for a stream of their connection, on the client's side.
   *
   * @param limit streams of a connection
   * @param nanos the wait of each call, 0 if it found a free stream
   * @param waits calls that found no free stream
   */
  private record StreamWaits(int limit, ConcurrentHistogram nanos, LongAdder waits)
      implements CallEvents {
    @Override
    public void start(String fullMethodName) {}

    @Override
    public void end(String fullMethodName) {}

    @Override
    public void gotStream(int ahead, long waitedNanos) {
      boolean waited = ahead >= limit;
      nanos.recordValue(waited ? Math.max(0, waitedNanos) : 0);
      waits.add(waited ? 1 : 0);
    }

    void read(TrialReport report) {
      if (nanos.getTotalCount() > 0) {
        report.add(RunMetric.STREAM_WAITS, waits.sum());
        report.millis(RunMetric.STREAM_WAIT_P99, nanos.getValueAtPercentile(99));
      }
    }
  }
}
