package dev.sessionbench.gate.run;

import com.google.common.collect.HashMultiset;
import com.google.common.collect.Multiset;
import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.text.Numbers;
import dev.sessionbench.bench.run.ForkEngine;
import dev.sessionbench.bench.run.ForkEngine.Attempt;
import dev.sessionbench.gate.ForkId;
import dev.sessionbench.gate.ForkId.Stage;
import dev.sessionbench.gate.GateData;
import dev.sessionbench.gate.GatePlan;
import dev.sessionbench.gate.MeasurementFolder;
import dev.sessionbench.gate.Side;
import dev.sessionbench.gate.judge.Judge;
import dev.sessionbench.gate.judge.Judgement;
import dev.sessionbench.gate.policy.Policy;
import dev.sessionbench.gate.policy.Policy.PolicyGross;
import dev.sessionbench.gate.policy.PolicyCell;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;

/**
 * Times a gate: runs blocks of pairs up to a look that decides, then fresh pairs of flagged cells.
 * It times nothing if the counts decide.
 *
 * <p>The first block also shows how long a fork takes. The plan is fixed after it, from the
 * baseline's times and the time that was left before it. Only a comparison of two clients also uses
 * the candidate's times. The blocks that no gate can do without may use the whole budget. Beyond
 * them, the plan reserves time to confirm the slowest cell. A slow candidate never removes a cell
 * or a block from it. If the candidate's forks exhaust the budget, that is the finding.
 */
public final class GateRun {
  /** How much longer a cell takes if its process measures it first. It was 1.3 to 1.6. */
  private static final double FIRST_CELL = 1.5;

  private final Policy policy;
  private final MeasurementFolder folder;
  private final ForkEngine<ForkId> engine;
  private final LongSupplier leftMillis;
  private final Consumer<String> progress;
  private final List<PolicyCell> timed;
  private final List<String> notes = new ArrayList<>();
  private final PairTimes times;
  private GatePlan plan;
  private boolean baselineFailed;

  /**
   * A run.
   *
   * @param policy the policy
   * @param plan the plan; the run fixes its blocks
   * @param folder keeps the measurements
   * @param engine runs the forks and keeps their results
   * @param leftMillis the time that is left; negative after the end of the budget
   * @param progress receives a line for each fork
   */
  GateRun(
      Policy policy,
      GatePlan plan,
      MeasurementFolder folder,
      ForkEngine<ForkId> engine,
      LongSupplier leftMillis,
      Consumer<String> progress) {
    this.policy = policy;
    this.plan = plan;
    this.folder = folder;
    this.engine = engine;
    this.leftMillis = leftMillis;
    this.progress = progress;
    // Two clients are known to differ, so neither is reported as the slower one.
    double change = plan.comparesClients() ? Double.POSITIVE_INFINITY : policy.gross().change();
    times = new PairTimes(change, policy.overrunPairs());
    timed = new ArrayList<>(policy.timedCells());
    timed.removeIf(cell -> plan.leftOut().contains(cell.name()));
  }

  /** Notes on the run for a reader of the verdict, one sentence each. */
  public List<String> notes() {
    return List.copyOf(notes);
  }

  /**
   * Measures what the folder lacks, and judges.
   *
   * @return the verdict
   */
  public Judgement run() {
    if (countsFail()) {
      return judge(true);
    }
    int most = Math.max(policy.blocks(), askedBlocks().orElse(plan.plannedBlocks()));
    ForkOrder order = new ForkOrder(plan.seed(), policy, timed, most);
    Judgement judgement = runBlocks(order);
    return judgement.suspects().isEmpty() ? judgement : confirm(judgement, order);
  }

  private Optional<Integer> askedBlocks() {
    return Optional.ofNullable(plan.askedBlocks());
  }

  private Judgement judge(boolean ended) {
    return Judge.judge(policy, GateData.read(folder, policy, ended));
  }

