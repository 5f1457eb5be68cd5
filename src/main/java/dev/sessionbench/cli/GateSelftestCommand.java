package dev.sessionbench.cli;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.bench.run.Shard;
import dev.sessionbench.bench.trial.Handicap;
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
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Runs gates whose truth is known, and counts their verdicts: both sides the same build, or a",
      "candidate with a fault put into the mock server, round the client, or into another jar's client.",
      "With --resample, draws whole gates from the blocks that such gates have recorded."
    })
final class GateSelftestCommand extends BenchCommand {
  private static final String SAME_BUILD = "none";
  private static final String JAR = ".jar";
  private static final List<String> ALL =
      List.of(
          SAME_BUILD,
          "rpc+1",
          "server+5%",
          "server+10%",
          "wall+5%",
          "wall+10%",
          "acquire+2ms",
          "allocation+10%",
          "cpu+20%");

  @Option(
      names = "--inject",
      split = ",",
      paramLabel = "FAULT",
      description =
          "What to put in: a fault, a benchmarks jar that has it, or none for equal sides."
              + " Default: all of the documented faults.")
  private List<String> injected = new ArrayList<>();

  @Option(
      names = "--runs",
      defaultValue = "1",
      paramLabel = "N",
      description = "Gates of each kind to add. Default: 1; 0 only counts what is there.")
  private int runs;

  @Option(
      names = "--resample",
      defaultValue = "0",
      paramLabel = "N",
      description = "Whole gates of each kind to draw from the recorded blocks. Default: 0.")
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
    List<String> kinds = injected.isEmpty() ? ALL : injected;
    kinds.forEach(this::check);
    PolicyFile rules = options.policy();
    SelftestTable table = new SelftestTable();
    for (String kind : kinds) {
      measure(kind, rules);
      count(kind, rules, table);
    }
    out.print("\n" + table.render());
    return ExitCode.OK;
  }

  private void check(String kind) {
    if (kind.endsWith(JAR)) {
      // Its recorded measurements can be evaluated without the file.
      if (runs > 0 && !Files.isRegularFile(Path.of(kind))) {
        throw new BadInput("--inject %s: no such file".formatted(kind));
      }
      return;
    }
    try {
      Handicap.parse(kind.equals(SAME_BUILD) ? "" : kind);
    } catch (IllegalArgumentException e) {
      throw new BadInput("--inject %s: %s".formatted(kind, e.getMessage()));
    }
  }

  private Path place(String kind) {
    String name = String.valueOf(Path.of(kind).getFileName());
    return folder.resolve(name.replaceFirst("\\.jar$", "").replace("%", "percent"));
  }

  private static String headWords(String kind) {
    return kind.endsWith(JAR) ? kind : kind.equals(SAME_BUILD) ? "" : "inject=" + kind;
  }

  private void measure(String kind, PolicyFile rules) throws IOException {
    for (int run = 0; run < runs; run++) {
      int number = recorded(kind).size() + 1;
      Path place = place(kind).resolve(String.format(Locale.ROOT, "%03d", number));
      say("[%s, gate %s of %s] %s".formatted(kind, run + 1, runs, place));
      GateReport report =
          new Gate(services, world.sides(), line -> {})
              .run(
                  new GateRequest(
                      rules,
                      SideSpec.parse(Side.BASELINE, ""),
                      SideSpec.parse(Side.CANDIDATE, headWords(kind)),
                      options.budgetMillis(),
                      seed + number - 1,
                      options.blocks(),
                      new Shard(1, 1),
                      place));
      say("  " + report.judgement().outcome() + ", " + String.join(" ", report.notes()));
    }
  }

  private List<MeasurementFolder> recorded(String kind) throws IOException {
    if (!Files.isDirectory(place(kind))) {
      return List.of();
    }
    try (Stream<Path> folders = Files.list(place(kind))) {
      return folders.sorted().map(MeasurementFolder::recorded).toList();
    }
  }

  private void count(String kind, PolicyFile rules, SelftestTable table) throws IOException {
    List<MeasurementFolder> all = recorded(kind);
    List<MeasurementFolder> folders = all.stream().filter(gate -> !gate.isInterrupted()).toList();
    if (folders.size() < all.size()) {
      say(
          "[%s] %s of %s gates have no verdict of their own, and are not counted"
              .formatted(kind, all.size() - folders.size(), all.size()));
    }
    long others = folders.stream().filter(f -> !f.plan().runsUnder(rules)).count();
    if (others > 0) {
      say(
          "[%s] %s of %s gates are judged by another policy than they were measured under"
              .formatted(kind, others, folders.size()));
    }
    List<GateData> gates =
        folders.stream().map(gate -> Measurements.merge(List.of(gate), rules.policy())).toList();
    if (gates.isEmpty()) {
      return;
    }
    List<Judgement> judgements =
        gates.stream().map(gate -> Judge.judge(rules.policy(), gate)).toList();
    table.add(kind, gates.size() + " real", Tally.of(judgements));
    boolean timed =
        rules.policy().timedCells().stream()
            .allMatch(c -> gates.stream().anyMatch(g -> !g.cell(c).blocks().isEmpty()));
    if (resampled > 0 && timed) {
      Resampling resampling = new Resampling(rules.policy(), gates);
      table.add(
          kind,
          "%s resampled from %s recorded blocks".formatted(resampled, resampling.recordedBlocks()),
          resampling.run(resampled, kind.equals(SAME_BUILD), seed));
    }
  }
}
