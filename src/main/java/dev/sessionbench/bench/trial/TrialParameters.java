package dev.sessionbench.bench.trial;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.Codec;
import dev.sessionbench.base.model.CostModel;
import dev.sessionbench.base.model.FileParameters;
import dev.sessionbench.base.model.Invalid;
import dev.sessionbench.base.model.Parameter;
import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.model.Schema;
import dev.sessionbench.base.model.Settings;
import dev.sessionbench.base.model.Transport;
import dev.sessionbench.bench.client.ClientUnderTest;
import dev.sessionbench.bench.client.ConnectionPool;
import dev.sessionbench.bench.client.Generation;
import dev.sessionbench.bench.client.ServerAddress;
import dev.sessionbench.bench.load.Workload;
import dev.sessionbench.bench.load.Workload.LoadSize;
import dev.sessionbench.mock.MockServerOptions;
import dev.sessionbench.mock.fault.FaultPlan;
import dev.sessionbench.mock.profile.Profile;
import dev.sessionbench.mock.profile.ProfileParameter;
import dev.sessionbench.mock.profile.Profiles;
import dev.sessionbench.mock.rpc.ConnectionOptions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Defines the parameters of a pool that grows under a load: their names, ranges, defaults and
 * meanings. Users set them with {@code -p name=value}.
 */
public final class TrialParameters {
  private static final int MANY = Integer.MAX_VALUE;
  private static final int MAX_PORT = ServerAddress.Tcp.MAX_PORT;
  private static final String OUR_SERVER = "mock";

  /** The value that stands for the cost model of the profile. */
  private static final String OF_PROFILE = "profile";

  public static final Parameter<Integer> MIN_SESSIONS =
      Parameter.whole("minSessions", 100, 0, MANY, "sessions that the pool holds at least");
  public static final Parameter<Integer> MAX_SESSIONS =
      Parameter.whole("maxSessions", 400, 1, MANY, "sessions that the pool holds at most");
  public static final Parameter<Integer> INC_STEP =
      Parameter.whole(PoolShape.INC_STEP, 25, 1, MANY, "sessions asked for when all are busy")
          .where(TrialParameters::hasPool);
  public static final Parameter<Integer> NUM_CHANNELS =
      Parameter.whole("numChannels", 4, 1, PoolShape.MAX_CHANNELS, "the client's gRPC channels");
  public static final Parameter<Long> SEED =
      Parameter.seed(
          "seed",
          "decides every wait of the load, and every simulated time and fault of the server");
  private static final Codec<Integer> COUNT_OR_OWN =
      Codec.whole(0, MANY).saying("at least 1, or 0 for the benchmark's own number");
  public static final Parameter<Integer> OPERATIONS =
      new Parameter<>("operations", COUNT_OR_OWN, 0, "operations in all");
  private static final Codec<Integer> COUNT_OR_TWICE_MAX =
      Codec.whole(0, MANY).saying("at least 1, or 0 for twice maxSessions");
  public static final Parameter<Integer> CONCURRENCY =
      new Parameter<>("concurrency", COUNT_OR_TWICE_MAX, 0, "threads of a burst");
  public static final Parameter<Integer> TIME_SCALE =
      Parameter.whole(
          "timeScale", 1, 1, LoadSize.MAX_TIME_SCALE, "what simulated times are multiplied by");
  public static final Parameter<Boolean> FILLED =
      new Parameter<>(
          "waitForMinSessions",
          Codec.flag(),
          true,
          "whether the pool holds its minimum before the clock starts");
  public static final Parameter<String> SERVER =
      Parameter.text(
              "server", OUR_SERVER, "mock for the suite's own server, or host:port of another")
          .unlessDefault();
  public static final Parameter<Transport> TRANSPORT =
      Parameter.oneOf(
              "transport", Transport.INPROCESS, "how the client reaches the suite's own server")
          .where(TrialParameters::isMock);
  private static final Codec<Integer> PORT_OR_ANY =
      Codec.whole(0, MAX_PORT).saying("from 1 to " + MAX_PORT + ", or 0 for any free one");
  private static final Parameter<Integer> PORT =
      new Parameter<>("port", PORT_OR_ANY, 0, "the TCP port of the suite's own server")
          .where(TrialParameters::isMock);
  public static final Parameter<String> COST_MODEL =
      new Parameter<>(
              "costModel",
              Codec.oneOf(new String[] {"flat", "linear", "contended", OF_PROFILE})
                  .saying("one of flat, linear, contended, or profile for that of the profile"),
              OF_PROFILE,
              "what creating sessions costs the suite's own server")
          .where(TrialParameters::isMock);
  public static final Parameter<String> PROFILE_NAME =
      Parameter.text(
              FileParameters.PROFILE,
              Profiles.ORIGINAL,
              "the profile of the suite's own server, by its name or file")
          .where(TrialParameters::isMock)
          .unlessDefault();
  public static final Parameter<List<ClientUnderTest>> CLIENT =
      new Parameter<>(
              "client",
              MeasuredClient.CODEC,
              List.of(),
              "built, newest, a version, multiplexed-VERSION, a connection pool, or a fleet as in 4x6.107.0+newest")
          .unlessDefault();
  public static final Parameter<Double> WRITE_FRACTION =
      Generation.WRITE_FRACTION.where(s -> has(s, Generation.WRITE_FRACTION)).unlessDefault();
  public static final Parameter<Integer> ACQUIRE_TIMEOUT =
      ConnectionPool.ACQUIRE_TIMEOUT
          .where(s -> has(s, ConnectionPool.ACQUIRE_TIMEOUT))
          .unlessDefault();

