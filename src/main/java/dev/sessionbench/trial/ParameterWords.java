package dev.sessionbench.trial;

import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The words that a user gives with {@code -p name=value}, read as what they should be. Every
 * complaint is one line that names the parameter, its value and what would be right.
 *
 * @param words the value of every parameter by name
 */
record ParameterWords(Map<String, String> words) {
  static final int MAX_PORT = 65_535;

  String word(String name) {
    String word = words.get(name);
    if (word == null) {
      throw new IllegalArgumentException(name + " is missing");
    }
    return word;
  }

  long wholeNumber(String name) {
    String word = word(name);
    try {
      return Long.parseLong(word);
    } catch (NumberFormatException e) {
      throw wrong(name, "a whole number", e);
    }
  }

  int integer(String name) {
    String word = word(name);
    try {
      return Integer.parseInt(word);
    } catch (NumberFormatException e) {
      throw wrong(name, "a whole number up to " + Integer.MAX_VALUE, e);
    }
  }

  int atLeastZero(String name, String meaningOfZero) {
    int value = integer(name);
    if (value < 0) {
      throw wrong(name, "at least 1, or 0 for " + meaningOfZero, null);
    }
    return value;
  }

  int port() {
    int port = integer("port");
    if (port < 0 || port > MAX_PORT) {
      throw wrong("port", "from 1 to " + MAX_PORT + ", or 0 for any free one", null);
    }
    return port;
  }

  boolean flag(String name) {
    String word = word(name);
    if (!word.equals("true") && !word.equals("false")) {
      throw wrong(name, "true or false", null);
    }
    return Boolean.parseBoolean(word);
  }

  <E extends Enum<E>> E constant(String name, E[] constants) {
    String word = word(name);
    for (E constant : constants) {
      if (constant.toString().equals(word)) {
        return constant;
      }
    }
    throw wrong(name, "one of " + Arrays.toString(constants), null);
  }

  IllegalArgumentException wrong(String name, String right, @Nullable Throwable cause) {
    return new IllegalArgumentException(
        "%s=%s: must be %s".formatted(name, word(name), right), cause);
  }
}
