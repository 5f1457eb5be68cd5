package dev.sessionbench.gate.show;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.gate.judge.Finding.Outcome;
import dev.sessionbench.gate.judge.Resampling.Tally;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SelftestTableTest {
  @Test
  void showsSharesWithCountsAndTheMostFrequentMetricFirst() {
    SelftestTable table = new SelftestTable();
    table.add("none", "3 real", new Tally(3, Map.of(Outcome.SAME, 3), Map.of()));
    table.add(
        "cpu+5%",
        "8 real",
        new Tally(
            8,
            Map.of(
                Outcome.REGRESSED,
                4,
                Outcome.FAILED,
                1,
                Outcome.MISSING,
                1,
                Outcome.INCONCLUSIVE,
                1,
                Outcome.IMPROVED,
                1),
            Map.of("wall time", 1, "CPU time", 4)));
    assertThat(table.render())
        .isEqualTo(
            """
            | Injected | Gates | Regressed | Failed | Inconclusive | Improved | Same | Regressed metrics |
            | --- | --- | ---: | ---: | ---: | ---: | ---: | --- |
            | none | 3 real | 0 | 0 | 0 | 0 | 3 (100.0 %) |  |
            | cpu+5% | 8 real | 4 (50.0 %) | 2 (25.0 %) | 1 (12.5 %) | 1 (12.5 %) | 0 | CPU time 4, wall time 1 |
            """);
  }
}