  /** Whether the counts end the gate, so that nothing is timed. */
  private boolean countsFail() {
    boolean fail =
        Judge.ends(Judge.countsAlone(policy, folder.counts()).outcome(), plan.comparesClients());
    if (fail) {
      notes.add("The counts decided at once; times were not measured.");
    }
    return fail;
  }

  /**
   * Fixes the number of blocks, at least as many as can show a change. It leaves out the last cells
   * only if there is no time to measure all up to the first look: a gate without a cell cannot
   * pass. For these blocks no time is reserved, as a gate without findings needs no confirmation.
   *
   * @param millis the time that was left before the first block
   */
  private void fixPlan(long millis) {
    List<String> dropped = new ArrayList<>();
    int first = policy.clearingBlocks(policy.blocks());
    while (askedBlocks().isEmpty() && !timed.isEmpty() && plannedMillis(first) > millis) {
      dropped.add(timed.remove(timed.size() - 1).name());
    }
    int fewest = policy.fewestBlocks(dropped);
    int planned = askedBlocks().orElseGet(() -> Math.max(affordable(millis), fewest));
    plan = plan.withPlannedBlocks(timed.isEmpty() ? 0 : planned).withLeftOut(dropped);
    folder.write(plan);
    notePlan();
  }

  /** Notes the blocks and the cells that the plan lacks. */
  private void notePlan() {
    int planned = plan.plannedBlocks();
    if (!timed.isEmpty() && askedBlocks().isEmpty() && planned < policy.blocks()) {
      String few = "The budget is short: %s of the policy's %s blocks were planned.";
      notes.add(few.formatted(planned, policy.blocks()));
    }
    if (!plan.leftOut().isEmpty()) {
      String left = String.join(", ", plan.leftOut());
      notes.add("The budget is too short to time all cells; left out: " + left + ".");
    }
  }

  /** The number of blocks that fit a time and leave some for a confirmation. */
  private int affordable(long millis) {
    int blocks = policy.blocks();
    while (blocks > 0 && plannedMillis(blocks) > millis - keptBackMillis()) {
      blocks--;
    }
    return blocks;
  }

  /**
   * The time that blocks take if all cells but the slowest need only those of the first look that
   * can clear them.
   */
  private long plannedMillis(int blocks) {
    long all = timed.stream().mapToLong(this::pairMillis).sum();
    int whole = policy.clearingBlocks(blocks);
    long slowest = slowestMillis();
    long alone = aloneMillis(slowest);
    return whole * (all + alone - slowest) + (blocks - whole) * alone;
  }

  /** The time that a confirmation of the slowest cell takes. */
  private long keptBackMillis() {
    return policy.confirmBlocks() * aloneMillis(slowestMillis());
  }

  /** The time to leave when a block begins: none in the fewest blocks that can show a change. */
  private long keptBackMillis(int block) {
    return block > policy.fewestBlocks(plan.leftOut()) ? keptBackMillis() : 0;
  }

  private long slowestMillis() {
    return timed.stream().mapToLong(this::pairMillis).max().orElse(0);
  }

  /** The time of a block that has only one cell, whose pair takes so long among others. */
  private static long aloneMillis(long pairMillis) {
    return Math.round(FIRST_CELL * pairMillis);
  }

  /**
   * The time that a pair may take. The candidate may exceed the baseline's time by a change that is
   * not gross. The forks of two clients give the time of a pair directly.
   */
  private long pairMillis(PolicyCell cell) {
    long known = plan.forkMillis().getOrDefault(cell.name(), 0L);
    return Math.round(known * (plan.comparesClients() ? 2 : 2 + policy.gross().change()));
  }

