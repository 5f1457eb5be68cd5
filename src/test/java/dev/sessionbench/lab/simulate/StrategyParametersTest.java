package dev.sessionbench.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.bench.run.CellFinder;
import dev.sessionbench.bench.trial.TrialParameters;
import dev.sessionbench.lab.strategy.Strategies;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.runner.BenchmarkList;

/**
 * Checks that the benchmark of strategies has exactly the strategies and parameters of the
 * catalogues.
 */
class StrategyParametersTest {
  private static Map<String, List<String>> declared() {
    return new CellFinder(BenchmarkList.defaultList()).parameters("GrowthStrategyBenchmark");
  }

  @Test
  void everyStrategyExceptTheBoundIsMeasuredByDefault() {
    List<String> strategies =
        Arrays.stream(Strategies.values())
            .filter(strategy -> strategy != Strategies.CLAIRVOYANT)
            .map(Strategies::toString)
            .toList();
    assertThat(declared().get(LabCell.STRATEGY)).startsWith(LabCell.CLIENT).containsAll(strategies);
    assertThat(declared().get(LabCell.STRATEGY)).hasSize(1 + strategies.size());
  }

  @Test
  void everyCatalogueParameterIsABenchmarkParameterWithItsDefault() {
    Set<String> known = new TreeSet<>(MeasuredCell.parameters());
    // Parameters of loads that are played in virtual time only.
    known.removeAll(List.of("rampMillis", "clients"));
    known.addAll(LabCell.OWN.names());
    known.add(LabCell.SHRINK);
    Map<String, List<String>> declared = declared();
    declared.remove(LabCell.STRATEGY);
    TrialParameters.ALL.names().stream()
        .filter(name -> !known.contains(name))
        .forEach(declared::remove);
    assertThat(declared.keySet()).isEqualTo(known);
    declared.remove("burstPeriodMillis");
    assertThat(declared.values()).allMatch(List.of(LabCell.STANDARD)::equals);
  }
}
