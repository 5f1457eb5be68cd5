package dev.sessionbench.trial;

import dev.sessionbench.workload.Workload;
import dev.sessionbench.workload.WorkloadOptions;
import java.time.Duration;
import java.util.Map;

/**
 * All that decides a run in which the server goes wrong.
 *
 * @param size the size of the load, with the shape of the pool and the seed
 * @param scenario what goes wrong
 * @param creationTimeout how long the client waits for one BatchCreateSessions where one is never
 *     answered, at least 1 ms; elsewhere it waits 60 s, its own default
 */
public record FaultOptions(WorkloadOptions size, FaultScenario scenario, Duration creationTimeout) {
  private static final int MAX_TIMEOUT_MILLIS = 60_000;

  /** The load: writes, under which the pool grows, and as many reads. */
  static final Workload WORKLOAD = Workload.BURST_READ_AND_WRITE;

  /**
   * Reads the options from the words that a user gives with {@code -p name=value}.
   *
   * @param words the value of every parameter by name
   * @return the options
   * @throws IllegalArgumentException if a value is missing or wrong: one line that names the
   *     parameter, its value and what would be right
   */
  public static FaultOptions read(Map<String, String> words) {
    ParameterWords parameters = new ParameterWords(words);
    int timeout = parameters.integer("creationTimeoutMillis");
    if (timeout < 1 || timeout > MAX_TIMEOUT_MILLIS) {
      throw parameters.wrong("creationTimeoutMillis", "from 1 to " + MAX_TIMEOUT_MILLIS, null);
    }
    return new FaultOptions(
        TrialParameters.size(WORKLOAD, parameters),
        parameters.constant("scenario", FaultScenario.values()),
        Duration.ofMillis(timeout));
  }

  /** The same run with nothing going wrong. */
  FaultOptions undisturbed() {
    return new FaultOptions(size, FaultScenario.NONE, creationTimeout);
  }
}
