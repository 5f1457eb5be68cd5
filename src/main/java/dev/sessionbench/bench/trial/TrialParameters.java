package dev.sessionbench.bench.trial;

import dev.sessionbench.base.model.CostModel;
import dev.sessionbench.base.model.FileParameters;
import dev.sessionbench.base.model.Invalid;
import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.model.Transport;
import dev.sessionbench.bench.client.Generation;
import dev.sessionbench.bench.client.ServerAddress;
import dev.sessionbench.bench.load.Workload;
import dev.sessionbench.mock.profile.Profile;
import dev.sessionbench.mock.profile.ProfileParameter;
import dev.sessionbench.mock.profile.Profiles;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads the options of a run from the words that a user gives with {@code -p name=value}. Every
 * complaint is one line that names the parameter, its value and what would be right.
 */
public final class TrialParameters {
  private static final String SERVER = "server";
  private static final String TIME_SCALE = "timeScale";
  private static final String OUR_SERVER = "mock";
  private static final String CLIENT = "client";
  private static final String WRITE_FRACTION = "writeFraction";
  private static final String DEFAULT_WRITE_FRACTION = "0.2";

  /** How our own server behaves; the original's times where nothing is said. */
  public static final ProfileParameter PROFILE = new ProfileParameter(Profiles.ORIGINAL);

  private static final String COST_MODEL = "costModel";

  /** The word for the cost model that the profile names. */
  private static final String OF_PROFILE = "profile";

  /**
   * What sets our own server alone, with the words that may stand there beside another. The first
   * is what was before there was a choice.
   */
  private static final Map<String, List<String>> OF_OUR_SERVER =
      Map.of(
          "transport",
          List.of("tcp", "inprocess"),
          "port",
          List.of("0"),
          COST_MODEL,
          List.of("flat", OF_PROFILE),
          FileParameters.PROFILE,
          List.of(PROFILE.standard()));

  private TrialParameters() {}

  /**
   * Reads the options of a run.
   *
   * @param workload the load
   * @param words the value of every parameter by name
   * @return the options
   * @throws IllegalArgumentException if a value is missing or wrong
   */
  public static TrialOptions read(Workload workload, Map<String, String> words) {
    ParameterWords parameters = new ParameterWords(complete(words));
    PoolShape shape = parameters.shape();
    Profile profile = PROFILE.read(parameters.words());
    TrialOptions options =
        new TrialOptions(
            workload,
            shape,
            parameters
                .size(workload, shape.maxSessions())
                .withTimeScale(parameters.integer(TIME_SCALE)),
            parameters.constant("transport", Transport.values()),
            parameters.port(),
            costModel(parameters, profile),
            parameters.flag("waitForMinSessions"),
            elsewhere(parameters),
            otherClient(parameters),
            profile);
    Invalid.when(
        options.size().timeScale() > 1
            && options.server().isEmpty()
            && profile.options().splits().isPresent(),
        "profile=%s: has a section splits, which timeScale=%d does not stretch; add -p timeScale=1",
        profile.name(),
        options.size().timeScale());
    return options;
  }

  private static Optional<OtherClient> otherClient(ParameterWords parameters) {
    double writeFraction = parameters.fraction(WRITE_FRACTION);
    List<Generation> generations = generations(parameters.word(CLIENT));
    return Optional.of(new OtherClient(generations, writeFraction))
        .filter(other -> !generations.isEmpty());
  }

  /** The version of each client; none for the build's own. */
  private static List<Generation> generations(@Nullable String word) {
    return word == null || word.equals(Generation.BUILT) ? List.of() : OtherClient.parse(word);
  }

  /** A cost model that is named wins over the profile's. */
  private static CostModel costModel(ParameterWords parameters, Profile profile) {
    return parameters.word(COST_MODEL).equals(OF_PROFILE)
        ? profile.options().costModel()
        : parameters.constant(
            COST_MODEL,
            CostModel.values(),
            "one of %s, or %s for that of the profile"
                .formatted(Arrays.toString(CostModel.values()), OF_PROFILE));
  }

