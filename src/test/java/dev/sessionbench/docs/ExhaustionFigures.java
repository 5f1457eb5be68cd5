package dev.sessionbench.docs;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.sessionbench.diagnosis.Cause;
import dev.sessionbench.diagnosis.Quantity;
import dev.sessionbench.results.Environment;
import dev.sessionbench.results.Json;
import dev.sessionbench.study.exhaustion.ScenarioResult;
import dev.sessionbench.study.exhaustion.StudyResult;
import dev.sessionbench.study.planted.Confusion;
import dev.sessionbench.text.Numbers;
import dev.sessionbench.text.TextTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** Committed data of exhaustion studies and of the diagnosis' test of itself. */
final class ExhaustionFigures {
  private ExhaustionFigures() {}

  static StudyResult study(Path file) {
    return Json.read(file, new TypeReference<StudyResult>() {});
  }

  static Confusion confusion(Path file) {
    return Json.read(file, new TypeReference<Confusion>() {});
  }

  /** The studies of a folder whose names begin so, in order. */
  static List<StudyResult> studies(Path folder, String start) {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.getFileName().toString().startsWith(start))
          .sorted()
          .map(ExhaustionFigures::study)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The same scenarios with all transactions traced and with none: medians over the runs. */
  static String tracing(Path folder) {
    List<StudyResult> on = studies(folder, "on-");
    List<StudyResult> off = studies(folder, "off-");
    TextTable table =
        new TextTable(
            "rrrrrrrrr",
            List.of(
                "agents",
                "tx/s traced",
                "not traced",
                "read p50 traced",
                "not traced",
                "write p50 traced",
                "not traced",
                "CPU traced",
                "not traced"));
    for (int i = 0; i < on.get(0).scenarios().size(); i++) {
      int place = i;
      table.add(
          List.of(
              Integer.toString(on.get(0).scenarios().get(i).agents().number()),
              label(on, place, ScenarioResult::throughput),
              label(off, place, ScenarioResult::throughput),
              label(on, place, s -> s.read().endToEnd().p50()),
              label(off, place, s -> s.read().endToEnd().p50()),
              label(on, place, s -> s.write().endToEnd().p50()),
              label(off, place, s -> s.write().endToEnd().p50()),
              label(on, place, ExhaustionFigures::cpuPercent) + " %",
              label(off, place, ExhaustionFigures::cpuPercent) + " %"));
    }
    return table.markdown();
  }

  private static double cpuPercent(ScenarioResult scenario) {
    return 100 * scenario.figures().find(Quantity.CPU).orElseThrow();
  }

  private static String label(
      List<StudyResult> runs, int place, ToDoubleFunction<ScenarioResult> figure) {
    return Numbers.label(median(runs, place, figure));
  }

  /** The median over the runs of a figure of the scenario at a place. */
  static double median(List<StudyResult> runs, int place, ToDoubleFunction<ScenarioResult> figure) {
    double[] values =
        runs.stream()
            .mapToDouble(run -> figure.applyAsDouble(run.scenarios().get(place)))
            .sorted()
            .toArray();
    return values[values.length / 2];
  }

  /** How the data of a table was made. */
  static String origin(String kind, Path data) {
    if (kind.equals("confusion")) {
      Confusion confusion = confusion(data);
      return String.format(
          Locale.ROOT,
          "%s; %.1f %% right at strengths 2 and 3; %d of %d healthy clients were called something",
          Made.of(data),
          100 * confusion.rightShare(),
          confusion.falseAlarms(),
          confusion.of(Cause.NOTHING, 0).size());
    }
    if (kind.equals("tracing")) {
      List<StudyResult> on = studies(data, "on-");
      return on.size() + " runs of each, " + origin(on.get(0).environment());
    }
    return origin(study(data).environment());
  }

  private static String origin(Environment environment) {
    return "commit %s, %s, client %s, JDK %s, %d cores"
        .formatted(
            environment.gitCommit().substring(0, 7),
            environment.startedAt().substring(0, 10),
            environment.clientVersion(),
            environment.jdk().replaceFirst(" .*", ""),
            environment.cores());
  }
}
