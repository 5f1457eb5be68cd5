package dev.sessionbench.gate.show;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.gate.judge.Finding.Outcome;
import dev.sessionbench.gate.judge.Resampling.Tally;
import dev.sessionbench.gate.show.SelftestTable.Row;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class SelftestTableTest {
  private static final Tally NONE = Tally.of(List.of());

  @Test
  void showsOutcomesAndTheExpectedMetricAndCountsWhatWasNotMeasured() {
    Tally mixed =
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
            Map.of("wall time", 1, "CPU time", 4, "sessionsLeft", 1));
    assertThat(
            SelftestTable.of(
                List.of(
                    new Row(
                        "none",
                        "nothing",
                        "",
                        new Tally(3, Map.of(Outcome.SAME, 3), Map.of()),
                        OptionalDouble.of(200.4),
                        new Tally(50, Map.of(Outcome.SAME, 49, Outcome.INCONCLUSIVE, 1), Map.of())),
                    new Row(
                        "acquire-cpu:80",
                        "computes",
                        "sessionsLeft",
                        mixed,
                        OptionalDouble.of(73),
                        NONE),
                    new Row("x:1", "y", "z", NONE, OptionalDouble.empty(), NONE))))
        .isEqualTo(
            """
            | change | found | could not tell | passed | median (s) | found in | resampled |
            | --- | ---: | ---: | ---: | ---: | --- | ---: |
            | none | 0 | 0 | 3 | 200 |  | 0 / 1 / 49 |
            | acquire-cpu:80 | 6 | 1 | 1 | 73 | sessionsLeft |  |

            Not measured: 1 other changes.
            """);
  }
}
