package dev.sessionbench.gate.run;

import dev.sessionbench.gate.Arm;
import dev.sessionbench.gate.GateException;
import dev.sessionbench.gate.GatePlan;
import dev.sessionbench.gate.Judgement;
import dev.sessionbench.gate.MeasurementFolder;
import dev.sessionbench.gate.Policy;
import dev.sessionbench.gate.PolicyCell;
import dev.sessionbench.gate.PolicyFile;
import dev.sessionbench.gate.show.GateFormat;
import dev.sessionbench.gate.show.GateReport;
import dev.sessionbench.results.AtomicFile;
import dev.sessionbench.results.EnvironmentReader;
import dev.sessionbench.results.Machine;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * A whole gate: builds the arms, measures, judges, and leaves the verdict beside the measurements.
 */
public final class Gate {
  private static final double NOTABLE_OTHERS_PERCENT = 10;

  private final ArmMaker arms;
  private final BiFunction<BuiltArm, BuiltArm, ArmRunner> runners;
  private final LongSupplier clockMillis;
  private final Machine machine;
  private final Consumer<String> progress;

  /** Makes arms that can run. */
  @FunctionalInterface
  public interface ArmMaker {
    /** Makes one arm. */
    BuiltArm build(Arm arm, ArmWords words);
  }

  /**
   * A gate.
   *
   * @param arms makes the arms
   * @param runners runs the forks of a base and a head
   * @param clockMillis tells the time
   * @param machine tells of the machine's load
   * @param progress is told what happens, a line each
   */
  public Gate(
      ArmMaker arms,
      BiFunction<BuiltArm, BuiltArm, ArmRunner> runners,
      LongSupplier clockMillis,
      Machine machine,
      Consumer<String> progress) {
    this.arms = arms;
    this.runners = runners;
    this.clockMillis = clockMillis;
    this.machine = machine;
    this.progress = progress;
  }

  /**
   * Runs the gate.
   *
   * @param request what is asked for
   * @return the verdict, which is also in the request's folder
   * @throws GateException for bad input, one line
   */
  public GateReport run(GateRequest request) {
    long start = clockMillis.getAsLong();
    Policy policy = request.policy().policy();
    List<String> cells = shard(policy, request.shard(), request.shards());
    MeasurementFolder folder = MeasurementFolder.create(request.out());
    BuiltArm base = build(Arm.BASE, request.base());
    BuiltArm head = build(Arm.HEAD, request.head());
    GatePlan plan =
        new GatePlan(
            Instant.ofEpochMilli(start).toString(),
            request.seed(),
            request.budgetMillis() / 1_000,
            0,
            List.of(),
            request.shard(),
            request.shards(),
            cells,
            base.identity(),
            head.identity(),
            EnvironmentReader.read(request.seed(), Instant.ofEpochMilli(start).toString()));
    folder.write(request.policy());
    folder.write(plan);
    GateRun run =
        new GateRun(
            policy,
            plan,
            folder,
            runners.apply(base, head),
            new Deadline(clockMillis, start + request.budgetMillis()),
            progress);
    var before = machine.cpuTimes();
    Judgement judgement = run.run(request.blocks());
    List<String> notes = new ArrayList<>(run.notes());
    machine
        .cpuTimes()
        .flatMap(now -> before.map(now::since))
        .filter(use -> use.byOthersPercent() > NOTABLE_OTHERS_PERCENT)
        .ifPresent(
            use ->
                notes.add(
                    String.format(
                        Locale.ROOT,
                        "Other processes used %.0f %% of the machine meanwhile.",
                        use.byOthersPercent())));
    notes.add(
        String.format(Locale.ROOT, "It took %.0f s.", (clockMillis.getAsLong() - start) / 1_000.0));
    GateReport report =
        new GateReport(
            judgement,
            policy,
            request.policy().origin(),
            run.plan(),
            notes,
            reproduce(run.plan(), request));
    write(request.out(), report);
    return report;
  }

  /**
   * Leaves a verdict in a folder, in every form.
   *
   * @param folder the folder; made where it is not there
   * @param report the verdict
   * @throws GateException if it cannot be made
   */
  public static void write(Path folder, GateReport report) {
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new GateException("--out " + folder + ": must be a folder to write to", e);
    }
    for (GateFormat format : GateFormat.values()) {
      AtomicFile.write(
          folder.resolve(format.fileName()),
          format.render(report).getBytes(StandardCharsets.UTF_8));
    }
  }

  /** The command that measures the same again. */
  private static String reproduce(GatePlan plan, GateRequest request) {
    StringBuilder command = new StringBuilder("java -jar target/benchmarks.jar gate");
    command.append(" --base '").append(plan.base().words()).append('\'');
    command.append(" --head '").append(plan.head().words()).append('\'');
    command.append(" --seed ").append(plan.seed());
    command.append(" --budget ").append(plan.budgetSeconds()).append('s');
    if (!request.policy().origin().equals(PolicyFile.PROJECT_FILE.toString())) {
      command.append(" --policy ").append(request.policy().origin());
    }
    request.blocks().ifPresent(blocks -> command.append(" --blocks ").append(blocks));
    if (plan.shards() > 1) {
      command.append(" --shard ").append(plan.shard()).append('/').append(plan.shards());
    }
    return command.toString();
  }

  private BuiltArm build(Arm arm, ArmWords words) {
    if (words.needsBuild()) {
      progress.accept("[build] %s: %s".formatted(arm, words.text()));
    }
    return arms.build(arm, words);
  }

  /** Every n-th cell; each shard gets timed ones, and the counted ones are dealt out likewise. */
  static List<String> shard(Policy policy, int shard, int shards) {
    int timed = policy.timedCells().size();
    if (shards > Math.max(1, timed)) {
      throw new GateException(
          "--shard %s/%s: must be at most %s parts, as the policy times %s cells"
              .formatted(shard, shards, Math.max(1, timed), timed));
    }
    List<String> cells = new ArrayList<>();
    List<PolicyCell> ordered = new ArrayList<>(policy.timedCells());
    policy.cells().stream().filter(cell -> !cell.isTimed()).forEach(ordered::add);
    for (int i = shard - 1; i < ordered.size(); i += shards) {
      cells.add(ordered.get(i).name());
    }
    return cells;
  }
}
