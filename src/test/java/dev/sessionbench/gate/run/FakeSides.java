package dev.sessionbench.gate.run;

import dev.sessionbench.base.model.RunMetric;
import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.results.Machine;
import dev.sessionbench.base.results.Machine.CpuTimes;
import dev.sessionbench.base.results.Metric;
import dev.sessionbench.bench.count.CountCell;
import dev.sessionbench.bench.count.Counting;
import dev.sessionbench.bench.run.ForkEngine.Attempt;
import dev.sessionbench.bench.run.ForkEngine.ForkFailedException;
import dev.sessionbench.bench.run.ForkEngine.ForkOutcome;
import dev.sessionbench.bench.run.ForkEngine.ForkRunner;
import dev.sessionbench.bench.run.RunServices;
import dev.sessionbench.gate.CountData.Run;
import dev.sessionbench.gate.ForkId;
import dev.sessionbench.gate.ForkId.Stage;
import dev.sessionbench.gate.GateData;
import dev.sessionbench.gate.MeasurementFolder;
import dev.sessionbench.gate.RecordedForks;
import dev.sessionbench.gate.Side;
import dev.sessionbench.gate.SideIdentity;
import dev.sessionbench.gate.judge.Judge;
import dev.sessionbench.gate.judge.Judgement;
import dev.sessionbench.gate.policy.Policy;
import dev.sessionbench.gate.policy.PolicyFile;
import dev.sessionbench.gate.policy.SyntheticPolicy;
import dev.sessionbench.gate.run.Gate.GateRequest;
import dev.sessionbench.gate.run.Sides.BuiltSide;
import dev.sessionbench.gate.run.Sides.SideCounter;
import dev.sessionbench.gate.show.GateReport;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/**
 * Replaces builds and forks in tests. Only forks advance its clock, by the times that a test sets.
 */
public final class FakeSides implements Sides, ForkRunner<ForkId> {
  /** The time that the baseline takes to count a cell. Sides that set the step have 37 cells. */
  private static final double COUNT_MILLIS = 24_000.0 / 37;

  public static final String YAML =
      SyntheticPolicy.RULES
          + """
      exact: [numBatchCreateSessionsRpcs]
      metrics:
        score: {label: wall time, margin: 0.05}
        cpuTime: {label: CPU time, margin: 0.05}
      cells:
        - {benchmark: burst, params: {incStep: 25}, warmups: 1, iterations: 3, gated: [score, cpuTime]}
        - {benchmark: steady, params: {incStep: 25}, warmups: 1, iterations: 3, gated: [score]}
        - {benchmark: mixed, params: {incStep: 25}, warmups: 0, iterations: 1, gated: []}
      """;

  public final List<ForkId> ran = new ArrayList<>();
  final List<String> said = new ArrayList<>();
  PolicyFile policy = PolicyFile.parse("test", YAML);
  String baseWords = "incStep=25";
  String headWords = "incStep=20";
  long budgetMillis = 600_000;
  Optional<Integer> blocks = Optional.empty();
  public String headDigest = "";

  /** The cells that were counted, by name. */
  final List<String> counted = new ArrayList<>();

  /** The number of counted cells after which the counting dies. */
  int countsInterruptedAfter = Integer.MAX_VALUE;

  public final List<SideSpec> built = new ArrayList<>();
  public int interruptedAfter = Integer.MAX_VALUE;
  public double noise = 0.01;
  public double headChange;

  /** The candidate's change by benchmark. */
  final Map<String, Double> cellChange = new HashMap<>();

  /** The factor by which the candidate's forks take longer, regardless of their results. */
  double headForks = 1;

  /** The factor by which the candidate takes longer to count. */
  double headCounts = 1;

  /** The machine's pauses by fork, in milliseconds. */
  final Map<String, Long> pauses = new HashMap<>();

  boolean pausesOnce;
  String headUnit = "ms/op";
  String headMode = "ss";
  boolean headReportsCpu = true;
  double confirmedChange = Double.NaN;
  public int headRpcs = 16;

  public String failing = "";
  boolean failsOnce;
  long forkMillis = 4_000;
  long buildMillis;
  private double injectedChange;
  int slowAfterForks = Integer.MAX_VALUE;

  /** The share of the machine that other processes use. */
  double othersPercent;

  /** What else happens while a fork runs. */
  Runnable meanwhile = () -> {};

  private long nowMillis = 1_000_000;

  /** Goes on with an interrupted gate. */
  GateReport resume(Path out, long budget) {
    interruptedAfter = Integer.MAX_VALUE;
    return gate().resume(MeasurementFolder.open(out), budget);
  }

  GateReport run(Path out) {
    return gate().run(request(out), /* timed= */ true);
  }

  private GateRequest request(Path out) {
    return new GateRequest(
        policy,
        SideSpec.parse(Side.BASELINE, baseWords),
        SideSpec.parse(Side.CANDIDATE, headWords),
        budgetMillis,
        7,
        blocks,
        out);
  }

  /** Runs a gate that only counts. */
  GateReport count(Path out) {
    return gate().run(request(out), /* timed= */ false);
  }

  private Gate gate() {
    return new Gate(services(), this, said::add);
  }

  @Override
  public BuiltSide build(Path folder, Side side, SideSpec words) {
    nowMillis += buildMillis;
    built.add(words);
    // Any injected fault makes the candidate 10 % slower.
    injectedChange = words.injection().isEmpty() ? 0 : 0.1;
    return new BuiltSide(
        side.toString(),
        new SideIdentity(
            words.text(),
            words.params(),
            "abc",
            "false",
            "6.107.0",
            side == Side.CANDIDATE ? headDigest : "",
            words.injection()));
  }

