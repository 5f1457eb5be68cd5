package dev.sessionbench.cli;

import com.google.common.collect.Streams;
import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.stats.Sample;
import dev.sessionbench.base.text.BuildTool;
import dev.sessionbench.bench.client.ClientChange;
import dev.sessionbench.bench.run.RunDirectory;
import dev.sessionbench.gate.GateData;
import dev.sessionbench.gate.MeasurementFolder;
import dev.sessionbench.gate.Side;
import dev.sessionbench.gate.judge.Judge;
import dev.sessionbench.gate.judge.Judgement;
import dev.sessionbench.gate.judge.Resampling;
import dev.sessionbench.gate.judge.Resampling.Tally;
import dev.sessionbench.gate.policy.Policy;
import dev.sessionbench.gate.policy.PolicyCell;
import dev.sessionbench.gate.policy.PolicyFile;
import dev.sessionbench.gate.run.Gate;
import dev.sessionbench.gate.run.Gate.GateRequest;
import dev.sessionbench.gate.run.SideSpec;
import dev.sessionbench.gate.show.GateReport;
import dev.sessionbench.gate.show.SelftestTable;
import dev.sessionbench.gate.show.SelftestTable.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
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
          "KIND for two strengths, KIND:N for one, none for equal sides. Default: none and all.")
  private List<String> kinds = new ArrayList<>();

  @Option(
      names = "--sides",
      paramLabel = "SIDE",
      description = "What both sides are, as gate --base takes it. Default: this build.")
  private String sides = "";

  @Option(
      names = "--runs",
      paramLabel = "N",
      description = "Gates that each change has in the end. Default: 1; 0 only counts.")
  private int runs = 1;

  @Option(
      names = "--resample",
      paramLabel = "N",
      description = "Whole gates of each change to draw from the blocks. Default: 0.")
  private int resampled;

  @Mixin private final GateOptions options = new GateOptions();

  @Option(names = "--seed", description = "The first gate's. Default: 1.")
  private long seed = 1;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Where each gate gets a folder. Default: results/runs/selftest.")
  private Path folder = RunDirectory.DEFAULT_PARENT.resolve("selftest");

  /** The counted gates that were measured under another policy. */
  private long others;

  @Override
  ExitCode execute() throws IOException {
    PolicyFile rules = options.policy();
    Stream<String> named =
        Stream.concat(Stream.of(SAME_BUILD), Stream.of(ClientChange.Kind.values()))
            .map(Object::toString);
    List<Injected> all =
        (kinds.isEmpty() ? named : kinds.stream()).flatMap(this::injected).toList();
    all.forEach(one -> SideSpec.parse(Side.CANDIDATE, one.head));
    List<Row> rows = new ArrayList<>();
    for (Injected one : all) {
      measure(one, rules);
      rows.add(count(one, rules));
    }
    out.print(SelftestTable.of(rows));
    if (others > 0) {
      out.print(
          "\nGates that were measured under another policy: %d. Judged by the cells that they have.\n"
              .formatted(others));
    }
    return ExitCode.OK;
  }

  /**
   * What is put into the candidates of some gates.
   *
   * @param name its name in the table and on disk
   * @param meaning what it does
   * @param expected the metric that should show it
   * @param head what names the candidate
   */
  private record Injected(String name, String meaning, String expected, String head) {}

  private Stream<Injected> injected(String kind) {
    if (kind.equals(SAME_BUILD)) {
      return Stream.of(new Injected(kind, "nothing", "", sides));
    }
    try {
      ClientChange named = ClientChange.parse(kind);
      List<ClientChange> changes = kind.contains(":") ? List.of(named) : named.kind().standard();
      return changes.stream().map(this::injected);
    } catch (IllegalArgumentException e) {
      throw new BadInput("--kinds " + e.getMessage(), e);
    }
  }

  private Injected injected(ClientChange change) {
    String head = (sides.isEmpty() ? "" : sides + ",") + "change=" + change;
    String metric = change.kind().metric().toString();
    return new Injected(change.toString(), change.meaning(), metric, head);
  }

  private Path place(Injected one) {
    return folder.resolve(one.name.replace(':', '-'));
  }

  private void measure(Injected one, PolicyFile rules) throws IOException {
    for (int number = 1; number <= runs; number++) {
      Path place = place(one).resolve(String.format(Locale.ROOT, "%03d", number));
      if (Files.exists(place.resolveSibling(place.getFileName() + ".zip")) || isMeasured(place)) {
        continue;
      }
      BuildTool.delete(place); // What an interrupted gate left.
      say("[%s, gate %s of %s] %s".formatted(one.name, number, runs, place));
      SideSpec base = SideSpec.parse(Side.BASELINE, sides);
      SideSpec head = SideSpec.parse(Side.CANDIDATE, one.head);
      long budget = options.budgetMillis(GateOptions.BUDGET);
      GateRequest request =
          new GateRequest(rules, base, head, budget, seed + number - 1, options.blocks, place);
      Gate gate = new Gate(services, world.sides(), line -> {});
      GateReport report = gate.run(request, /* timed= */ true);
      say("  " + report.judgement().outcome() + ", " + String.join(" ", report.notes()));
    }
  }

  /** The gates of a change that have a verdict. */
  private List<MeasurementFolder> ended(Injected one) throws IOException {
    if (!Files.isDirectory(place(one))) {
      return List.of();
    }
    try (Stream<Path> listed = Files.list(place(one))) {
      List<Path> all = listed.sorted().toList();
      Stream<MeasurementFolder> measured =
          all.stream().filter(GateSelftestCommand::isMeasured).map(MeasurementFolder::recorded);
      List<MeasurementFolder> ended = measured.filter(gate -> !gate.isInterrupted()).toList();
      if (ended.size() < all.size()) {
        String without = "[%s] %s of %s gates have no verdict of their own, and are not counted";
        say(without.formatted(one.name, all.size() - ended.size(), all.size()));
      }
      return ended;
    }
  }

  private static boolean isMeasured(Path gate) {
    return gate.toString().endsWith(".zip")
        || Files.exists(gate.resolve(MeasurementFolder.VERDICT));
  }

  private Row count(Injected one, PolicyFile rules) throws IOException {
    List<MeasurementFolder> folders = ended(one);
    others += folders.stream().filter(gate -> !gate.plan().runsUnder(rules)).count();
    Policy policy = rules.policy();
    List<GateData> gates = folders.stream().map(gate -> GateData.recorded(gate, policy)).toList();
    Stream<Judgement> judgements =
        Streams.zip(
            folders.stream(),
            gates.stream(),
            (folder, gate) -> Judge.judge(folder.plan().planned(policy), gate));
    double[] seconds = folders.stream().flatMapToDouble(f -> f.tookSeconds().stream()).toArray();
    OptionalDouble median =
        DoubleStream.of(Sample.median(seconds)).filter(Double::isFinite).findFirst();
    Tally counted = Tally.of(judgements.toList());
    Tally drawn = drawn(one, policy, gates);
    return new Row(one.name, one.meaning, one.expected, counted, median, drawn);
  }

  /** Draws gates from the cells that have blocks; none for a change that the counts found. */
  private Tally drawn(Injected one, Policy policy, List<GateData> gates) {
    List<PolicyCell> measured =
        policy.timedCells().stream()
            .filter(c -> gates.stream().anyMatch(g -> !g.cell(c).blocks().isEmpty()))
            .toList();
    return resampled > 0 && !measured.isEmpty()
        ? new Resampling(policy.withCells(measured), gates)
            .run(resampled, one.name.equals(SAME_BUILD), seed)
        : Tally.of(List.of());
  }
}
