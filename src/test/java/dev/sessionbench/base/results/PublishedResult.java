package dev.sessionbench.base.results;

import dev.sessionbench.base.text.Resource;
import java.util.List;

/**
 * One row of the table published in 2020 with java-spanner pull request 134.
 *
 * @param benchmark the method's name
 * @param step the pool's increment
 * @param millis the published score in milliseconds
 * @param rpcs the published number of BatchCreateSessions RPCs
 */
public record PublishedResult(String benchmark, String step, double millis, long rpcs) {
  /** All published rows. */
  public static List<PublishedResult> all() {
    return Resource.text(PublishedResult.class, "pr134.csv")
        .lines()
        .skip(1)
        .map(line -> line.split(",", -1))
        .map(f -> new PublishedResult(f[0], f[1], Double.parseDouble(f[2]), Long.parseLong(f[3])))
        .toList();
  }
}
