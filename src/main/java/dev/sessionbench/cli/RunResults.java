package dev.sessionbench.cli;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.RunResult;

/** Puts JMH's own results of single forks together, for JMH's own output formats. */
final class RunResults {
  private RunResults() {}

  /** One result for each set of parameters, in JMH's order. */
  static Collection<RunResult> merge(List<RunResult> forks) {
    Map<BenchmarkParams, List<BenchmarkResult>> cells = new TreeMap<>();
    for (RunResult fork : forks) {
      cells
          .computeIfAbsent(fork.getParams(), params -> new ArrayList<>())
          .addAll(fork.getBenchmarkResults());
    }
    List<RunResult> merged = new ArrayList<>();
    cells.forEach((params, results) -> merged.add(new RunResult(params, results)));
    return merged;
  }
}
