package dev.sessionbench.trial;

import dev.sessionbench.model.CostModel;
import dev.sessionbench.model.PoolShape;
import dev.sessionbench.model.Transport;
import dev.sessionbench.workload.Workload;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the options of a run from the words that a user gives with {@code -p name=value}. Every
 * complaint is one line that names the parameter, its value and what would be right.
 */
public final class TrialParameters {
  private static final int MAX_PORT = 65_535;

  private final Map<String, String> words;

  private TrialParameters(Map<String, String> words) {
    this.words = words;
  }

  /**
   * Reads the options of a run.
   *
   * @param workload the load
   * @param words the value of every parameter by name
   * @return the options
   * @throws IllegalArgumentException if a value is missing or wrong
   */
  public static TrialOptions read(Workload workload, Map<String, String> words) {
    return new TrialParameters(words).options(workload);
  }

  private TrialOptions options(Workload workload) {
    PoolShape shape =
        new PoolShape(
            integer("minSessions"),
            integer("maxSessions"),
            integer("incStep"),
            integer("numChannels"));
    return new TrialOptions(
        workload,
        workload.options(
            shape,
            atLeastZero("operations", "the benchmark's own number"),
            atLeastZero("concurrency", "twice maxSessions"),
            wholeNumber("seed")),
        constant("transport", Transport.values()),
        port(),
        constant("costModel", CostModel.values()),
        flag("waitForMinSessions"));
  }

  private String word(String name) {
    String word = words.get(name);
    if (word == null) {
      throw new IllegalArgumentException(name + " is missing");
    }
    return word;
  }

  private long wholeNumber(String name) {
    String word = word(name);
    try {
      return Long.parseLong(word);
    } catch (NumberFormatException e) {
      throw wrong(name, "a whole number", e);
    }
  }

  private int integer(String name) {
    String word = word(name);
    try {
      return Integer.parseInt(word);
    } catch (NumberFormatException e) {
      throw wrong(name, "a whole number up to " + Integer.MAX_VALUE, e);
    }
  }

  private int atLeastZero(String name, String meaningOfZero) {
    int value = integer(name);
    if (value < 0) {
      throw wrong(name, "at least 1, or 0 for " + meaningOfZero, null);
    }
    return value;
  }

  private int port() {
    int port = integer("port");
    if (port < 0 || port > MAX_PORT) {
      throw wrong("port", "from 1 to " + MAX_PORT + ", or 0 for any free one", null);
    }
    return port;
  }

  private boolean flag(String name) {
    String word = word(name);
    if (!word.equals("true") && !word.equals("false")) {
      throw wrong(name, "true or false", null);
    }
    return Boolean.parseBoolean(word);
  }

  private <E extends Enum<E>> E constant(String name, E[] constants) {
    String word = word(name);
    for (E constant : constants) {
      if (constant.toString().equals(word)) {
        return constant;
      }
    }
    throw wrong(name, "one of " + Arrays.toString(constants), null);
  }

  private IllegalArgumentException wrong(String name, String right, @Nullable Throwable cause) {
    return new IllegalArgumentException(
        "%s=%s: must be %s".formatted(name, word(name), right), cause);
  }
}
