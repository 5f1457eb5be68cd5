package dev.sessionbench.gate.run;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.FileParameters;
import dev.sessionbench.bench.client.ClientUnderTest;
import dev.sessionbench.bench.run.ForkEngine;
import dev.sessionbench.bench.run.ForkEngine.InterruptionHook;
import dev.sessionbench.bench.run.MachineWatch;
import dev.sessionbench.bench.run.RunServices;
import dev.sessionbench.gate.CountData;
import dev.sessionbench.gate.ForkId;
import dev.sessionbench.gate.GatePlan;
import dev.sessionbench.gate.MeasurementFolder;
import dev.sessionbench.gate.Side;
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
          BuiltSide head = build(folder, Side.CANDIDATE, request.head());
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
                  base.identity(),
                  head.identity(),
                  request.base().command().or(request.head()::command).orElse(null),
                  profiles(request.policy().policy(), base, head),
                  request.policy().hash(),
                  services.environment().apply(request.seed(), startedAt));
          List<PolicyCell> cells = asked.applied(request.policy().policy().cells());
          GatePlan plan =
              timed ? asked.withCells(cells.stream().map(PolicyCell::name).toList()) : asked;
          folder.write(request.policy());
          folder.write(plan);
          return measure(folder, request.policy(), plan, base, head);
        });
  }

  /** The profiles that sides and cells name, each with the hash of its content. */
  private static Map<String, String> profiles(Policy policy, BuiltSide base, BuiltSide head) {
    Map<String, String> profiles = new TreeMap<>();
    Stream.concat(
            Stream.of(base, head).map(side -> side.identity().params()),
            policy.cells().stream().map(PolicyCell::params))
        .flatMap(params -> Stream.ofNullable(params.get(FileParameters.PROFILE)))
        .forEach(name -> profiles.put(name, Profiles.load(name).contentHash()));
    return profiles;
  }

  /** Runs the forks and judges. */
  private GateReport measure(
      MeasurementFolder folder, PolicyFile rules, GatePlan plan, BuiltSide base, BuiltSide head) {
    long startMillis = services.clock().millis();
    Policy policy = plan.applied(rules.policy());
    ForkEngine<ForkId> engine =
        new ForkEngine<>(
            folder,
            sides.runner(base, head, folder.log(), policy.forkSeconds()),
            services,
            plan.environment());
    InterruptionHook hook = InterruptionHook.install(() -> interrupted(engine, folder));
    try {
      long baseCountedMillis = count(folder, policy, base, head);
      // The candidate's extra time for counting is not charged, or the candidate would influence
      // the plan.
      long endMillis = services.clock().millis() + plan.budgetSeconds() * 1_000 - baseCountedMillis;
      GateRun run =
          new GateRun(
              policy, plan, folder, engine, () -> endMillis - services.clock().millis(), progress);
      MachineWatch watch = new MachineWatch(services.machine());
      Judgement judgement =
          plan.cells().isEmpty() ? Judge.countsAlone(policy, folder.counts()) : run.run();
      // All measurements of a gate must use the same server.
      Map<String, String> now = profiles(policy, base, head);
      if (!now.equals(plan.profiles())) {
        throw new BadInput(
            "%s: the profiles of the server were %s, are %s; start a new gate"
                .formatted(folder.path(), plan.profiles(), now));
      }
      List<String> notes = new ArrayList<>(run.notes());
      notes.addAll(folder.counts().notes());
      base.note(rules).ifPresent(notes::add);
      double others = watch.use().byOthersPercent();
      if (others > NOTABLE_OTHERS_PERCENT) {
        notes.add(
            String.format(
                Locale.ROOT, "Other processes used %.0f %% of the machine meanwhile.", others));
      }
      double tookSeconds = (services.clock().millis() - startMillis) / 1_000.0;
      notes.add(String.format(Locale.ROOT, "It took %.0f s.", tookSeconds));
      String again = run.plan().reproduce(rules.isDefault() ? "" : rules.origin());
      GateReport report =
          new GateReport(judgement, rules, run.plan(), notes, again, /* judgeAgain= */ "");
      report.write(folder.path());
      return report;
    } finally {
      hook.remove();
    }
  }

  /** Counts, and returns how long the baseline's counting took. */
  private long count(MeasurementFolder folder, Policy policy, BuiltSide base, BuiltSide head) {
    long startMillis = services.clock().millis();
    CountStage stage =
        new CountStage(policy, base, head, side -> sides.counter(side, folder.log()), progress);
    CountData counts = stage.run(stage.cells());
    folder.write(counts);
    long tookMillis = services.clock().millis() - startMillis;
    progress.accept("[count] took %d s".formatted(Math.round(tookMillis / 1_000.0)));
    return counts.tookMillis(Side.BASELINE);
  }

  private void interrupted(ForkEngine<?> engine, MeasurementFolder folder) {
    engine.interrupt();
    progress.accept(
        "Interrupted; finished forks are kept. Look at them with: gate --from " + folder.path());
  }

  /** Refuses a number of blocks too small to show anything, before anything is built. */
  private static void requireEnough(GateRequest request) {
    int fewest = request.policy().policy().fewestBlocks(List.of());
    int asked = request.blocks().orElse(fewest);
    if (asked < fewest) {
      throw new BadInput(
          "--blocks %s: must be at least %s; of fewer no change of whatever size could be found"
              .formatted(asked, fewest));
    }
  }

  private BuiltSide build(MeasurementFolder folder, Side side, SideSpec words) {
    long startMillis = services.clock().millis();
    if (words.needsBuild()) {
      progress.accept("[build] %s: %s".formatted(side, words.text()));
    }
    BuiltSide built = sides.build(folder.path(), side, words);
    if (words.needsBuild()) {
      long tookMillis = services.clock().millis() - startMillis;
      progress.accept("[build] %s took %d s".formatted(side, Math.round(tookMillis / 1_000.0)));
    }
    for (ClientUnderTest client : built.identity().client().stream().toList()) {
      if (words.hasClientJar()) {
        progress.accept(
            "[client] %s: %s is client=%s, with what its own pom names: %s"
                .formatted(side, words.text(), client.name(), client.libraries()));
      }
    }
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
