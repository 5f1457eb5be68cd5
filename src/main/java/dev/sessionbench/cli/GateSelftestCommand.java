package dev.sessionbench.cli;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.stats.Sample;
import dev.sessionbench.base.text.BuildTool;
import dev.sessionbench.bench.client.ClientChange;
import dev.sessionbench.cli.BenchCommand.World;
import dev.sessionbench.gate.MeasurementFolder;
import dev.sessionbench.gate.Measurements;
import dev.sessionbench.gate.Measurements.GateData;
import dev.sessionbench.gate.Side;
import dev.sessionbench.gate.judge.Judge;
import dev.sessionbench.gate.judge.Judgement;
import dev.sessionbench.gate.judge.Resampling;
import dev.sessionbench.gate.judge.Resampling.Tally;
import dev.sessionbench.gate.policy.PolicyFile;
import dev.sessionbench.gate.run.Gate;
import dev.sessionbench.gate.run.Gate.GateRequest;
import dev.sessionbench.gate.run.SideSpec;
import dev.sessionbench.gate.show.GateReport;
import dev.sessionbench.gate.show.SelftestTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gate selftest}: shows how often the gate is right. */
@Command(
    name = "selftest",
    sortOptions = false,
    description = {
      "Shows which changes the gate finds. It runs gates whose candidate has a change in the byte code",
      "of its client, and gates of two equal sides, and counts their verdicts. It goes on where an",
      "earlier run with the same --out ended. With --resample, it also draws whole gates from the blocks",
      "that such gates have recorded."
    })
final class GateSelftestCommand extends BenchCommand {
  private static final String SAME_BUILD = "none";

  @Option(
      names = "--kinds",
      split = ",",
      paramLabel = "CHANGE",
      description =
          "What to put in: KIND for two strengths, KIND:N for one, or none for equal sides."
              + " Default: none and all kinds.")
  private List<String> kinds = new ArrayList<>();

  @Option(
      names = "--sides",
      defaultValue = "",
      paramLabel = "SIDE",
      description = "What both sides are, as gate --base takes it. Default: this build.")
  private String sides = "";

  @Option(
      names = "--runs",
      defaultValue = "1",
      paramLabel = "N",
      description = "Gates that each change has in the end. Default: 1; 0 only counts.")
  private int runs;

  @Option(
      names = "--resample",
      defaultValue = "0",
      paramLabel = "N",
      description = "Whole gates of each change to draw from the blocks. Default: 0.")
  private int resampled;

  @Mixin private final GateOptions options = new GateOptions();

  @Option(names = "--seed", defaultValue = "1", description = "The first gate's. Default: 1.")
  private long seed;

  @Option(
      names = "--out",
      defaultValue = "results/runs/selftest",
      paramLabel = "DIR",
      description =
          "Where each gate gets a folder, which may be a zip file later. Default:"
              + " results/runs/selftest.")
  private Path folder = Path.of("");

  GateSelftestCommand(World world) {
    super(world);
  }

  @Override
  ExitCode execute() throws IOException {
    PolicyFile rules = options.policy();
    SelftestTable table = new SelftestTable();
    List<Injected> all = injected();
    all.forEach(one -> SideSpec.parse(Side.CANDIDATE, one.head));
    for (Injected one : all) {
      measure(one, rules);
      count(one, rules, table);
    }
    out.print("\n" + table.render());
    return ExitCode.OK;
  }

  /**
   * What is put into the candidates of some gates.
   *
   * @param name its name in the table and on disk
   * @param head what names the candidate
   * @param row the table's first columns
   */
  private record Injected(String name, String head, List<String> row) {
    static Stream<Injected> of(String kind, String sides) {
      if (kind.equals(SAME_BUILD)) {
        return Stream.of(new Injected(kind, sides, List.of(kind, "nothing")));
      }
      ClientChange named = ClientChange.parse(kind);
      List<ClientChange> changes = kind.contains(":") ? List.of(named) : named.kind().standard();
      return changes.stream()
          .map(
              change ->
                  new Injected(
                      change.toString(),
                      (sides.isEmpty() ? "" : sides + ",") + "change=" + change,
                      List.of(
                          change + ": " + change.meaning(), change.kind().metric().toString())));
    }
  }