  /**
   * The parameters that tell a run from others: without the server where it is our own and the
   * profile where it is the original, as it was before there was a choice; with the hash of any
   * other profile's content; and without what our own server alone is set by where it is not ours.
   * The client is left out where it is the build's own; another is named by its version. The part
   * of the sessions to prepare for writing is left out where the client prepares none.
   *
   * @param words the value of every parameter by name
   * @return those that mean something
   * @throws IllegalArgumentException if there is no such profile
   */
  public static Map<String, String> identity(Map<String, String> words) {
    boolean mock = isMock(complete(words));
    Map<String, String> telling = mock ? PROFILE.identity(words) : new TreeMap<>(words);
    List<Generation> clients = generations(complete(words).get(CLIENT));
    telling.remove(CLIENT);
    if (!clients.isEmpty()) {
      telling.put(CLIENT, OtherClient.name(clients));
    }
    telling.remove(WRITE_FRACTION, DEFAULT_WRITE_FRACTION);
    if (clients.stream().noneMatch(Generation::preparesSessions)) {
      telling.remove(WRITE_FRACTION);
    }
    if (!mock) {
      OF_OUR_SERVER.keySet().forEach(telling::remove);
      telling.remove(FileParameters.PROFILE_CONTENT);
      return telling;
    }
    telling.remove(SERVER);
    CostModel ofProfile = PROFILE.read(words).options().costModel();
    if (ofProfile.isNamed()) {
      telling.replace(COST_MODEL, OF_PROFILE, ofProfile.toString());
    }
    return telling;
  }

  /**
   * The same of a load by its name: the steady increase has one caller, whether it is said or not.
   *
   * @throws IllegalArgumentException if there is no such profile
   */
  public static Map<String, String> identity(String load, Map<String, String> words) {
    Map<String, String> telling = identity(words);
    if (load.equals(Workload.STEADY_INCREASE.benchmarkName())) {
      telling.replace("concurrency", "1", "0");
    }
    return telling;
  }

  /** With what is left out of an identity. */
  private static Map<String, String> complete(Map<String, String> words) {
    Map<String, String> complete =
        new TreeMap<>(
            Map.of(
                SERVER,
                OUR_SERVER,
                TIME_SCALE,
                "1",
                CLIENT,
                Generation.BUILT,
                WRITE_FRACTION,
                DEFAULT_WRITE_FRACTION));
    OF_OUR_SERVER.forEach((name, right) -> complete.put(name, right.get(0)));
    complete.putAll(words);
    return complete;
  }

  private static boolean isMock(Map<String, String> complete) {
    return OUR_SERVER.equals(complete.get(SERVER));
  }

  private static Optional<ServerAddress.Tcp> elsewhere(ParameterWords parameters) {
    if (isMock(parameters.words())) {
      return Optional.empty();
    }
    OF_OUR_SERVER.forEach(
        (name, right) ->
            Invalid.when(
                !right.contains(parameters.word(name)),
                "%s=%s: sets the suite's own server and has no meaning with server=%s; leave it out",
                name,
                parameters.word(name),
                parameters.word(SERVER)));
    Invalid.when(
        !parameters.word(TIME_SCALE).equals("1"),
        "timeScale=%s: stretches the suite's own server alone; with server=%s add -p timeScale=1",
        parameters.word(TIME_SCALE),
        parameters.word(SERVER));
    Optional<ServerAddress.Tcp> address = ServerAddress.Tcp.parse(parameters.word(SERVER));
    if (address.isEmpty()) {
      throw parameters.wrong(
          SERVER,
          "host:port with a port from 1 to %d, as in localhost:9010, or %s for the suite's own"
              .formatted(ServerAddress.Tcp.MAX_PORT, OUR_SERVER),
          null);
    }
    return address;
  }
}
