package dev.sessionbench.study.exhaustion;

import static dev.sessionbench.study.diagnosis.Figures.Quantity.CPU;
import static dev.sessionbench.study.diagnosis.Figures.Quantity.FULL;
import static dev.sessionbench.study.diagnosis.Figures.Quantity.IN_USE;
import static dev.sessionbench.study.diagnosis.Figures.Quantity.SESSIONS;
import static dev.sessionbench.study.diagnosis.Figures.Quantity.WAIT;

import dev.sessionbench.base.text.Numbers;
import dev.sessionbench.base.text.TextTable;
import dev.sessionbench.base.text.TextTable.Column;
import dev.sessionbench.study.Study;
import dev.sessionbench.study.diagnosis.ClosedLoop;
import dev.sessionbench.study.diagnosis.Diagnosis.Finding;
import dev.sessionbench.study.diagnosis.Diagnosis.Finding.State;
import dev.sessionbench.study.diagnosis.Figures.Quantity;
import dev.sessionbench.study.diagnosis.Observed.Spread;
import dev.sessionbench.study.exhaustion.StudyResult.ClientGfe;
import dev.sessionbench.study.exhaustion.StudyResult.ScenarioResult;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** The study for a terminal and as a page: the diagnosis first, then its tables. */
record ExhaustionText(StudyResult result) {
  private static final String NONE = "–";

  /**
   * Times are in milliseconds; the wait is a mean, and latencies are from the call into the client
   * to its return.
   */
  private static final List<Column<ScenarioResult>> CLOSED =
      List.of(
          Column.of("scenario", s -> Integer.toString(s.scenario())),
          Column.of("agents", s -> Integer.toString(s.agents().number())),
          Column.of("tx/s", s -> Numbers.label(s.throughput())),
          Column.of("predicted", s -> predicted(s, ClosedLoop::throughput)),
          Column.of("read p50", s -> label(s.read().endToEnd(), Spread::p50)),
          Column.of("read p99", s -> label(s.read().endToEnd(), Spread::p99)),
          Column.of("write p50", s -> label(s.write().endToEnd(), Spread::p50)),
          Column.of("write p99", s -> label(s.write().endToEnd(), Spread::p99)),
          Column.of("wait", s -> s.figures().value(WAIT).replace(" ms", "")),
          Column.of("predicted", s -> predicted(s, ClosedLoop::waitMillis)),
          Column.of("GFE p99", s -> larger(s.read().gfe(), s.write().gfe())),
          Column.of("API p99", s -> larger(s.read().api(), s.write().api())),
          quantity("in use", IN_USE),
          quantity("sessions", SESSIONS),
          quantity("at max", FULL),
          quantity("CPU", CPU));

  /**
   * Latencies are from when a transaction was due to its end; {@code growth} is by how many
   * milliseconds they grew in each second.
   */
  private static final List<Column<ScenarioResult>> OPEN =
      List.of(
          Column.of("scenario", s -> Integer.toString(s.scenario())),
          Column.of("due/s", s -> Numbers.label(s.offered())),
          Column.of("tx/s", s -> Numbers.label(s.throughput())),
          Column.of("read p50", s -> label(s.read().sinceIntended(), Spread::p50)),
          Column.of("read p99", s -> label(s.read().sinceIntended(), Spread::p99)),
          Column.of("write p50", s -> label(s.write().sinceIntended(), Spread::p50)),
          Column.of("write p99", s -> label(s.write().sinceIntended(), Spread::p99)),
          Column.of("growth", s -> Numbers.label(s.growthMillisPerSecond())),
          Column.of("late", s -> Numbers.label(s.latenessMillis())),
          quantity("in use", IN_USE),
          quantity("CPU", CPU));

  private static Column<ScenarioResult> quantity(String heading, Quantity quantity) {
    return Column.of(heading, s -> s.figures().value(quantity));
  }

  private static String label(Spread spread, ToDoubleFunction<Spread> figure) {
    return spread.n() == 0 ? NONE : Numbers.label(figure.applyAsDouble(spread));
  }

  private static String predicted(ScenarioResult s, ToDoubleFunction<ClosedLoop> figure) {
    ClosedLoop prediction = s.prediction();
    return prediction == null ? NONE : Numbers.label(figure.applyAsDouble(prediction));
  }

  private static String larger(@Nullable Spread reads, @Nullable Spread writes) {
    return reads == null || writes == null || reads.n() + writes.n() == 0
        ? NONE
        : Numbers.label(Math.max(reads.p99(), writes.p99()));
  }

  private TextTable table(boolean open) {
    return TextTable.of(result.loop(open), open ? OPEN : CLOSED);
  }

  String text() {
    StringBuilder text = new StringBuilder();
    if (!result.complete()) {
      text.append("Stopped before its end: this is what was measured until then.\n");
    }
    result
        .largest()
        .ifPresent(
            s ->
                text.append(s.name())
                    .append(". ")
                    .append(s.diagnosis() == null ? "" : s.diagnosis().text()));
    text.append("\nClosed loop: N agents, each of which waits for its last transaction (ms)\n\n")
        .append(table(false).render());
    if (!result.loop(true).isEmpty()) {
      text.append(
              "\nOpen loop: transactions due at random moments, latency from when each was due"
                  + " (ms)\n\n")
          .append(table(true).render());
    }
    text.append('\n');
    if (result.profile() != null) {
      text.append("Profile of the server: %s\n".formatted(result.profile()));
    }
    if (result.traces().traced() > 0) {
      text.append(result.traces().text()).append('\n');
    }
    for (ClientGfe gfe : result.clientGfe()) {
      text.append(
          "GFE latency of %s: mean %s ms by the client's own metric, %s ms by the headers of its replies\n"
              .formatted(
                  gfe.method(),
                  Numbers.label(gfe.clientMillis()),
                  Numbers.label(gfe.headerMillis())));
    }
    return text.append(
            "Took %s s; at most %s %% of the processors were used in a scenario\n"
                .formatted(Numbers.label(result.seconds()), Numbers.label(100 * result.cpuShare())))
        .toString();
  }

  Optional<String> page() {
    return Optional.of(Study.page("exhaustion.mustache", this));
  }

  ExhaustionCharts charts() {
    return new ExhaustionCharts(result);
  }

  ScenarioResult largest() {
    return result.largest().orElseThrow();
  }

  /** What was found, then what is not known, then what is ruled out. */
  List<Finding> findings() {
    return Optional.ofNullable(largest().diagnosis())
        .map(diagnosis -> diagnosis.findings(State.FOUND, State.UNKNOWN, State.RULED_OUT))
        .orElse(List.of());
  }

  TextTable closed() {
    return table(false);
  }

  TextTable open() {
    return table(true);
  }

  String summary() {
    return "%s scenarios, pool of %s to %s sessions, %s ms of network, %s s"
        .formatted(
            result.loop(false).size(),
            result.shape().minSessions(),
            result.shape().maxSessions(),
            result.networkMillis(),
            Numbers.label(result.seconds()));
  }
}
