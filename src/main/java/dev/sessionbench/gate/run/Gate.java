package dev.sessionbench.gate.run;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.FileParameters;
import dev.sessionbench.base.results.Environment;
import dev.sessionbench.bench.run.ForkEngine;
import dev.sessionbench.bench.run.ForkEngine.ForkRunner;
import dev.sessionbench.bench.run.ForkEngine.InterruptionHook;
import dev.sessionbench.bench.run.MachineWatch;
import dev.sessionbench.bench.run.RunServices;
import dev.sessionbench.gate.CountData;
import dev.sessionbench.gate.ForkId;
import dev.sessionbench.gate.GatePlan;
import dev.sessionbench.gate.MeasurementFolder;
import dev.sessionbench.gate.Side;
import dev.sessionbench.gate.SideIdentity;
import dev.sessionbench.gate.judge.Judge;
import dev.sessionbench.gate.judge.Judgement;
import dev.sessionbench.gate.policy.Policy;
import dev.sessionbench.gate.policy.PolicyCell;
import dev.sessionbench.gate.policy.PolicyFile;
import dev.sessionbench.gate.run.Sides.BuiltSide;
import dev.sessionbench.gate.show.GateReport;
import dev.sessionbench.mock.profile.Profiles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Runs a whole gate on this machine: builds the sides, measures, judges, and writes the verdict to
 * the folder of the measurements.
 */
public final class Gate {
  private static final double NOTABLE_OTHERS_PERCENT = 10;

  private final RunServices services;
  private final Sides sides;
  private final Consumer<String> progress;

  /**
   * A gate.
   *
   * @param services the clock and the other services that it uses
   * @param sides builds and runs the sides
   * @param progress receives progress messages, one line each
   */
  public Gate(RunServices services, Sides sides, Consumer<String> progress) {
    this.services = services;
    this.sides = sides;
    this.progress = progress;
  }

  /**
   * Runs a gate.
   *
   * @param request the request
   * @param timed whether it also measures times; otherwise it only counts
   * @return the verdict, which is also in the request's folder
   * @throws BadInput for bad input, one line
   */
  public GateReport run(GateRequest request, boolean timed) {
    return services.alone(
        () -> {
          String startedAt = services.clock().instant().toString();
          requireEnough(request);
          SideSpec.requireAlike(request.base(), request.head());
          MeasurementFolder folder = MeasurementFolder.create(request.out());
          BuiltSide base = build(folder, Side.BASELINE, request.base());
          Built built = new Built(base, build(folder, Side.CANDIDATE, request.head()));
          GatePlan asked =
              new GatePlan(
                  startedAt,
                  request.seed(),
                  request.budgetMillis() / 1_000,
                  request.blocks().orElse(null),
                  Map.of(),
                  0,
                  List.of(),
                  null,
                  List.of(),
                  built.base.identity(),
                  built.head.identity(),
                  request.base().command().or(request.head()::command).orElse(null),
                  built.profiles(request.policy().policy()),
                  request.policy().hash(),
                  services.environment().apply(request.seed(), startedAt));
          List<PolicyCell> cells = asked.applied(request.policy().policy().cells());
          GatePlan plan =
              timed ? asked.withCells(cells.stream().map(PolicyCell::name).toList()) : asked;
          folder.write(request.policy());
          folder.write(plan);
          return measure(folder, request.policy(), plan, built, /* since= */ "");
        });
  }

  /**
   * Goes on with an interrupted gate. It measures what the folder lacks.
   *
   * @param folder the gate's folder
   * @param budgetMillis the time that it may take from now on
   * @return the verdict, which is then also in the folder
   * @throws BadInput if the gate has ended, or its machine, policy or sides are others now; one
   *     line
   */
  public GateReport resume(MeasurementFolder folder, long budgetMillis) {
    return services.alone(
        () -> {
          GatePlan begun = folder.plan();
          refuse(!folder.isInterrupted(), folder, "that gate has ended: judge it with --from");
          Environment now = services.environment().apply(begun.seed(), begun.startedAt());
          List<String> differences = now.allDifferencesFrom(begun.environment());
          String differ = String.join("; ", differences) + "; start a new gate";
          refuse(!differences.isEmpty(), folder, differ);
          GatePlan plan = begun.withBudgetSeconds(budgetMillis / 1_000);
          BuiltSide base = again(folder, Side.BASELINE, plan.base());
          Built built = new Built(base, again(folder, Side.CANDIDATE, plan.head()));
          return measure(folder, folder.policy(), plan, built, " since it was resumed");
        });
  }

  private BuiltSide again(MeasurementFolder folder, Side side, SideIdentity before) {
    Path kept = folder.path().resolve(MeasurementFolder.SIDES).resolve(side.option() + ".jar");
    BuiltSide built = build(folder, side, SideSpec.again(side, before, kept));
    // A kept jar of a client does not know its commit. Its digest is a part of the client's name.
    SideIdentity now = built.identity().withGitCommit(before.gitCommit()).withDirty(before.dirty());
    String differs = "its %s was %s, is %s; start a new gate".formatted(side, before, now);
    refuse(!now.equals(before), folder, differs);
    return new BuiltSide(built.classPath(), before);
  }

  private static void refuse(boolean wrong, MeasurementFolder folder, String why) {
    BadInput.when(wrong, "--resume %s: %s", folder.path(), why);
  }

  /** The two sides, built. */
  private record Built(BuiltSide base, BuiltSide head) {
    /** The profiles that sides and cells name, each with the hash of its content. */
    Map<String, String> profiles(Policy policy) {
      Map<String, String> profiles = new TreeMap<>();
      Stream.concat(
              Stream.of(base, head).map(side -> side.identity().params()),
              policy.cells().stream().map(PolicyCell::params))
          .flatMap(params -> Stream.ofNullable(params.get(FileParameters.PROFILE)))
          .forEach(name -> profiles.put(name, Profiles.load(name).contentHash()));
      return profiles;
    }
  }

