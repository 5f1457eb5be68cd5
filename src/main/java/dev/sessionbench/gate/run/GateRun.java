package dev.sessionbench.gate.run;

import dev.sessionbench.gate.ForkId;
import dev.sessionbench.gate.GateData;
import dev.sessionbench.gate.GatePlan;
import dev.sessionbench.gate.Judge;
import dev.sessionbench.gate.Judgement;
import dev.sessionbench.gate.MeasurementFolder;
import dev.sessionbench.gate.Measurements;
import dev.sessionbench.gate.Policy;
import dev.sessionbench.gate.PolicyCell;
import dev.sessionbench.gate.Stage;
import dev.sessionbench.model.BadInput;
import dev.sessionbench.run.ForkEngine;
import dev.sessionbench.run.fork.Attempt;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Measures until the gate can be judged, unless its counts decide: blocks of pairs up to a look
 * that decides, then fresh pairs of what was flagged.
 *
 * <p>The number of blocks is fixed after the first, from how long it took and never from what it
 * showed; so is, when time runs out, the last look. Time is kept back for confirming the slowest
 * cell.
 */
public final class GateRun {
  private final Policy policy;
  private final MeasurementFolder folder;
  private final ForkEngine<ForkId> engine;
  private final Deadline deadline;
  private final Consumer<String> progress;
  private final List<PolicyCell> cells;
  private final List<PolicyCell> timed;
  private final List<String> notes = new ArrayList<>();
  private GatePlan plan;
  private int forks;

  /**
   * A run.
   *
   * @param policy the rules
   * @param plan what is to be measured; its blocks are fixed here
   * @param folder keeps the measurements
   * @param engine runs the forks and keeps their results
   * @param deadline when all must be over
   * @param progress is told of each fork, a line each
   */
  GateRun(
      Policy policy,
      GatePlan plan,
      MeasurementFolder folder,
      ForkEngine<ForkId> engine,
      Deadline deadline,
      Consumer<String> progress) {
    this.policy = policy;
    this.plan = plan;
    this.folder = folder;
    this.engine = engine;
    this.deadline = deadline;
    this.progress = progress;
    cells = policy.cells().stream().filter(c -> plan.cells().contains(c.name())).toList();
    timed = new ArrayList<>(cells.stream().filter(PolicyCell::isTimed).toList());
    timed.removeIf(cell -> plan.leftOut().contains(cell.name()));
  }

  /** What a reader of the verdict should know of the run, one sentence each. */
  public List<String> notes() {
    return List.copyOf(notes);
  }

  /** What was set out to be measured, as far as it is known. */
  public GatePlan plan() {
    return plan;
  }

  /**
   * Measures what is not in the folder yet, and judges.
   *
   * @return the verdict
   */
  public Judgement run() {
    if (countsFail()) {
      return judge(true);
    }
    Judgement judgement = runBlocks();
    return judgement.suspects().isEmpty() ? judgement : confirm(judgement);
  }

  private Judgement judge(boolean ended) {
    return Judge.judge(policy, data(ended));
  }

  private GateData data(boolean ended) {
    return Measurements.read(folder, policy, plan.cells(), ended);
  }

  /** Whether the counts keep the change out; nothing need be timed then. */
  private boolean countsFail() {
    boolean fail = Judge.countsAlone(policy, folder.counts()).outcome().fails();
    if (fail) {
      notes.add("The counts decided at once; times were not measured.");
    }
    return fail;
  }

  private Judgement runBlocks() {
    Judgement judgement = judge(false);
    for (int block = 1; !timed.isEmpty() && !judgement.decided(); block++) {
      if (block > 1 && plan.askedBlocks() == null && !hasTimeForAnother()) {
        notes.add("Time ran out after %s of %s blocks.".formatted(block - 1, plan.plannedBlocks()));
        return judge(true);
      }
      runBlock(Stage.BLOCKS, block, timed);
      if (plan.plannedBlocks() == 0) {
        fixBlocks();
      }
      judgement = judge(block >= plan.plannedBlocks());
    }
    return judgement;
  }

  private boolean hasTimeForAnother() {
    return deadline.leftMillis() >= deadline.pairsMillis(timed);
  }

