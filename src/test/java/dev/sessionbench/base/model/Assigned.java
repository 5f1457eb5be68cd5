package dev.sessionbench.base.model;

import java.util.Map;
import java.util.TreeMap;

/** Reads parameters as tests write them. */
public final class Assigned {
  private Assigned() {}

  /**
   * The values by name of {@code name=value} words, separated by spaces; the last of a name counts.
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
