package dev.sessionbench.cli;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.bench.run.RunDirectory;
import dev.sessionbench.bench.run.RunFolder;
import dev.sessionbench.gate.GateData;
import dev.sessionbench.gate.GatePlan;
import dev.sessionbench.gate.MeasurementFolder;
import dev.sessionbench.gate.Side;
import dev.sessionbench.gate.judge.Finding.Outcome;
import dev.sessionbench.gate.judge.Judge;
import dev.sessionbench.gate.judge.Judgement;
import dev.sessionbench.gate.policy.Policy;
import dev.sessionbench.gate.policy.PolicyFile;
import dev.sessionbench.gate.run.Gate;
import dev.sessionbench.gate.run.Gate.GateRequest;
import dev.sessionbench.gate.run.SideBuilder;
import dev.sessionbench.gate.run.SideSpec;
import dev.sessionbench.gate.show.GateReport;
import dev.sessionbench.gate.show.GateReport.GateFormat;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gate}: decides whether a change passes. */
@Command(
    name = "gate",
    sortOptions = false,
    subcommands = {GateSelftestCommand.class, GateCommentCommand.class},
    description = {
      "Measures a baseline and a candidate on this machine and says: same, improved, regressed or",
      "inconclusive. By default the baseline is the merge base with origin/main, and the candidate is",
      "the working tree. A side is a benchmarks jar or a client's jar. client=VERSION is a client beside",
      "its own libraries. rev=REVISION is a build of this suite or, by --build, of a client; tree builds",
      "the working tree. change=KIND:N puts a known change into the candidate's client. PARAMETER=VALUE",
      "sets a parameter. Commas join several. Exit codes: 0 same or improved; 1 regressed, changed,",
      "failed or missing; 2 bad usage or input; 3 inconclusive: it could not tell; 4 the gate itself",
      "failed and there is no verdict; 5 less power than --require-power asks for."
    })
final class GateCommand extends BenchCommand {
  private static final long FRESH_SEEDS = 1_000_000;

  @Option(names = "--base", paramLabel = "SIDE", description = "What the change is compared with.")
  private Optional<String> base = Optional.empty();

  @Option(names = "--head", paramLabel = "SIDE", description = "The change.")
  private Optional<String> head = Optional.empty();

  @Option(
      names = "--build",
      paramLabel = "CMD",
      description =
          "How to build a client: the shell runs CMD at the root of a copy of this repository. The newest target/google-cloud-spanner-VERSION.jar is measured.")
  private Optional<String> build = Optional.empty();

  @Mixin private final GateOptions options = new GateOptions();