  /** Fixes the number of blocks, and leaves the last cells out where time is short for all. */
  private void fixBlocks() {
    int fewest = fewestBlocks();
    int affordable = affordable();
    List<String> dropped = new ArrayList<>();
    while (plan.askedBlocks() == null
        && affordable < Math.min(fewest, policy.blocks())
        && timed.size() > 1) {
      dropped.add(timed.remove(timed.size() - 1).name());
      affordable = affordable();
    }
    Integer asked = plan.askedBlocks();
    int planned = asked == null ? Math.min(policy.blocks(), affordable) : asked;
    plan = plan.withPlannedBlocks(planned).withLeftOut(dropped);
    folder.write(plan);
    if (planned < policy.blocks() && plan.askedBlocks() == null) {
      notes.add(
          "The budget allows %s blocks of the policy's %s.".formatted(planned, policy.blocks()));
    }
    if (!dropped.isEmpty()) {
      notes.add(
          "The budget is too short to time all cells; left out: "
              + String.join(", ", dropped)
              + ".");
    }
    if (planned < fewest) {
      notes.add(
          "%s blocks cannot show a difference of any size: %s are needed."
              .formatted(planned, fewest));
    }
  }

  /** The fewest blocks of which a p-value can pass Holm's hardest step. */
  private int fewestBlocks() {
    int blocks = 1;
    while (Math.pow(2, 1 - blocks) > policy.alpha() / Math.max(1, policy.tests())) {
      blocks++;
    }
    return blocks;
  }

  private int affordable() {
    long pair = Math.max(1, deadline.pairsMillis(timed));
    long slowest = timed.stream().mapToLong(c -> deadline.pairsMillis(List.of(c))).max().orElse(0);
    long left = deadline.leftMillis() - policy.confirmBlocks() * slowest;
    return 1 + (int) Math.max(0, Math.min(left / pair, policy.blocks()));
  }

  /** Runs fresh pairs of the suspects, the surest first, as many as time allows. */
  private Judgement confirm(Judgement judgement) {
    List<PolicyCell> suspects = new ArrayList<>();
    for (String name : judgement.suspects()) {
      cells.stream().filter(c -> c.name().equals(name)).forEach(suspects::add);
    }
    while (suspects.size() > 1 && blocksLeft(suspects) < policy.confirmBlocks()) {
      suspects.remove(suspects.size() - 1);
    }
    int blocks = Math.min(policy.confirmBlocks(), blocksLeft(suspects));
    if (blocks < policy.confirmBlocks() || suspects.size() < judgement.suspects().size()) {
      notes.add("There was not time to confirm all that was flagged.");
    }
    for (int block = 1; block <= blocks; block++) {
      runBlock(Stage.CONFIRMATION, block, suspects);
    }
    return judge(true);
  }

  private int blocksLeft(List<PolicyCell> suspects) {
    return (int) Math.max(0, deadline.leftMillis() / Math.max(1, deadline.pairsMillis(suspects)));
  }

  private void runBlock(Stage stage, int block, List<PolicyCell> which) {
    List<ForkId> order = ForkOrder.of(plan.seed(), stage, block, which, forks);
    forks += order.size();
    // Both arms of a cell follow one another.
    for (int pair = 0; pair < order.size(); pair += 2) {
      List<ForkId> missing =
          order.subList(pair, pair + 2).stream().filter(fork -> !engine.has(fork)).toList();
      long start = deadline.nowMillis();
      missing.forEach(this::runOne);
      if (missing.size() == 2) {
        deadline.took(order.get(pair).cell(), deadline.nowMillis() - start);
      }
    }
  }

  private void runOne(ForkId fork) {
    Attempt attempt = engine.run(fork);
    if (engine.isInterrupted()) {
      throw new BadInput("interrupted: there is no verdict yet");
    }
    String of =
        fork.stage() == Stage.BLOCKS && plan.plannedBlocks() > 0 ? "/" + plan.plannedBlocks() : "";
    progress.accept(
        "[%s %s%s] %s, %s: %s"
            .formatted(
                word(fork.stage()),
                fork.block(),
                of,
                fork.cell().name(),
                fork.arm(),
                attempt.words()));
  }

  private static String word(Stage stage) {
    return switch (stage) {
      case BLOCKS -> "block";
      case CONFIRMATION -> "confirm";
    };
  }
}
