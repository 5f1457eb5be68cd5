package dev.sessionbench.docs;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.sessionbench.calibrate.Calibration;
import dev.sessionbench.calibrate.CostFit;
import dev.sessionbench.calibrate.probe.KnownServer;
import dev.sessionbench.model.CostModel;
import dev.sessionbench.model.Rpc;
import dev.sessionbench.profile.Profiles;
import dev.sessionbench.report.ResultTables;
import dev.sessionbench.results.CellResult;
import dev.sessionbench.results.Json;
import dev.sessionbench.stats.Sample;
import dev.sessionbench.text.TextTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** What {@code results/calibrate} holds: servers that were known, and what was found of them. */
final class CalibrationFigures {
  private static final int DRAWS = 10_000;

  private CalibrationFigures() {}

  /**
   * A server that was measured.
   *
   * @param name its file's name
   * @param baseNanos the mean of what a request takes apart from its sessions and others
   * @param cost what it costs besides
   * @param measured what was measured of it
   * @param fit what follows
   */
  record Known(String name, double baseNanos, CostModel cost, Calibration measured, CostFit fit) {
    String model() {
      if (cost.perSessionNanos() > 0) {
        return "linear";
      }
      return cost.perOther() > 0 ? "contended" : "flat";
    }

    /** By which part of the truth the parameter is wrong that is wrong most. */
    double error() {
      return KnownServer.error(baseNanos, cost, fit);
    }
  }

  /** The known servers of a folder: profiles, and beside each what was measured of it. */
  static List<Known> known(Path folder) {
    return files(folder, ".yaml").stream()
        .map(
            file -> {
              var options = Profiles.load(file.toString()).options();
              double base =
                  LongStream.range(0, DRAWS)
                      .map(i -> options.latencies().drawNanos(Rpc.BATCH_CREATE_SESSIONS, 0, i))
                      .average()
                      .orElseThrow();
              String name = file.getFileName().toString().replace(".yaml", "");
              Calibration measured =
                  Json.read(folder.resolve(name + ".json.gz"), new TypeReference<>() {});
              return new Known(
                  name, base, options.costModel(), measured, CostFit.of(measured.calls()));
            })
        .toList();
  }

  /** The files of a folder whose names end so, in their order. */
  static List<Path> files(Path folder, String ending) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(ending)).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A row for each server. */
  static String knownTable(Path folder) {
    TextTable table =
        new TextTable(
            List.of(
                "server",
                "model",
                "named",
                "base (ms)",
                "found",
                "per session (ms)",
                "found",
                "per other",
                "found",
                "largest error"));
    for (Known known : known(folder)) {
      CostModel found = known.fit.model();
      table.add(
          List.of(
              known.name,
              known.model(),
              known.fit.name(),
              number(known.baseNanos / 1e6),
              number(known.fit.baseNanos() / 1e6),
              number(known.cost.perSessionNanos() / 1e6),
              number(found.perSessionNanos() / 1e6),
              number(known.cost.perOther()),
              number(found.perOther()),
              String.format(Locale.ROOT, "%.1f %%", 100 * known.error())));
    }
    return table.markdown();
  }

  private static String number(double value) {
    return value == 0 ? "–" : String.format(Locale.ROOT, value < 2 ? "%.3f" : "%.2f", value);
  }

  static String knownOrigin(Path folder) {
    Calibration first = known(folder).get(0).measured();
    return "commit %.7s, %.10s, %d BatchCreateSessions of each server"
        .formatted(first.suite(), first.startedAt(), first.calls(Rpc.BATCH_CREATE_SESSIONS).size());
  }

  /** The forks of one side of the burst: on the server, or under what was found of it. */
  static List<CellResult> burst(Path folder, String side) {
    List<CellResult> runs = new ArrayList<>();
    files(folder, ".json.gz").stream()
        .filter(file -> file.getFileName().toString().startsWith(side))
        .forEach(file -> runs.addAll(CommittedRun.read(file).cells()));
    return runs;
  }

  /** The times of all forks, in milliseconds. */
  static Sample times(List<CellResult> runs) {
    return Sample.ofForks(
        runs.stream().flatMap(run -> run.primaryMetric().rawData().stream()).toList());
  }

  /** The requests for sessions of all forks. */
  static Sample requests(List<CellResult> runs) {
    return Sample.ofForks(
        runs.stream()
            .flatMap(run -> run.metric(ResultTables.RPCS_METRIC).orElseThrow().rawData().stream())
            .toList());
  }

  static String burstTable(Path folder) {
    TextTable table =
        new TextTable(List.of("burstRead", "forks", "median (ms)", "least", "most", "RPCs"));
    for (String side : List.of("server", "calibrated")) {
      Sample times = times(burst(folder, side));
      table.add(
          List.of(
              side.equals("server") ? "on the server" : "under the profile found",
              Integer.toString(times.n()),
              number(times.median()),
              number(times.min()),
              number(times.max()),
              String.format(Locale.ROOT, "%.0f", requests(burst(folder, side)).median())));
    }
    return table.markdown();
  }

  static String burstOrigin(Path folder) {
    return new CommittedRun(folder, burst(folder, "server")).origin();
  }
}
