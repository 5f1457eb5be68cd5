package dev.sessionbench.trial;

import dev.sessionbench.model.CostModel;
import dev.sessionbench.model.PoolShape;
import dev.sessionbench.model.Transport;
import dev.sessionbench.workload.Workload;
import dev.sessionbench.workload.WorkloadOptions;
import java.util.Map;

/**
 * Reads the options of a run from the words that a user gives with {@code -p name=value}. Every
 * complaint is one line that names the parameter, its value and what would be right.
 */
public final class TrialParameters {
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
    ParameterWords parameters = new ParameterWords(words);
    return new TrialOptions(
        workload,
        size(workload, parameters),
        parameters.constant("transport", Transport.values()),
        parameters.port(),
        parameters.constant("costModel", CostModel.values()),
        parameters.flag("waitForMinSessions"));
  }

  /** The size of a load, from the parameters that all benchmarks of pools have. */
  static WorkloadOptions size(Workload workload, ParameterWords parameters) {
    PoolShape shape =
        new PoolShape(
            parameters.integer("minSessions"),
            parameters.integer("maxSessions"),
            parameters.integer("incStep"),
            parameters.integer("numChannels"));
    return workload.options(
        shape,
        parameters.atLeastZero("operations", "the benchmark's own number"),
        parameters.atLeastZero("concurrency", "twice maxSessions"),
        parameters.wholeNumber("seed"));
  }
}