  /** The parameters that only some clients take, and their defaults there. */
  public static final Map<String, String> OF_SOME_CLIENTS =
      Stream.of(WRITE_FRACTION, ACQUIRE_TIMEOUT, INC_STEP)
          .collect(Collectors.toMap(Parameter::name, Parameter::standardText));

  /** The most sessions that one request creates, in a cell of the lab. */
  public static final Parameter<Integer> BATCH_LIMIT =
      Parameter.whole("batchLimit", 100, 1, 100, "sessions that a request creates at most");

  /** How many requests for sessions fail, in percent, in a cell of the lab. */
  public static final Parameter<Double> FAILING =
      Parameter.real("failPercent", 0, 0, 100, "requests for sessions that fail");

  /** The parameters that every benchmark of a pool has. */
  static final Schema POOL =
      Schema.of("a pool", MIN_SESSIONS, MAX_SESSIONS, INC_STEP, NUM_CHANNELS)
          .and(Schema.of("a load", SEED, OPERATIONS, CONCURRENCY, PROFILE_NAME));

  /** The parameters of the main benchmark. */
  public static final Schema ALL =
      POOL.and(Schema.of("the benchmark", TIME_SCALE, FILLED))
          .and(Schema.of("its server", SERVER, TRANSPORT, PORT, COST_MODEL))
          .and(Schema.of("its client", CLIENT, WRITE_FRACTION, ACQUIRE_TIMEOUT));

  /** Parameters that results name only if they are not the default. */
  public static final Set<String> UNLESS_DEFAULT =
      Set.copyOf(
          Parameter.names(List.of(SERVER, PROFILE_NAME, CLIENT, WRITE_FRACTION, ACQUIRE_TIMEOUT)));

  /** Parameters whose values a load file gives. */
  public static final List<String> SAID_BY_LOAD =
      Parameter.names(
          List.of(COST_MODEL, TIME_SCALE, OPERATIONS, CONCURRENCY, BATCH_LIMIT, FAILING));

  /** How the suite's own server behaves; by default with the original's times. */
  public static final ProfileParameter PROFILE = new ProfileParameter(PROFILE_NAME.standard());

  private TrialParameters() {}

  /**
   * Reads the options of a run.
   *
   * @param workload the load
   * @param given the values of parameters by name; the others have their standard values
   * @return the options
   * @throws IllegalArgumentException if a value is wrong: one line that names it and what is right
   */
  public static TrialOptions read(Workload workload, Map<String, String> given) {
    Settings settings = settings(ALL, given);
    PoolShape shape = shape(settings);
    Profile profile = PROFILE.read(given);
    boolean mock = isMock(settings);
    Transport transport = mock ? settings.get(TRANSPORT) : Transport.TCP;
    requireTcp(profile, transport);
    LoadSize size = size(workload, settings).withTimeScale(settings.get(TIME_SCALE));
    CostModel costs = costModel(settings.get(COST_MODEL), profile);
    MockServerOptions own = profile.options().withFaults(FaultPlan.NONE).withTransport(transport);
    MockServerOptions server =
        own.withPort(settings.get(PORT)).withCostModel(costs).withSeed(settings.get(SEED));
    Optional<ServerAddress.Tcp> other = mock ? Optional.empty() : Optional.of(elsewhere(settings));
    MeasuredClient client = new MeasuredClient(settings.get(CLIENT), settings);
    TrialOptions options =
        new TrialOptions(workload, shape, size, server, settings.get(FILLED), other, client);
    boolean takesTime = own.connections().filter(ConnectionOptions::takesTime).isPresent();
    boolean scaled = mock && size.timeScale() > 1;
    Invalid.when(
        scaled && (takesTime || own.splits().isPresent()),
        "profile=%s: has %s, which timeScale=%d does not stretch; add -p timeScale=1",
        profile.name(),
        takesTime ? "times in section connections" : "a section splits",
        size.timeScale());
    return options;
  }