  @Override
  public ForkRunner<ForkId> runner(BuiltSide base, BuiltSide head, Path log, long limitSeconds) {
    return this;
  }

  @Override
  public SideCounter counter(BuiltSide side, Path log) {
    boolean ownStep = side.identity().params().containsKey("incStep");
    Counting rule = new Counting(ownStep ? Map.of("incStep", "25") : Map.of());
    boolean head = side.classPath().equals(Side.CANDIDATE.toString());
    int more = head ? headRpcs - 16 : 0;
    return new SideCounter() {
      private int cells;

      @Override
      public Run count(Side of, String cell) {
        cells++;
        note(cell);
        double rpcs =
            rule.byRule(CountCell.parse(cell)).getOrDefault(RunMetric.RPCS.key(), 4L) + more;
        return new Run(of, Map.of(RunMetric.RPCS.key(), rpcs), "", millis());
      }

      private long millis() {
        return (long) (COUNT_MILLIS * (head ? headCounts : 1));
      }

      @Override
      public void close() {
        // Both sides count at the same time, so the candidate only adds its extra time.
        pass(Math.round(cells * (millis() - (head ? COUNT_MILLIS : 0))));
      }
    };
  }

  private synchronized void note(String cell) {
    if (counted.size() >= countsInterruptedAfter) {
      throw new IllegalStateException("interrupted");
    }
    counted.add(cell);
  }

  private synchronized void pass(long millis) {
    nowMillis += millis;
  }

  /** The services of these forks, with the clock that only forks advance. */
  public RunServices services() {
    RunServices real = RunServices.real();
    return new RunServices(
        real.benchmarks(),
        real.environment(),
        new SharedMachine(),
        ((InstantSource) () -> Instant.ofEpochMilli(nowMillis)).withZone(ZoneOffset.UTC),
        nanos -> {},
        () -> () -> {},
        real.runners());
  }

  /** The time since the start on the clock. */
  long passedMillis() {
    return nowMillis - 1_000_000;
  }

  List<ForkId> ran(Stage stage) {
    return ran.stream().filter(fork -> fork.stage() == stage).toList();
  }

  /** Runs one fork after the other, and stops the rest after one that failed. */
  @Override
  public List<Attempt> runTogether(List<ForkId> forks) {
    List<Attempt> attempts = new ArrayList<>();
    boolean failed = false;
    for (ForkId fork : forks) {
      long before = nowMillis;
      Optional<ForkOutcome> outcome = Optional.empty();
      String failure = "";
      try {
        outcome = failed ? Optional.empty() : Optional.of(run(fork));
      } catch (ForkFailedException e) {
        failure = e.reason();
        failed = true;
      }
      attempts.add(new Attempt(outcome, failure, nowMillis - before));
    }
    return attempts;
  }

  @Override
  public ForkOutcome run(ForkId fork) throws ForkFailedException {
    ran.add(fork);
    meanwhile.run();
    double times = fork.side() == Side.CANDIDATE ? headForks : 1;
    pass((long) (forkMillis * (ran.size() > slowAfterForks ? 3 : times)));
    boolean again = ran.indexOf(fork) < ran.size() - 1;
    pass(again && pausesOnce ? 0 : pauses.getOrDefault(fork.toString(), 0L));
    if (!failing.isEmpty() && fork.toString().contains(failing) && !(failsOnce && again)) {
      throw new ForkFailedException("boom");
    }
    // Each fork has its own noise, which is the same in every run of the gate.
    Random random = new Random(fork.toString().hashCode());
    double change =
        fork.stage() == Stage.CONFIRMATION && !Double.isNaN(confirmedChange)
            ? confirmedChange
            : injectedChange + cellChange.getOrDefault(fork.cell().benchmark(), headChange);
    double time = 700 * (1 + noise * random.nextGaussian());
    boolean head = fork.side() == Side.CANDIDATE;
    double told = head ? time * (1 + change) : time;
    double cpu = headReportsCpu || !head ? told : Double.NaN;
    CellResult result =
        RecordedForks.result("a.B." + fork.cell().benchmark(), fork.cell().params())
            .withMode(head ? headMode : "ss")
            .withPrimaryMetric(Metric.of(head ? headUnit : "ms/op", List.of(List.of(told))))
            .withSecondaryMetrics(Map.of("cpuTime", Metric.of("ms", List.of(List.of(cpu)))));
    return new ForkOutcome(result, Optional.empty());
  }

  private final class SharedMachine implements Machine {
    @Override
    public Optional<CpuTimes> cpuTimes() {
      long busy = Math.round(passedMillis() * othersPercent / 100);
      return Optional.of(new CpuTimes(busy, 0, passedMillis(), 0));
    }

    @Override
    public double loadAverage() {
      if (ran.size() >= interruptedAfter) {
        // Checked before a fork, because an interruption loses the running fork.
        throw new IllegalStateException("interrupted");
      }
      return 0;
    }
  }

  /** Judges the folder of a gate. */
  static Judgement judgeAgain(PolicyFile policy, Path folder) {
    MeasurementFolder gate = MeasurementFolder.open(folder);
    Policy applied = gate.plan().applied(policy.policy());
    return Judge.judge(applied, GateData.recorded(gate, applied));
  }
}