  /**
   * Runs the blocks that fit the budget, without cells that an earlier look has settled. The first
   * blocks always run. More run while the candidate is suspected of being slow, because few pairs
   * cannot rule out a pause of the machine.
   */
  private Judgement runBlocks(ForkOrder order) {
    long atStart = leftMillis.getAsLong();
    if (plan.isFixed()) {
      notePlan();
    } else if (atStart < 0) {
      fixPlan(atStart);
    }
    Judgement judgement = judge(timed.isEmpty());
    for (int block = 1; isPlanned(block) && !judgement.decided(); block++) {
      for (List<ForkId> pair : order.block(block)) {
        PolicyCell cell = pair.get(0).cell();
        if (!timed.contains(cell) || judgement.settled().contains(cell.name())) {
          continue;
        }
        if (askedBlocks().isEmpty()
            && !isMeasured(pair)
            && leftMillis.getAsLong() < keptBackMillis(block)
            && (times.slowerCandidate().isPresent()
                || (block > PolicyGross.BLOCKS && !times.suspectCandidate()))) {
          return ranOut(block - 1);
        }
        runPair(pair);
        if (baselineFailed) {
          break;
        }
      }
      if (!plan.isFixed()) {
        fixPlan(atStart);
      }
      judgement = judge(baselineFailed || block >= plan.plannedBlocks());
    }
    return judgement;
  }

  private boolean isPlanned(int block) {
    return !baselineFailed && (!plan.isFixed() || block <= plan.plannedBlocks());
  }

  /** Ends the blocks when time is over. This fails the candidate if its forks are the slow ones. */
  private Judgement ranOut(int whole) {
    notes.add("Time ran out after %s of %s blocks.".formatted(whole, plan.plannedBlocks()));
    for (String slower : times.slowerCandidate().stream().toList()) {
      String overrun = "time ran out after %d of %d blocks: %s";
      plan = plan.withOverrun(overrun.formatted(whole, plan.plannedBlocks(), slower));
      folder.write(plan);
    }
    return judge(true);
  }

  /**
   * Runs fresh pairs of the suspects, the most certain first. The first suspect always gets all its
   * pairs, for which time was reserved. A further suspect gets its pairs if there is time for all
   * of them.
   */
  private Judgement confirm(Judgement judgement, ForkOrder order) {
    int confirmed = 0;
    for (String name : judgement.suspects()) {
      PolicyCell cell = timed.stream().filter(c -> c.name().equals(name)).findFirst().orElseThrow();
      boolean hasTime =
          askedBlocks().isPresent()
              || leftMillis.getAsLong() >= judgement.freshBlocks() * aloneMillis(pairMillis(cell));
      if (confirmed == 0 || hasTime) {
        order.fresh(cell, judgement.freshBlocks()).forEach(this::runPair);
        confirmed++;
      }
    }
    if (confirmed < judgement.suspects().size()) {
      notes.add("There was not time to confirm all that was flagged.");
    }
    return judge(true);
  }

  private boolean isMeasured(List<ForkId> pair) {
    return pair.stream().allMatch(engine::has);
  }

  /** Runs the two forks of a pair, which take turns, unless both were measured before. */
  private void runPair(List<ForkId> pair) {
    if (isMeasured(pair)) {
      return;
    }
    List<Attempt> attempts = run(pair);
    ForkId first = pair.get(0);
    if (first.stage() == Stage.BLOCKS && attempts.stream().allMatch(a -> a.outcome().isPresent())) {
      List<Long> took = attempts.stream().map(Attempt::tookMillis).toList();
      int base = first.side() == Side.BASELINE ? 0 : 1;
      long baseMillis = took.get(base);
      long headMillis = took.get(1 - base);
      times.add(first.cell().name(), baseMillis, headMillis);
      if (!plan.isFixed()) {
        double mean = plan.comparesClients() ? (baseMillis + headMillis) / 2.0 : baseMillis;
        double among = plan.forkMillis().isEmpty() ? mean / FIRST_CELL : mean;
        plan = plan.withForkMillis(first.cell().name(), Math.round(among));
        folder.write(plan);
      }
    }
  }

