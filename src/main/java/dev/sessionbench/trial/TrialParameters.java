package dev.sessionbench.trial;

import dev.sessionbench.client.ServerAddress;
import dev.sessionbench.model.CostModel;
import dev.sessionbench.model.PoolShape;
import dev.sessionbench.model.Transport;
import dev.sessionbench.load.Workload;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the options of a run from the words that a user gives with {@code -p name=value}. Every
 * complaint is one line that names the parameter, its value and what would be right.
 */
public final class TrialParameters {
  private static final String SERVER = "server";
  private static final String TIME_SCALE = "timeScale";
  private static final String OUR_SERVER = "mock";
  private static final Pattern ADDRESS =
      Pattern.compile("([A-Za-z0-9._-]+|\\[[0-9a-fA-F:]+\\]):([0-9]{1,5})");

  /** What sets our own server alone, with the words that may stand there by default. */
  private static final Map<String, List<String>> OF_OUR_SERVER =
      Map.of(
          "transport", List.of("tcp", "inprocess"),
          "port", List.of("0"),
          "costModel", List.of("flat"));

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
    return new TrialOptions(
        workload,
        shape,
        parameters.size(workload, shape.maxSessions()).withTimeScale(timeScale(parameters)),
        parameters.constant("transport", Transport.values()),
        parameters.port(),
        parameters.constant("costModel", CostModel.values()),
        parameters.flag("waitForMinSessions"),
        elsewhere(parameters));
  }

  /** Results from before times could be stretched have no such parameter. */
  private static int timeScale(ParameterWords parameters) {
    return parameters.words().containsKey(TIME_SCALE) ? parameters.integer(TIME_SCALE) : 1;
  }

  /**
   * The parameters that tell a run from others: without the server where it is our own, as it was
   * before there was a choice, and without what our own server alone is set by where it is not.
   *
   * @param words the value of every parameter by name
   * @return those that mean something
   */
  public static Map<String, String> identity(Map<String, String> words) {
    Map<String, String> telling = new TreeMap<>(words);
    if (isMock(words)) {
      telling.remove(SERVER);
    } else {
      OF_OUR_SERVER.keySet().forEach(telling::remove);
    }
    return telling;
  }

  /** What {@link #identity} leaves out where the server is not ours. */
  private static Map<String, String> complete(Map<String, String> words) {
    if (isMock(words)) {
      return words;
    }
    Map<String, String> complete = new TreeMap<>(words);
    OF_OUR_SERVER.forEach((name, right) -> complete.putIfAbsent(name, right.get(0)));
    return complete;
  }

  private static boolean isMock(Map<String, String> words) {
    // Results from before there was a choice have no such parameter.
    return words.getOrDefault(SERVER, OUR_SERVER).equals(OUR_SERVER);
  }

  private static Optional<ServerAddress.Tcp> elsewhere(ParameterWords parameters) {
    if (isMock(parameters.words())) {
      return Optional.empty();
    }
    OF_OUR_SERVER.forEach(
        (name, right) -> {
          if (!right.contains(parameters.word(name))) {
            throw new IllegalArgumentException(
                "%s=%s: sets the suite's own server and has no meaning with server=%s; leave it out"
                    .formatted(name, parameters.word(name), parameters.word(SERVER)));
          }
        });
    if (timeScale(parameters) != 1) {
      throw new IllegalArgumentException(
          "timeScale=%s: stretches the suite's own server alone, and must be 1 with server=%s"
              .formatted(parameters.word(TIME_SCALE), parameters.word(SERVER)));
    }
    Matcher address = ADDRESS.matcher(parameters.word(SERVER));
    int port = address.matches() ? Integer.parseInt(address.group(2)) : 0;
    if (port < 1 || port > ParameterWords.MAX_PORT) {
      throw parameters.wrong(
          SERVER,
          "host:port with a port from 1 to %d, as in localhost:9010, or %s for the suite's own"
              .formatted(ParameterWords.MAX_PORT, OUR_SERVER),
          null);
    }
    return Optional.of(new ServerAddress.Tcp(address.group(1), port));
  }
}