  /** Refuses connection limits if the transport has no connections. */
  static void requireTcp(Profile profile, Transport transport) {
    Invalid.when(
        transport == Transport.INPROCESS && profile.options().connections().isPresent(),
        "profile=%s: has a section connections, which transport=%s lacks; add -p transport=tcp",
        profile.name(),
        transport);
  }

  /** The values of a schema's parameters; any error is an IllegalArgumentException. */
  static Settings settings(Schema schema, Map<String, String> given) {
    try {
      return Settings.read(schema, schema.only(given));
    } catch (BadInput e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  static PoolShape shape(Settings settings) {
    int min = settings.get(MIN_SESSIONS);
    int max = settings.get(MAX_SESSIONS);
    return new PoolShape(min, max, settings.get(INC_STEP), settings.get(NUM_CHANNELS));
  }

  static LoadSize size(Workload workload, Settings settings) {
    int max = settings.get(MAX_SESSIONS);
    int operations = settings.get(OPERATIONS);
    return workload.size(max, operations, settings.get(CONCURRENCY), settings.get(SEED));
  }

  /** Whether any client takes a parameter. */
  private static boolean has(Settings settings, Parameter<?> parameter) {
    return settings.get(CLIENT).stream()
        .anyMatch(client -> client.schema().find(parameter.name()).isPresent());
  }

  /** Whether a client has a pool of regular sessions and uses it. */
  private static boolean hasPool(Settings settings) {
    List<ClientUnderTest> clients = settings.has(CLIENT) ? settings.get(CLIENT) : List.of();
    return clients.isEmpty() || clients.stream().anyMatch(ClientUnderTest::hasIncrement);
  }

  /** A cost model that the user names replaces the profile's. */
  private static CostModel costModel(String word, Profile profile) {
    return word.equals(OF_PROFILE)
        ? profile.options().costModel()
        : Codec.oneOf(CostModel.values()).reader().apply(word).orElseThrow();
  }

  /**
   * What the results of a cell contain: each parameter that applies, and the content hash of a
   * profile that is not the default.
   *
   * @param load the name of the load
   * @param given the values of parameters by name; a missing one has its default
   * @throws IllegalArgumentException if a value is wrong or there is no such profile
   */
  public static Map<String, String> recorded(String load, Map<String, String> given) {
    Settings settings = settings(ALL, given);
    Map<String, String> recorded =
        new TreeMap<>(isMock(settings) ? PROFILE.recorded(given) : given);
    recorded.keySet().removeAll(ALL.names());
    recorded.putAll(settings.recorded());
    if (!isMock(settings)) {
      recorded.remove(FileParameters.PROFILE_CONTENT);
    } else if (settings.get(COST_MODEL).equals(OF_PROFILE)) {
      CostModel ofProfile = PROFILE.read(given).options().costModel();
      recorded.replace(COST_MODEL.name(), ofProfile.isNamed() ? ofProfile.toString() : OF_PROFILE);
    }
    if (load.equals(Workload.STEADY_INCREASE.benchmarkName())) {
      // This load has one caller; results do not repeat it.
      recorded.replace(CONCURRENCY.name(), "1", CONCURRENCY.standardText());
    }
    return recorded;
  }

  /** Whether a value is a parameter's default or means the same. */
  public static boolean isStandard(String name, String word) {
    return ALL.find(name).filter(p -> p.standardText().equals(word)).isPresent()
        || (name.equals(COST_MODEL.name()) && word.equals("flat"));
  }

  private static boolean isMock(Settings settings) {
    return !settings.has(SERVER) || settings.get(SERVER).equals(OUR_SERVER);
  }

  private static ServerAddress.Tcp elsewhere(Settings settings) {
    for (Parameter<?> ours : List.of(PORT, COST_MODEL, PROFILE_NAME, TIME_SCALE)) {
      String word = settings.text(ours);
      Invalid.when(
          !isStandard(ours.name(), word),
          "%s=%s: sets the suite's own server and has no meaning with server=%s; leave it out",
          ours.name(),
          word,
          settings.get(SERVER));
    }
    return ServerAddress.Tcp.parse(settings.get(SERVER))
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "server=%s: must be host:port with a port from 1 to %d, as in localhost:9010, or %s for the suite's own"
                        .formatted(settings.get(SERVER), MAX_PORT, OUR_SERVER)));
  }
}