  private List<Injected> injected() {
    List<String> named =
        kinds.isEmpty()
            ? Stream.concat(Stream.of(SAME_BUILD), Stream.of(ClientChange.Kind.values()))
                .map(Object::toString)
                .toList()
            : kinds;
    try {
      return named.stream().flatMap(kind -> Injected.of(kind, sides)).toList();
    } catch (IllegalArgumentException e) {
      throw new BadInput("--kinds " + e.getMessage(), e);
    }
  }

  private Path place(Injected one) {
    return folder.resolve(one.name.replace(':', '-'));
  }

  private void measure(Injected one, PolicyFile rules) throws IOException {
    for (int number = 1; number <= runs; number++) {
      Path place = place(one).resolve(String.format(Locale.ROOT, "%03d", number));
      if (Files.exists(place.resolveSibling(place.getFileName() + ".zip"))
          || Files.exists(place.resolve(MeasurementFolder.VERDICT))) {
        continue;
      }
      BuildTool.delete(place); // What an interrupted gate left.
      say("[%s, gate %s of %s] %s".formatted(one.name, number, runs, place));
      Gate gate = new Gate(services, world.sides(), line -> {});
      GateReport report =
          gate.run(
              new GateRequest(
                  rules,
                  SideSpec.parse(Side.BASELINE, sides),
                  SideSpec.parse(Side.CANDIDATE, one.head),
                  options.budgetMillis(GateOptions.BUDGET),
                  seed + number - 1,
                  options.blocks(),
                  place),
              /* timed= */ true);
      say("  " + report.judgement().outcome() + ", " + String.join(" ", report.notes()));
    }
  }

  private List<MeasurementFolder> recorded(Injected one) throws IOException {
    if (!Files.isDirectory(place(one))) {
      return List.of();
    }
    try (Stream<Path> folders = Files.list(place(one))) {
      return folders.sorted().map(MeasurementFolder::recorded).toList();
    }
  }

  private void count(Injected one, PolicyFile rules, SelftestTable table) throws IOException {
    List<MeasurementFolder> all = recorded(one);
    List<MeasurementFolder> folders = all.stream().filter(gate -> !gate.isInterrupted()).toList();
    if (folders.size() < all.size()) {
      say(
          "[%s] %s of %s gates have no verdict of their own, and are not counted"
              .formatted(one.name, all.size() - folders.size(), all.size()));
    }
    long others = folders.stream().filter(f -> !f.plan().runsUnder(rules)).count();
    if (others > 0) {
      say(
          "[%s] %s of %s gates are judged by another policy than they were measured under"
              .formatted(one.name, others, folders.size()));
    }
    List<GateData> gates =
        folders.stream().map(gate -> Measurements.recorded(gate, rules.policy())).toList();
    List<Judgement> judgements =
        gates.stream().map(gate -> Judge.judge(rules.policy(), gate)).toList();
    table.add(one.row, gates.size() + " real", Tally.of(judgements), took(folders));
    boolean timed =
        !gates.isEmpty()
            && rules.policy().timedCells().stream()
                .allMatch(c -> gates.stream().anyMatch(g -> !g.cell(c).blocks().isEmpty()));
    if (resampled > 0 && timed) {
      Resampling resampling = new Resampling(rules.policy(), gates);
      table.add(
          one.row,
          "%s resampled from %s recorded blocks".formatted(resampled, resampling.recordedBlocks()),
          resampling.run(resampled, one.name.equals(SAME_BUILD), seed),
          "");
    }
  }

  private static String took(List<MeasurementFolder> gates) {
    List<Double> seconds =
        gates.stream().flatMapToDouble(gate -> gate.tookSeconds().stream()).boxed().toList();
    return seconds.isEmpty()
        ? ""
        : String.format(Locale.ROOT, "%.0f s", Sample.of(seconds).median());
  }
}
