package dev.sessionbench.gate.run;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.bench.run.ForkEngine;
import dev.sessionbench.bench.run.ForkEngine.Attempt;
import dev.sessionbench.gate.ForkId;
import dev.sessionbench.gate.ForkId.Stage;
import dev.sessionbench.gate.GatePlan;
import dev.sessionbench.gate.MeasurementFolder;
import dev.sessionbench.gate.Measurements;
import dev.sessionbench.gate.Side;
import dev.sessionbench.gate.judge.Judge;
import dev.sessionbench.gate.judge.Judgement;
import dev.sessionbench.gate.policy.Policy;
import dev.sessionbench.gate.policy.Policy.PolicyGross;
import dev.sessionbench.gate.policy.PolicyCell;
import java.time.Clock;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Measures until the gate can be judged, unless its counts decide: blocks of pairs up to a look
 * that decides, then fresh pairs of what was flagged.
 *
 * <p>What is measured is fixed before a fork of the candidate is timed, from how long the baseline
 * alone takes; time for confirming the slowest cell is kept back. Whatever the candidate does then,
 * no cell and no block is left out for it: if its forks make time run out, that is the finding.
 */
public final class GateRun {
  private final Policy policy;
  private final MeasurementFolder folder;
  private final ForkEngine<ForkId> engine;
  private final Deadline deadline;
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
    // Of two clients it is known that they differ: neither is the slower one.
    double change = plan.comparesClients() ? Double.POSITIVE_INFINITY : policy.gross().change();
    times = new PairTimes(change, policy.overrunPairs());
    timed = new ArrayList<>(policy.timedCells());
    timed.removeIf(
        cell -> !plan.cells().contains(cell.name()) || plan.leftOut().contains(cell.name()));
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
    if (countsFail() || !runPilots()) {
      return judge(true);
    }
    if (!plan.isFixed()) {
      fixPlan();
    }
    notePlan();
    ForkOrder order = new ForkOrder(plan.seed(), policy, timed, plan.plannedBlocks());
    Judgement judgement = runBlocks(order);
    return judgement.suspects().isEmpty() ? judgement : confirm(judgement, order);
  }

  private Judgement judge(boolean ended) {
    return Judge.judge(policy, Measurements.read(folder, policy, plan.cells(), ended));
  }

  /** Whether the counts keep the change out; nothing need be timed then. */
  private boolean countsFail() {
    boolean fail =
        Judge.ends(Judge.countsAlone(policy, folder.counts()).outcome(), plan.comparesClients());
    if (fail) {
      notes.add("The counts decided at once; times were not measured.");
    }
    return fail;
  }

  /** Sees how long the baseline takes, or two clients on average; whether they could be run. */
  private boolean runPilots() {
    for (PolicyCell cell : plan.isFixed() ? List.<PolicyCell>of() : timed) {
      if (!plan.pilotMillis().containsKey(cell.name())) {
        List<ForkId> pair = ForkOrder.pair(plan.seed(), Stage.PILOT, 1, cell, Side.BASELINE, 0);
        List<ForkId> pilots = plan.comparesClients() ? pair : pair.subList(0, 1);
        long tookMillis = 0;
        for (ForkId pilot : pilots) {
          OptionalLong took = runOne(pilot);
          if (took.isEmpty()) {
            return false;
          }
          tookMillis += took.getAsLong();
        }
        Map<String, Long> known = new HashMap<>(plan.pilotMillis());
        known.put(cell.name(), tookMillis / pilots.size());
        plan = plan.withPilotMillis(known);
        folder.write(plan);
      }
    }
    return true;
  }

  /** Fixes the number of blocks, and leaves the last cells out where time is short for all. */
  private void fixPlan() {
    Integer asked = plan.askedBlocks();
    List<String> dropped = new ArrayList<>();
    while (asked == null && !timed.isEmpty() && affordable() < policy.fewestBlocks(dropped)) {
      dropped.add(timed.remove(timed.size() - 1).name());
    }
    int planned = asked == null ? Math.min(policy.blocks(), affordable()) : asked;
    plan = plan.withPlannedBlocks(timed.isEmpty() ? 0 : planned).withLeftOut(dropped);
    folder.write(plan);
  }

  /** Says what the plan lacks, whether it was fixed now or before an interruption. */
  private void notePlan() {
    int planned = plan.plannedBlocks();
    if (planned > 0 && planned < policy.blocks() && plan.askedBlocks() == null) {
      notes.add(
          "The budget allows %s blocks of the policy's %s.".formatted(planned, policy.blocks()));
    }
    if (!plan.leftOut().isEmpty()) {
      notes.add(
          "The budget is too short to time all cells; left out: "
              + String.join(", ", plan.leftOut())
              + ".");
    }
  }

  /** How many blocks there is time for, by the baseline's own time. */
  private int affordable() {
    long block = Math.max(1, timed.stream().mapToLong(this::pairMillis).sum());
    return (int) Math.max(0, Math.min((deadline.leftMillis() - keptBackMillis()) / block, 1_000));
  }

  /** What a confirmation of the slowest cell takes. */
  private long keptBackMillis() {
    return policy.confirmBlocks() * timed.stream().mapToLong(this::pairMillis).max().orElse(0);
  }

  /**
   * What a pair may take: the baseline its time, and the candidate as much longer as is not gross.
   * Of two clients it is known what a pair takes.
   */
  private long pairMillis(PolicyCell cell) {
    long known = plan.pilotMillis().getOrDefault(cell.name(), 0L);
    return Math.round(known * (plan.comparesClients() ? 2 : 2 + policy.gross().change()));
  }

  /**
   * Runs the blocks that there is time for. The first are run whatever the time, and more for as
   * long as it looks as if it is the candidate that takes it: of few pairs nobody can say whether
   * the machine stood still.
   */
  private Judgement runBlocks(ForkOrder order) {
    Judgement judgement = judge(timed.isEmpty());
    for (int block = 1; block <= plan.plannedBlocks() && !judgement.decided(); block++) {
      for (List<ForkId> pair : order.block(block)) {
        if (plan.askedBlocks() == null
            && pair.stream().anyMatch(fork -> !engine.has(fork))
            && deadline.leftMillis() - keptBackMillis() < 0
            && (times.slowerCandidate().isPresent()
                || (block > PolicyGross.BLOCKS && !times.suspectCandidate()))) {
          return ranOut(block - 1);
        }
        runPair(pair);
        if (baselineFailed) {
          return judge(true);
        }
      }
      judgement = judge(block >= plan.plannedBlocks());
    }
    return judgement;
  }

  /** Ends the blocks: as the candidate's failure, if it is the candidate that takes so long. */
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
   * Runs fresh pairs of the suspects, the surest first: of the first all that it needs, whose time
   * was kept back, and of each further one if there is time for all of them.
   */
  private Judgement confirm(Judgement judgement, ForkOrder order) {
    int confirmed = 0;
    for (String name : judgement.suspects()) {
      PolicyCell cell = timed.stream().filter(c -> c.name().equals(name)).findFirst().orElseThrow();
      boolean hasTime =
          plan.askedBlocks() != null
              || deadline.leftMillis() >= judgement.freshBlocks() * pairMillis(cell);
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

  /** Both sides of a cell follow one another. */
  private void runPair(List<ForkId> pair) {
    Map<Side, Long> tookMillis = new EnumMap<>(Side.class);
    for (ForkId fork : pair) {
      if (!engine.has(fork)) {
        runOne(fork).ifPresent(took -> tookMillis.put(fork.side(), took));
      }
    }
    if (pair.get(0).stage() == Stage.BLOCKS) {
      times.add(pair.get(0).cell().name(), tookMillis);
    }
  }

  /** Runs a fork, one of the baseline again where it fails; how long it took to run well. */
  private OptionalLong runOne(ForkId fork) {
    long startMillis = deadline.clock().millis();
    Attempt attempt = engine.run(fork);
    boolean ofBaseline = fork.side() == Side.BASELINE;
    if (attempt.result().isEmpty() && ofBaseline && !engine.isInterrupted()) {
      startMillis = deadline.clock().millis();
      attempt = engine.run(fork);
    }
    long tookMillis = deadline.clock().millis() - startMillis;
    if (engine.isInterrupted()) {
      throw new BadInput("interrupted: there is no verdict yet");
    }
    String of = fork.stage() == Stage.BLOCKS ? "/" + plan.plannedBlocks() : "";
    String place = "[%s %s%s] ".formatted(fork.stage().word(), fork.block(), of);
    progress.accept(
        "%s%s, %s: %s".formatted(place, fork.cell().name(), fork.side(), attempt.words()));
    baselineFailed |= ofBaseline && attempt.result().isEmpty();
    return attempt.result().isPresent() ? OptionalLong.of(tookMillis) : OptionalLong.empty();
  }

  /**
   * The end of the time budget.
   *
   * @param clock tells the time
   * @param endMillis when all must be over, on that clock
   */
  record Deadline(Clock clock, long endMillis) {
    /** The time that is left, below 0 when it is over. */
    long leftMillis() {
      return endMillis - clock.millis();
    }
  }

  /**
   * How long the two forks of each pair took, to tell a candidate that takes longer from a machine
   * that stood still for once, or never stands still.
   *
   * <p>Only pairs count whose forks differ by more than a gross change. Were the sides alike, each
   * of these would be as likely to be longer in the baseline as in the candidate, whatever the
   * machine does; so that the first n are all longer in the candidate has a probability of 2^-n,
   * whenever one looks.
   */
  static final class PairTimes {
    private final double change;
    private final int needed;
    private final List<Pair> pairs = new ArrayList<>();

    private record Pair(String cell, long baseMillis, long headMillis) {}

    /**
     * No pairs yet.
     *
     * @param change by how much a fork must take longer than the other, relative, above 0
     * @param needed in how many pairs, at least 1, so that it is no chance
     */
    PairTimes(double change, int needed) {
      this.change = change;
      this.needed = needed;
    }

    /**
     * Takes down a pair.
     *
     * @param cell the cell's name
     * @param tookMillis how long the forks took; a pair without both of them is passed over
     */
    void add(String cell, Map<Side, Long> tookMillis) {
      Long base = tookMillis.get(Side.BASELINE);
      Long head = tookMillis.get(Side.CANDIDATE);
      if (base != null && head != null) {
        pairs.add(new Pair(cell, base, head));
      }
    }

    /**
     * Whether it looks as if the candidate takes longer: in more than half of the pairs of some
     * cell, and in no pair of any the baseline.
     */
    boolean suspectCandidate() {
      return pairs.stream().noneMatch(pair -> pair.baseMillis > pair.headMillis * (1 + change))
          && pairs.stream().collect(Collectors.groupingBy(Pair::cell)).values().stream()
              .anyMatch(cell -> 2 * longer(cell) > cell.size());
    }

    /**
     * Whether the candidate takes longer: where it looks so, in as many pairs as are needed.
     *
     * @return both durations in words; nothing where that is not shown
     */
    Optional<String> slowerCandidate() {
      return Optional.of(longer(pairs))
          .filter(longer -> longer >= needed && suspectCandidate())
          .map(this::words);
    }

    private long longer(List<Pair> some) {
      return some.stream().filter(pair -> pair.headMillis > pair.baseMillis * (1 + change)).count();
    }

    private String words(long longer) {
      return String.format(
          Locale.ROOT,
          "the candidate's forks took %.1f s, the baseline's %.1f s, and in %d of %d pairs more than %.0f %% longer, in none as much shorter",
          pairs.stream().mapToLong(Pair::headMillis).sum() / 1_000.0,
          pairs.stream().mapToLong(Pair::baseMillis).sum() / 1_000.0,
          longer,
          pairs.size(),
          100 * change);
    }
  }
}
