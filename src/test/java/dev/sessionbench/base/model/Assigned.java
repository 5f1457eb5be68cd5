package dev.sessionbench.base.model;

import java.util.Map;
import java.util.TreeMap;

/** Parses parameters in the notation of tests. */
public final class Assigned {
  private Assigned() {}

  /**
   * The values by name of {@code name=value} pairs, separated by spaces; a later pair replaces an
   * earlier one.
   */
  public static Map<String, String> params(String... texts) {
    Map<String, String> params = new TreeMap<>();
    for (String word : String.join(" ", texts).strip().split(" +", -1)) {
      if (!word.isEmpty()) {
        params.put(word.substring(0, word.indexOf('=')), word.substring(word.indexOf('=') + 1));
      }
    }
    return params;
  }
}
