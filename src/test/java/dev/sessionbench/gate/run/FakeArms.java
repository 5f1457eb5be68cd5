package dev.sessionbench.gate.run;

import dev.sessionbench.gate.Arm;
import dev.sessionbench.gate.ArmIdentity;
import dev.sessionbench.gate.ForkId;
import dev.sessionbench.gate.PolicyFile;
import dev.sessionbench.gate.Stage;
import dev.sessionbench.gate.show.GateReport;
import dev.sessionbench.results.CellResult;
import dev.sessionbench.results.CpuTimes;
import dev.sessionbench.results.Machine;
import dev.sessionbench.results.Metric;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;

/** Stands in for builds and forks: a clock that only forks move, and times as they are set. */
final class FakeArms implements ArmRunner {
  static final String YAML =
      """
      alpha: 0.05
      confidence: 0.95
      floor: 0.03
      band: 0.05
      blocks: 12
      confirmBlocks: 6
      confirmAlpha: 0.05
      forkSeconds: 60
      looks:
        - {at: 0.5, alarm: 0, clear: 0.65}
        - {at: 1, alarm: 1, clear: 0.35}
      exact: [numBatchCreateSessionsRpcs]
      metrics:
        score: {label: wall time}
        cpuTime: {label: CPU time}
      cells:
        - {benchmark: burst, params: {incStep: 25}, warmups: 1, iterations: 3, gated: [score, cpuTime]}
        - {benchmark: steady, params: {incStep: 25}, warmups: 1, iterations: 3, gated: [score]}
        - {benchmark: mixed, params: {incStep: 25}, warmups: 0, iterations: 1, gated: []}
      """;

  final List<ForkId> ran = new ArrayList<>();
  final List<String> said = new ArrayList<>();
  PolicyFile policy = PolicyFile.parse("test", YAML);
  long budgetMillis = 600_000;
  OptionalInt blocks = OptionalInt.empty();
  int shard = 1;
  int shards = 1;
  double noise = 0.01;
  double headChange;
  double confirmedChange = Double.NaN;
  int headRpcs = 16;
  String failing = "";
  long forkMillis = 4_000;
  int slowAfterForks = Integer.MAX_VALUE;
  private long nowMillis = 1_000_000;

  GateReport run(Path out) {
    return new Gate(
            (arm, words) ->
                new BuiltArm("", new ArmIdentity(words.text(), Map.of(), "abc", "6.107.0", "", "")),
            (base, head) -> this,
            () -> nowMillis,
            new IdleMachine(),
            said::add)
        .run(
            new GateRequest(
                policy,
                ArmWords.parse(Arm.BASE, "incStep=25"),
                ArmWords.parse(Arm.HEAD, "incStep=20"),
                budgetMillis,
                7,
                blocks,
                shard,
                shards,
                out));
  }

  /** The time that has passed on the clock. */
  long passedMillis() {
    return nowMillis - 1_000_000;
  }

  List<ForkId> ran(Stage stage) {
    return ran.stream().filter(fork -> fork.stage() == stage).toList();
  }

  @Override
  public CellResult run(ForkId fork) throws ArmForkException {
    ran.add(fork);
    nowMillis += ran.size() > slowAfterForks ? 3 * forkMillis : forkMillis;
    if (!failing.isEmpty() && fork.toString().contains(failing)) {
      throw new ArmForkException("boom");
    }
    // The fork's own noise, the same whenever the gate is run again.
    Random random = new Random(fork.toString().hashCode());
    double change =
        fork.stage() == Stage.CONFIRMATION && !Double.isNaN(confirmedChange)
            ? confirmedChange
            : headChange;
    double time = 700 * (1 + noise * random.nextGaussian());
    boolean head = fork.arm() == Arm.HEAD;
    return result(fork, head ? time * (1 + change) : time, head ? headRpcs : 16);
  }

  private static CellResult result(ForkId fork, double time, int rpcs) {
    Map<String, Metric> secondary = new LinkedHashMap<>();
    secondary.put("numBatchCreateSessionsRpcs", Metric.of("#", List.of(List.of((double) rpcs))));
    secondary.put("cpuTime", Metric.of("ms", List.of(List.of(time))));
    return new CellResult(
        "1.37",
        "a.B." + fork.cell().benchmark(),
        "ss",
        1,
        1,
        "java",
        List.of(),
        "17",
        "VM",
        "17",
        1,
        "single-shot",
        1,
        3,
        "single-shot",
        1,
        fork.cell().params(),
        Metric.of("ms/op", List.of(List.of(time))),
        secondary,
        null,
        null);
  }

  private static final class IdleMachine implements Machine {
    @Override
    public Optional<CpuTimes> cpuTimes() {
      return Optional.of(new CpuTimes(0, 0, 100, 0));
    }

    @Override
    public double loadAverage() {
      return 0;
    }
  }
}
