package dev.sessionbench.bench.trial;

import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.bench.client.ServerAddress;
import dev.sessionbench.bench.load.Workload;
import dev.sessionbench.bench.load.Workload.LoadSize;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The words that a user gives with {@code -p name=value}, read as what they should be. Every
 * complaint is one line that names the parameter, its value and what would be right.
 *
 * @param words the value of every parameter by name
 */
record ParameterWords(Map<String, String> words) {
  String word(String name) {
    String word = words.get(name);
    if (word == null) {
      throw new IllegalArgumentException(name + " is missing");
    }
    return word;
  }

  int integer(String name) {
    return number(name, Integer::parseInt, "a whole number up to " + Integer.MAX_VALUE);
  }

  private <T> T number(String name, Function<String, T> parser, String right) {
    try {
      return parser.apply(word(name));
    } catch (NumberFormatException e) {
      throw wrong(name, right, e);
    }
  }

  int integer(String name, int least, int most) {
    return integer(name, least, most, "from %d to %d".formatted(least, most));
  }

  private int integer(String name, int least, int most, String right) {
    int value = integer(name);
    if (value < least || value > most) {
      throw wrong(name, right, null);
    }
    return value;
  }

  private int atLeastZero(String name, String meaningOfZero) {
    return integer(name, 0, Integer.MAX_VALUE, "at least 1, or 0 for " + meaningOfZero);
  }

  int port() {
    int most = ServerAddress.Tcp.MAX_PORT;
    return integer("port", 0, most, "from 1 to " + most + ", or 0 for any free one");
  }

  double fraction(String name) {
    String right = "from 0 to 1";
    double value = number(name, Double::parseDouble, right);
    if (!(value >= 0 && value <= 1)) {
      throw wrong(name, right, null);
    }
    return value;
  }

  boolean flag(String name) {
    return constant(name, new Boolean[] {true, false}, "true or false");
  }

  <E extends Enum<E>> E constant(String name, E[] constants) {
    return constant(name, constants, "one of " + Arrays.toString(constants));
  }

  <T> T constant(String name, T[] constants, String right) {
    return Arrays.stream(constants)
        .filter(constant -> constant.toString().equals(word(name)))
        .findFirst()
        .orElseThrow(() -> wrong(name, right, null));
  }

  /** The pool, from the parameters that all benchmarks of pools have. */
  PoolShape shape() {
    return new PoolShape(
        integer("minSessions"),
        integer("maxSessions"),
        integer(PoolShape.INC_STEP),
        integer("numChannels"));
  }

  /** The size of a load, from the parameters that all benchmarks of pools have. */
  LoadSize size(Workload workload, int maxSessions) {
    return workload.size(
        maxSessions,
        atLeastZero("operations", "the benchmark's own number"),
        atLeastZero("concurrency", "twice maxSessions"),
        number("seed", Long::parseLong, "a whole number"));
  }

  IllegalArgumentException wrong(String name, String right, @Nullable Throwable cause) {
    return new IllegalArgumentException(
        "%s=%s: must be %s".formatted(name, word(name), right), cause);
  }
}
