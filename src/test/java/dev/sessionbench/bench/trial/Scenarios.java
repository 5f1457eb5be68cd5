package dev.sessionbench.bench.trial;

import dev.sessionbench.base.model.Assigned;
import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.bench.client.PoolUnderTest;
import dev.sessionbench.bench.client.ServerAddress;
import dev.sessionbench.bench.load.Workload;
import dev.sessionbench.bench.trial.TrialReport.Probe;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** Changes scenarios and runs them. */
final class Scenarios {
  private Scenarios() {}

  /** A load on a pool, in process and with the defaults except for some parameters. */
  static TrialOptions options(Workload workload, PoolShape shape, String... changes) {
    String pool =
        "minSessions=%d maxSessions=%d incStep=%d numChannels=%d"
            .formatted(
                shape.minSessions(), shape.maxSessions(), shape.incStep(), shape.numChannels());
    String standard =
        "operations=0 concurrency=0 seed=1 transport=inprocess waitForMinSessions=true";
    return TrialParameters.read(
        workload, Assigned.params(pool, standard, String.join(" ", changes)));
  }

  /** The same scenario on another pool. */
  static Scenario on(Scenario of, Function<ServerAddress, PoolUnderTest> pool) {
    return of.withPool(pool);
  }

  /** Runs a scenario once with its checks, and returns what was counted. */
  static Observation run(Scenario scenario) throws Exception {
    List<Observation> seen = new ArrayList<>();
    try (Trial trial =
        Trial.prepare(
            scenario.withProbes(
                Stream.concat(
                        scenario.probes().stream(),
                        Stream.<Probe>of((counted, report) -> seen.add(counted)))
                    .toList()))) {
      trial.run();
      trial.finish();
    }
    return seen.get(0);
  }
}
