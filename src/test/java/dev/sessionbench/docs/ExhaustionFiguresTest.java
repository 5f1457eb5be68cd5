package dev.sessionbench.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sessionbench.diagnosis.Cause;
import dev.sessionbench.study.exhaustion.ScenarioResult;
import dev.sessionbench.study.planted.Confusion;
import java.nio.file.Path;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

/** What docs/exhaustion.md says in words of its tables, held to their data. */
class ExhaustionFiguresTest {
  private static final Path TRACING = Path.of("results/exhaustion/tracing");

  private static double median(String kind, int place, ToDoubleFunction<ScenarioResult> figure) {
    return ExhaustionFigures.median(ExhaustionFigures.studies(TRACING, kind), place, figure);
  }

  @Test
  void tracingCostsNothingThatCouldBeToldFromChance() {
    List<ToDoubleFunction<ScenarioResult>> figures =
        List.of(
            ScenarioResult::throughput,
            s -> s.read().endToEnd().p50(),
            s -> s.write().endToEnd().p50());
    for (int scenario = 0; scenario < 3; scenario++) {
      for (ToDoubleFunction<ScenarioResult> figure : figures) {
        assertThat(median("on-", scenario, figure) / median("off-", scenario, figure))
            .isCloseTo(1, within(0.01));
      }
    }
    assertThat(ExhaustionFigures.studies(TRACING, "on-"))
        .hasSize(3)
        .allMatch(run -> run.traces().traced() == run.traces().transactions());
    assertThat(ExhaustionFigures.studies(TRACING, "off-"))
        .hasSize(3)
        .allMatch(run -> run.traces().traced() == 0);
  }

  @Test
  void theDiagnosisIsJudgedOnSeedsThatItsLimitsWereNotSetOn() {
    Confusion confusion = ExhaustionFigures.confusion(Path.of("results/exhaustion/confusion.json"));
    assertThat(confusion.answers()).allMatch(answer -> answer.seed() >= 1_000_000);
    assertThat(confusion.rightShare()).isGreaterThanOrEqualTo(0.95);
    assertThat(confusion.falseAlarms()).isZero();
    assertThat(confusion.of(Cause.NOTHING, 0)).hasSize(100);
  }
}
