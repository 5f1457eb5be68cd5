package dev.sessionbench.gate.show;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.gate.judge.Finding.Outcome;
import dev.sessionbench.gate.judge.Resampling.Tally;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SelftestTableTest {
  @Test
  void showsSharesWithCountsAndTheMostFrequentMetricFirst() {
    SelftestTable table = new SelftestTable();
    table.add(
        List.of("none", "nothing"),
        "3 real",
        new Tally(3, Map.of(Outcome.SAME, 3), Map.of()),
        "200 s");
    table.add(
        List.of("acquire-cpu:80: an acquire computes", "clientCpu"),
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
            Map.of("wall time", 1, "CPU time", 4)),
        "73 s");
    assertThat(table.render())
        .isEqualTo(
            """
            | Change | Should show in | Gates | Found | Failed | Could not tell | Passed | Time to verdict | Found in |
            | --- | --- | --- | ---: | ---: | ---: | ---: | ---: | --- |
            | none | nothing | 3 real | 0 | 0 | 0 | 3 (100.0 %) | 200 s |  |
            | acquire-cpu:80: an acquire computes | clientCpu | 8 real | 4 (50.0 %) | 2 (25.0 %) | 1 (12.5 %) | 1 (12.5 %) | 73 s | CPU time 4, wall time 1 |
            """);
  }
}