  /** Measures what the folder lacks, and judges; {@code since} tells from when its time counts. */
  private GateReport measure(
      MeasurementFolder folder, PolicyFile rules, GatePlan plan, Built built, String since) {
    long startMillis = services.clock().millis();
    Policy policy = plan.applied(rules.policy());
    ForkRunner<ForkId> runner =
        sides.runner(built.base, built.head, folder.log(), policy.forkSeconds());
    ForkEngine<ForkId> engine = new ForkEngine<>(folder, runner, services, plan.environment());
    InterruptionHook hook = InterruptionHook.install(() -> interrupted(engine, folder));
    MachineWatch watch = new MachineWatch(services.machine());
    try (hook;
        runner) {
      long baseCountedMillis = count(folder, policy, built, engine);
      // The candidate's extra time for counting is not charged, or the candidate would influence
      // the plan.
      long endMillis = services.clock().millis() + plan.budgetSeconds() * 1_000 - baseCountedMillis;
      GateRun run =
          new GateRun(
              policy, plan, folder, engine, () -> endMillis - services.clock().millis(), progress);
      Judgement judgement =
          plan.cells().isEmpty() ? Judge.countsAlone(policy, folder.counts()) : run.run();
      // All measurements of a gate must use the same server.
      Map<String, String> now = built.profiles(policy);
      String differ = "%s: the profiles of the server were %s, are %s; start a new gate";
      BadInput.when(!now.equals(plan.profiles()), differ, folder.path(), plan.profiles(), now);
      List<String> notes = new ArrayList<>(run.notes());
      notes.addAll(folder.counts().notes());
      built.base.note(rules).ifPresent(notes::add);
      if (policy.timedCells().stream().anyMatch(CoreHold::isMissedBy)) {
        notes.add("Without taskset, the cells of one core were measured on all.");
      }
      double others = watch.use().byOthersPercent();
      if (others > NOTABLE_OTHERS_PERCENT) {
        String used = String.format(Locale.ROOT, "%.0f %%", others);
        notes.add("Other processes used " + used + " of the machine meanwhile.");
      }
      double tookSeconds = (services.clock().millis() - startMillis) / 1_000.0;
      notes.add(String.format(Locale.ROOT, "It took %.0f s%s.", tookSeconds, since));
      // The plan that it was measured by, with the first budget of a resumed gate.
      GatePlan measured = folder.plan();
      String again = measured.reproduce(rules.isDefault() ? "" : rules.origin());
      GateReport report =
          new GateReport(judgement, rules, measured, notes, again, /* judgeAgain= */ "");
      report.write(folder.path());
      return report;
    }
  }

  /** Counts what is not counted yet, and returns how long the baseline's counting took. */
  private long count(
      MeasurementFolder folder, Policy policy, Built built, ForkEngine<ForkId> engine) {
    CountData before = folder.countedSoFar();
    if (!before.expected().isEmpty()) {
      return 0;
    }
    long startMillis = services.clock().millis();
    CountStage stage =
        new CountStage(
            policy, built.base, built.head, side -> sides.counter(side, folder.log()), progress);
    Consumer<CountData> keep =
        counted -> {
          GateRun.requireUninterrupted(engine);
          folder.write(counted);
        };
    CountData counts = stage.run(stage.cells(), before, keep);
    keep.accept(counts);
    long tookMillis = services.clock().millis() - startMillis;
    progress.accept("[count] took %d s".formatted(Math.round(tookMillis / 1_000.0)));
    return counts.tookMillis(Side.BASELINE);
  }

  private void interrupted(ForkEngine<?> engine, MeasurementFolder folder) {
    engine.interrupt();
    progress.accept(
        "Interrupted; what has finished is kept. Go on with: gate --resume %s, or judge it with: gate --from %s"
            .formatted(folder.path(), folder.path()));
  }

  /** Refuses a number of blocks too small to show anything, before anything is built. */
  private static void requireEnough(GateRequest request) {
    int fewest = request.policy().policy().fewestBlocks(List.of());
    int asked = request.blocks().orElse(fewest);
    String few =
        "--blocks %s: must be at least %s; of fewer no change of whatever size could be found";
    BadInput.when(asked < fewest, few, asked, fewest);
  }

  private BuiltSide build(MeasurementFolder folder, Side side, SideSpec spec) {
    long startMillis = services.clock().millis();
    if (spec.needsBuild()) {
      progress.accept("[build] %s: %s".formatted(side, spec.text()));
    }
    BuiltSide built = sides.build(folder.path(), side, spec);
    if (spec.needsBuild()) {
      long tookMillis = services.clock().millis() - startMillis;
      progress.accept("[build] %s took %d s".formatted(side, Math.round(tookMillis / 1_000.0)));
    }
    String named = "[client] %s: %s is client=%s, with what its own pom names: %s";
    built
        .identity()
        .client()
        .filter(client -> spec.hasClientJar())
        .map(one -> named.formatted(side, spec.text(), one.name(), one.libraries()))
        .ifPresent(progress);
    return built;
  }

  /**
   * The request for a gate.
   *
   * @param policy the policy
   * @param base the baseline
   * @param head the candidate
   * @param budgetMillis the time that it may take, without builds
   * @param seed determines the order of the forks and the workloads
   * @param blocks the blocks to run regardless of the budget; null for the policy's number
   * @param out the folder for all files of the gate
   */
  public record GateRequest(
      PolicyFile policy,
      SideSpec base,
      SideSpec head,
      long budgetMillis,
      long seed,
      Optional<Integer> blocks,
      Path out) {}
}
