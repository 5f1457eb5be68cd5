package dev.sessionbench.docs;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.sessionbench.results.Environment;
import dev.sessionbench.results.Json;
import dev.sessionbench.study.warmup.PoolSweep;
import dev.sessionbench.study.warmup.Round;
import dev.sessionbench.study.warmup.SeedShares;
import dev.sessionbench.study.warmup.Verdict;
import dev.sessionbench.study.warmup.WarmupResult;
import dev.sessionbench.text.TextTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/** Committed data of warm-up studies, packed as the command wrote it. */
final class WarmupFigures {
  private WarmupFigures() {}

  static WarmupResult study(Path file) {
    return Json.parse(file.toString(), text(file), new TypeReference<>() {});
  }

  static SeedShares seeds(Path file) {
    return Json.parse(file.toString(), text(file), new TypeReference<>() {});
  }

  /** The first minute on pools that grow meanwhile. */
  static PoolSweep pools(Path file) {
    return Json.parse(file.toString(), text(file), new TypeReference<>() {});
  }

  /** Several studies, in the order of their names. */
  static List<WarmupResult> studies(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().map(WarmupFigures::study).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** When each round of several studies was steady, and from when a client could say so. */
  static String detected(Path folder) {
    TextTable table =
        new TextTable(
            "rlrrrrr",
            List.of(
                "seed",
                "round",
                "steady (s)",
                "taken for warm (s)",
                "error (windows)",
                "which is",
                "CPU"));
    for (WarmupResult study : studies(folder)) {
      for (Round round : study.rounds()) {
        double truth = round.truthSeconds();
        double said = round.stability().seconds();
        table.add(
            List.of(
                Long.toString(study.load().seed()),
                round.name(),
                seconds(truth),
                seconds(said),
                Double.isNaN(said - truth)
                    ? "–"
                    : String.format(Locale.ROOT, "%+.0f", (said - truth) / round.windowSeconds()),
                Verdict.of(said, truth, round.windowSeconds()).toString(),
                Math.round(100 * round.utilisation()) + " %"));
      }
    }
    return table.markdown();
  }

  private static String seconds(double value) {
    return Double.isNaN(value) ? "–" : String.format(Locale.ROOT, "%.2f", value);
  }

  /** Where, when and with what it was made, for the line below a table. */
  static String origin(Environment made) {
    return "commit %.7s, %.10s, client %s, %d cores (%s)"
        .formatted(
            made.gitCommit(),
            made.startedAt(),
            made.clientVersion(),
            made.cores(),
            made.cpuModel());
  }

  /** The text of a packed file. */
  static String text(Path file) {
    try (GZIPInputStream unpacked = new GZIPInputStream(Files.newInputStream(file))) {
      return new String(unpacked.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