  @Option(
      names = "--seed",
      description = "Decides the order of the forks and the workloads. Default: a fresh one.")
  private Optional<Long> seed = Optional.empty();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "A new folder for measurements and verdict. Default: results/runs/gate-<time>.")
  private Optional<Path> folder = Optional.empty();

  @Option(
      names = "--from",
      paramLabel = "DIR",
      description = "Judge an earlier gate by its folder or its zip file; run nothing.")
  private Optional<Path> from = Optional.empty();

  @Option(
      names = "--resume",
      paramLabel = "DIR",
      description = "Go on with an interrupted gate, from its folder; --budget counts anew.")
  private Optional<Path> resume = Optional.empty();

  @Option(
      names = "--counts",
      description = "Only count RPCs, sessions and errors in all loads and steps. No times.")
  private boolean counts;

  @Option(
      names = "--require-power",
      paramLabel = "PERCENT",
      description = {
        "Exit code 5 unless the gate found a change, or could have found one of PERCENT in every",
        "gated metric. A metric with a margin above half of PERCENT needs twice its margin."
      })
  private Optional<String> requiredPower = Optional.empty();

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description =
          "text, markdown, junit, json or bmf (Bencher Metric Format), on standard output. The folder has all.")
  private GateFormat format = GateFormat.TEXT;

  @Override
  ExitCode execute() {
    Optional<Double> power = requiredPower.map(this::power);
    GateReport report =
        from.map(this::judge).or(() -> resume.map(this::resume)).orElseGet(this::measure);
    out.print(format.render(report));
    Outcome outcome = report.judgement().outcome();
    if (outcome.fails()) {
      return ExitCode.BENCHMARK_FAILED;
    }
    Policy policy = report.rules().policy();
    List<String> lacking =
        power.map(p -> Judge.lackingPower(policy, report.judgement(), p)).orElse(List.of());
    lacking.forEach(this::say);
    return !lacking.isEmpty()
        ? ExitCode.TOO_LITTLE_POWER
        : outcome == Outcome.INCONCLUSIVE ? ExitCode.INCONCLUSIVE : ExitCode.OK;
  }

  /** The smallest change that the gate must be able to find. */
  private double power(String text) {
    boolean fits = text.matches("[0-9]{1,2}(\\.[0-9]{1,3})?%") && !text.matches("[0.]+%");
    String range = "--require-power %s: must be above 0%% and below 100%%, as in 10%%";
    BadInput.when(!fits, range, text);
    BadInput.when(counts, "--require-power %s: goes without --counts, which times nothing", text);
    return Double.parseDouble(text.replace("%", "")) / 100;
  }

  private GateReport judge(Path measured) {
    String judges = "--from: judges what was measured";
    takesOnly(judges, "--from", "--out", "--policy", "--format", "--require-power");
    Path place = folder.orElse(Path.of(""));
    boolean ofGate = folder.isPresent() && Files.exists(place.resolve(MeasurementFolder.PLAN));
    String lost = "--out %s: must not be the folder of a gate: its own verdict would be lost";
    BadInput.when(ofGate, lost, place);
    MeasurementFolder gate = MeasurementFolder.recorded(measured);
    PolicyFile judging = options.namedPolicy().orElseGet(gate::policy);
    GatePlan plan = gate.plan();
    List<String> notes = new ArrayList<>(gate.notes());
    if (!plan.runsUnder(judging)) {
      notes.add("It is judged by another policy than it was measured under.");
    }
    Policy policy = plan.applied(judging.policy());
    GateData data = GateData.recorded(gate, policy);
    Judgement judgement =
        plan.cells().isEmpty()
            ? Judge.countsAlone(policy, data.counts())
            : Judge.judge(policy, data);
    String named = options.namedPolicy().map(one -> " --policy " + one.origin()).orElse("");
    String again = "java -jar target/benchmarks.jar gate --from " + measured + named;
    GateReport report = new GateReport(judgement, judging, plan, notes, gate.reproduce(), again);
    folder.ifPresent(report::write);
    return report;
  }

  private GateReport resume(Path begun) {
    String goesOn = "--resume: goes on with what that gate set out to do";
    takesOnly(goesOn, "--resume", "--budget", "--format", "--require-power");
    MeasurementFolder gate = MeasurementFolder.open(begun);
    long budgetMillis = options.budgetMillis(gate.plan().budgetSeconds() + "s");
    return new Gate(services, world.sides(), this::progress).resume(gate, budgetMillis);
  }

  private GateReport measure() {
    long budgetMillis = options.budgetMillis(GateOptions.BUDGET);
    String name = "gate-" + RunFolder.name(services.clock().instant());
    Path place = folder.orElse(RunDirectory.DEFAULT_PARENT.resolve(name));
    PolicyFile policy = options.policy();
    SideSpec baseline = SideSpec.parse(Side.BASELINE, baseText(place)).builtBy(build);
    SideSpec candidate = SideSpec.parse(Side.CANDIDATE, head.orElse("tree")).builtBy(build);
    boolean builds = baseline.needsBuild() || candidate.needsBuild();
    String needs = "--build %s: needs a side rev=REVISION or tree, to build";
    BadInput.when(build.isPresent() && !builds, needs, build.orElse(""));
    long first = seed.orElseGet(() -> services.clock().millis() % FRESH_SEEDS);
    GateRequest request =
        new GateRequest(policy, baseline, candidate, budgetMillis, first, options.blocks, place);
    return new Gate(services, world.sides(), this::progress).run(request, !counts);
  }

  /** The baseline: by default the merge base that {@code mvn jmh:gate -Djmh.base=REV} may name. */
  private String baseText(Path place) {
    String named = System.getProperty("jmh.base", "");
    return base.orElseGet(
        () -> "rev=" + SideBuilder.in(place).mergeBase(named.isBlank() ? "origin/main" : named));
  }

  private void progress(String line) {
    if (format == GateFormat.TEXT) {
      say(line);
    }
  }
}
