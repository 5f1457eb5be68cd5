package dev.sessionbench.study.exhaustion;

import dev.sessionbench.base.text.Numbers;
import dev.sessionbench.base.text.TextTable;
import dev.sessionbench.study.diagnosis.Figures;
import dev.sessionbench.study.diagnosis.Figures.Quantity;
import dev.sessionbench.study.diagnosis.Observed.Spread;
import dev.sessionbench.study.exhaustion.StudyResult.Prediction;
import dev.sessionbench.study.exhaustion.StudyResult.ScenarioResult;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The study as tables for a terminal or a page. */
public final class ExhaustionTable {
  private static final String NONE = "–";

  private static final List<String> CLOSED =
      List.of(
          "scenario",
          "agents",
          "tx/s",
          "predicted",
          "read p50",
          "read p99",
          "write p50",
          "write p99",
          "wait",
          "predicted",
          "GFE p99",
          "API p99",
          "in use",
          "sessions",
          "at max",
          "CPU");

  private static final List<String> OPEN =
      List.of(
          "scenario",
          "due/s",
          "tx/s",
          "read p50",
          "read p99",
          "write p50",
          "write p99",
          "growth",
          "late",
          "in use",
          "CPU");

  private ExhaustionTable() {}

  /**
   * The scenarios of the closed loop. Times are in milliseconds; the wait is a mean, and latencies
   * are from the call into the client to its return.
   */
  public static TextTable closed(StudyResult result) {
    TextTable table = new TextTable("r".repeat(CLOSED.size()), CLOSED);
    result.loop(false).forEach(scenario -> table.add(closed(scenario)));
    return table;
  }

  private static List<String> closed(ScenarioResult s) {
    Figures figures = s.figures();
    return List.of(
        Integer.toString(s.scenario()),
        Integer.toString(s.agents().number()),
        Numbers.label(s.throughput()),
        predicted(s, Prediction::throughput),
        label(s.read().endToEnd(), Spread::p50),
        label(s.read().endToEnd(), Spread::p99),
        label(s.write().endToEnd(), Spread::p50),
        label(s.write().endToEnd(), Spread::p99),
        figures.value(Quantity.WAIT).replace(" ms", ""),
        predicted(s, Prediction::waitMillis),
        gfeP99(s),
        apiP99(s),
        figures.value(Quantity.IN_USE),
        figures.value(Quantity.SESSIONS),
        figures.value(Quantity.FULL),
        figures.value(Quantity.CPU));
  }

  private static String label(Spread spread, ToDoubleFunction<Spread> figure) {
    return spread.n() == 0 ? NONE : Numbers.label(figure.applyAsDouble(spread));
  }

  private static String predicted(ScenarioResult s, ToDoubleFunction<Prediction> figure) {
    Prediction prediction = s.prediction();
    return prediction == null ? NONE : Numbers.label(figure.applyAsDouble(prediction));
  }

  private static String gfeP99(ScenarioResult s) {
    Spread reads = s.read().gfe();
    Spread writes = s.write().gfe();
    return reads.n() + writes.n() == 0 ? NONE : Numbers.label(Math.max(reads.p99(), writes.p99()));
  }

  private static String apiP99(ScenarioResult s) {
    Spread reads = s.read().api();
    Spread writes = s.write().api();
    return reads == null || writes == null
        ? NONE
        : Numbers.label(Math.max(reads.p99(), writes.p99()));
  }

  /**
   * The scenarios of the open loop. Latencies are from when a transaction was due to its end;
   * {@code growth} is by how many milliseconds they grew in each second.
   */
  public static TextTable open(StudyResult result) {
    TextTable table = new TextTable("r".repeat(OPEN.size()), OPEN);
    result.loop(true).forEach(scenario -> table.add(open(scenario)));
    return table;
  }

  private static List<String> open(ScenarioResult s) {
    return List.of(
        Integer.toString(s.scenario()),
        Numbers.label(s.offered()),
        Numbers.label(s.throughput()),
        label(s.read().sinceIntended(), Spread::p50),
        label(s.read().sinceIntended(), Spread::p99),
        label(s.write().sinceIntended(), Spread::p50),
        label(s.write().sinceIntended(), Spread::p99),
        Numbers.label(s.growthMillisPerSecond()),
        Numbers.label(s.latenessMillis()),
        s.figures().value(Quantity.IN_USE),
        s.figures().value(Quantity.CPU));
  }
}
