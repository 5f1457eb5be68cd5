package dev.sessionbench.docs;

import dev.sessionbench.generation.SettingEffects;
import dev.sessionbench.report.FaultTable;
import dev.sessionbench.report.Regret;
import dev.sessionbench.report.ResultTables;
import dev.sessionbench.results.SimulatedShares;
import dev.sessionbench.simulate.Agreement;
import dev.sessionbench.study.exhaustion.ExhaustionTable;
import dev.sessionbench.study.warmup.WarmupResult;
import dev.sessionbench.study.warmup.WarmupText;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;

/** The tables of measured figures that documents show, each made from committed raw data alone. */
final class FigureTables {
  private FigureTables() {}

  /**
   * A table.
   *
   * @param kind one of the names below; the document that asks for it says what it shows
   * @param data a result file, or a folder of them where several are held together
   * @return Markdown, ended by a line feed
   * @throws IllegalArgumentException if there is no such kind
   */
  static String render(String kind, Path data) {
    return switch (kind) {
      case "overview" -> RunTables.overview(CommittedRun.read(data));
      case "tables" -> new ResultTables(CommittedRun.read(data).cells(), false).render();
      case "faults" -> FaultTable.of(CommittedRun.read(data).cells()).render();
      case "repeats" -> RunTables.repeats(RunTables.read(data));
      case "parts" -> RunTables.parts(RunTables.read(data));
      case "servers" -> RunTables.servers(RunTables.read(data));
      case "shares" -> SimulatedShares.read(data).markdown();
      case "warmup" -> WarmupText.table(WarmupFigures.study(data)).markdown();
      case "detected" -> WarmupFigures.detected(data);
      case "pools" -> WarmupFigures.pools(data).table().markdown();
      case "seeds" -> WarmupFigures.seeds(data).table().markdown();
      case "creations" -> new GenerationTables(CommittedRun.read(data)).creations();
      case "steps" -> new GenerationTables(CommittedRun.read(data)).steps();
      case "methods" -> new GenerationTables(CommittedRun.read(data)).methods();
      case "channels" -> new ChannelTable(CommittedRun.read(data)).render();
      case "spread" -> new GenerationTables(CommittedRun.read(data)).spread();
      case "fractions" -> new GenerationTables(CommittedRun.read(data)).fractions();
      case "written" -> WrittenTable.read(data).markdown();
      case "fleets" -> new GenerationTables(CommittedRun.read(data)).fleets();
      case "times" -> new MoveTables(CommittedRun.read(data)).times();
      case "moves" -> new MoveTables(CommittedRun.read(data)).moves();
      case "settings" -> SettingEffects.read(data).markdown();
      case "exhaustion" -> ExhaustionTable.closed(ExhaustionFigures.study(data)).markdown();
      case "exhaustionOpen" -> ExhaustionTable.open(ExhaustionFigures.study(data)).markdown();
      case "confusion" -> ExhaustionFigures.confusion(data).table().markdown();
      case "tracing" -> ExhaustionFigures.tracing(data);
      case "known" -> CalibrationFigures.knownTable(data);
      case "calibrations" -> new CalibrationSeeds(data).markdown();
      case "troubled" -> CalibrationTroubles.markdown(data);
      case "calibratedBurst" -> CalibrationFigures.burstTable(data);
      case "profiles" -> new ProfileSweep(data).markdown();
      case "regret" -> RegretTables.overview(regret(data)).markdown();
      case "costs" -> costs(data);
      case "verified" -> VerifiedFigures.table(data);
      case "fleet" -> FleetFigures.table(data);
      case "ideal" -> new IdealTables(CommittedRun.read(data)).render();
      case "idealByLoad" -> new IdealTables(CommittedRun.read(data)).renderByLoad();
      case "agreement" -> Agreement.read(data).markdown();
      case "alike" -> LabTables.alike(CommittedRun.read(data));
      case "rules" -> LabTables.rules(CommittedRun.read(data));
      case "besideClient" -> LabTables.besideClient(CommittedRun.read(data));
      case "speed" -> LabTables.speed(data);
      case "gates" -> GateTables.series(data);
      case "verdicts" -> GateTables.verdicts(data);
      default -> throw new IllegalArgumentException("no table is called " + kind);
    };
  }

  /** How the data of a table was made: from which commit and when, and whatever else matters. */
  static String origin(String kind, Path data) {
    return switch (kind) {
      case "repeats", "parts", "servers" ->
          RunTables.read(data).stream()
              .collect(
                  Collectors.groupingBy(
                      CommittedRun::origin, LinkedHashMap::new, Collectors.counting()))
              .entrySet()
              .stream()
              .map(made -> made.getValue() + " runs, " + made.getKey())
              .collect(Collectors.joining("; "));
      case "shares" -> SimulatedShares.read(data).origin();
      case "warmup" -> WarmupFigures.origin(WarmupFigures.study(data).environment());
      case "detected" -> {
        List<WarmupResult> studies = WarmupFigures.studies(data);
        yield studies.stream()
            .map(study -> WarmupFigures.origin(study.environment()))
            .distinct()
            .collect(Collectors.joining("; ", studies.size() + " runs, ", ""));
      }
      case "pools" -> WarmupFigures.origin(WarmupFigures.pools(data).environment());
      case "seeds" -> WarmupFigures.origin(WarmupFigures.seeds(data).environment());
      case "exhaustion", "exhaustionOpen", "confusion", "tracing" ->
          ExhaustionFigures.origin(kind, data);
      case "known" -> CalibrationFigures.knownOrigin(data);
      case "calibrations" -> new CalibrationSeeds(data).origin();
      case "troubled" -> CalibrationTroubles.origin(data);
      case "calibratedBurst" -> CalibrationFigures.burstOrigin(data);
      case "settings" -> SettingEffects.read(data).origin();
      case "profiles" -> new ProfileSweep(data).origin();
      case "agreement" -> Agreement.read(data).origin();
      case "speed" -> LabTables.speedOrigin(data);
      case "written" -> WrittenTable.read(data).origin();
      case "gates", "verdicts" -> GateTables.origin(data);
      default -> CommittedRun.read(data).origin();
    };
  }

  private static Regret regret(Path data) {
    return Regret.of(CommittedRun.read(data).cells(), "strategy").orElseThrow();
  }

  /** A table for each load. */
  private static String costs(Path data) {
    Regret regret = regret(data);
    return regret.loads().stream()
        .map(
            load ->
                "### %s\n\n%s"
                    .formatted(
                        load.title(),
                        RegretTables.of(regret, load, CommittedRun.read(data).cells()).markdown()))
        .collect(Collectors.joining("\n"));
  }
}