  /** Runs forks together. If the baseline's fork fails, they are repeated once. */
  private List<Attempt> run(List<ForkId> forks) {
    List<Attempt> attempts = engine.run(forks);
    if (failedInBaseline(forks, attempts) && !engine.isInterrupted()) {
      attempts = engine.run(forks);
    }
    requireUninterrupted(engine);
    for (int i = 0; i < forks.size(); i++) {
      ForkId fork = forks.get(i);
      boolean counted = fork.stage() == Stage.BLOCKS && plan.isFixed();
      String of = counted ? "/" + plan.plannedBlocks() : "";
      String place = "[%s %s%s] ".formatted(fork.folder(), fork.block(), of);
      String how = attempts.get(i).describe();
      progress.accept("%s%s, %s: %s".formatted(place, fork.cell().name(), fork.side(), how));
    }
    baselineFailed |= failedInBaseline(forks, attempts);
    return attempts;
  }

  /** Ends an interrupted gate. What the signal did to its processes is no measurement. */
  static void requireUninterrupted(ForkEngine<?> engine) {
    BadInput.when(engine.isInterrupted(), "interrupted: there is no verdict yet");
  }

  private static boolean failedInBaseline(List<ForkId> forks, List<Attempt> attempts) {
    return IntStream.range(0, forks.size())
        .anyMatch(
            i -> forks.get(i).side() == Side.BASELINE && !attempts.get(i).failure().isEmpty());
  }

  /**
   * How long the two forks of each pair took, to distinguish a slow candidate from pauses or noise
   * of the machine.
   *
   * <p>Only pairs whose forks differ by more than a gross change count. With equal sides, either
   * fork of such a pair is equally likely to be the longer one, whatever the machine does. The
   * probability that the first n pairs are all longer in the candidate is thus 2^-n, at any time of
   * looking.
   */
  static final class PairTimes {
    private final double change;
    private final int needed;
    private final Multiset<String> pairs = HashMultiset.create();
    private final Multiset<String> longer = HashMultiset.create();
    private boolean baselineIsLonger;
    private long allBaseMillis;
    private long allHeadMillis;

    /**
     * Starts without pairs.
     *
     * @param change the relative change by which one fork must be longer than the other, above 0
     * @param needed the number of pairs that rules out chance, at least 1
     */
    PairTimes(double change, int needed) {
      this.change = change;
      this.needed = needed;
    }

    /**
     * Adds a pair.
     *
     * @param cell the cell's name
     * @param baseMillis how long the baseline's fork took
     * @param headMillis how long the candidate's fork took
     */
    void add(String cell, long baseMillis, long headMillis) {
      pairs.add(cell);
      longer.add(cell, headMillis > baseMillis * (1 + change) ? 1 : 0);
      baselineIsLonger |= baseMillis > headMillis * (1 + change);
      allBaseMillis += baseMillis;
      allHeadMillis += headMillis;
    }

    /**
     * Whether the candidate is suspected of taking longer. It must be longer in more than half of
     * the pairs of some cell, and the baseline in no pair of any cell.
     */
    boolean suspectCandidate() {
      return !baselineIsLonger
          && pairs.elementSet().stream().anyMatch(c -> 2 * longer.count(c) > pairs.count(c));
    }

    /**
     * Whether the candidate takes longer: it is suspected, and longer in enough pairs.
     *
     * @return a sentence with both durations; empty if that is not shown
     */
    Optional<String> slowerCandidate() {
      if (longer.size() < needed || !suspectCandidate()) {
        return Optional.empty();
      }
      String took =
          "the candidate's forks took %s s, the baseline's %s s, and in %d of %d pairs more than %d %% longer, in none as much shorter";
      String head = Numbers.oneDecimal(allHeadMillis / 1_000.0);
      String base = Numbers.oneDecimal(allBaseMillis / 1_000.0);
      long percent = Math.round(100 * change);
      return Optional.of(took.formatted(head, base, longer.size(), pairs.size(), percent));
    }
  }
}
