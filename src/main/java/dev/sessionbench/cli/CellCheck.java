package dev.sessionbench.cli;

import java.util.Map;
import java.util.Optional;

/** Says before anything runs whether a cell can work. */
@FunctionalInterface
public interface CellCheck {
  /**
   * Checks one cell.
   *
   * @param benchmark the method's full name
   * @param params every parameter and its value
   * @return one line that names the parameter, its value and what would be right; nothing where the
   *     cell is fine
   */
  Optional<String> complaint(String benchmark, Map<String, String> params);

  /** The checks of all benchmarks that there are. */
  static CellCheck all() {
    CellCheck trial = new TrialCheck();
    CellCheck rawLoad = new RawLoadCheck();
    return (benchmark, params) ->
        trial.complaint(benchmark, params).or(() -> rawLoad.complaint(benchmark, params));
  }
}
