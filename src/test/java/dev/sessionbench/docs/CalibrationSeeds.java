package dev.sessionbench.docs;

import dev.sessionbench.calibrate.Budget;
import dev.sessionbench.calibrate.ServerLoad;
import dev.sessionbench.calibrate.probe.FoundServers;
import dev.sessionbench.calibrate.probe.FoundServers.Found;
import dev.sessionbench.text.TextTable;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/** What {@code results/calibrate/seeds} holds: whole calibrations of random servers. */
final class CalibrationSeeds {
  private final List<FoundServers> files;
  private final List<Found> all;

  /** What all files of a folder hold. */
  CalibrationSeeds(Path folder) {
    files = CalibrationFigures.files(folder, ".json.gz").stream().map(FoundServers::read).toList();
    all = files.stream().flatMap(file -> file.servers().stream()).toList();
  }

  List<Found> all() {
    return all;
  }

  /** By seed, whether every one of its servers was found. */
  Map<Long, Boolean> right() {
    return all.stream()
        .collect(Collectors.toMap(Found::seed, Found::isRight, Boolean::logicalAnd, TreeMap::new));
  }

  long most(ToLongFunction<ServerLoad> quantity) {
    return all.stream().mapToLong(one -> quantity.applyAsLong(one.load())).max().orElseThrow();
  }

  /** A row for each model, and one for all. */
  String markdown() {
    TextTable table =
        new TextTable(
            List.of(
                "model",
                "servers",
                "named",
                "cannot tell",
                "another",
                "within 5 %",
                "largest error, median",
                "of 95 %",
                "of all"));
    Map<String, List<Found>> models =
        all.stream()
            .collect(Collectors.groupingBy(Found::model, TreeMap::new, Collectors.toList()));
    models.forEach((model, found) -> table.add(row(model, found)));
    table.add(row("all", all));
    return table.markdown();
  }

  private static List<String> row(String name, List<Found> found) {
    long named = found.stream().filter(one -> one.named().equals(one.model())).count();
    long unknown = found.stream().filter(one -> one.named().equals("cannot tell")).count();
    double[] errors = found.stream().mapToDouble(Found::error).sorted().toArray();
    return List.of(
        name,
        count(found.size()),
        count(named),
        count(unknown),
        count(found.size() - named - unknown),
        count(found.stream().filter(one -> one.error() <= 0.05).count()),
        percent(errors[errors.length / 2]),
        percent(errors[errors.length * 95 / 100]),
        percent(errors[errors.length - 1]));
  }

  private static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }

  String origin() {
    FoundServers first = files.get(0);
    Budget budget = first.budget();
    return ("%d seeds, in %d of them every server right; %,d sessions each; at the servers at most %d"
            + " RPCs in any second (%d allowed), %d in flight (%d), %d sessions at once (%d), %d left;"
            + " commit %.7s, %.10s")
        .formatted(
            right().size(),
            right().values().stream().filter(right -> right).count(),
            budget.sessions(),
            most(ServerLoad::mostInASecond),
            budget.rpcsPerSecond(),
            most(ServerLoad::mostInFlight),
            Budget.IN_FLIGHT,
            most(ServerLoad::mostAlive),
            budget.sessionsAtOnce(),
            all.stream().mapToLong(Found::left).sum(),
            first.suite(),
            first.startedAt());
  }
}
