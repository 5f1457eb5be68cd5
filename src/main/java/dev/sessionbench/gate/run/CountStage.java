package dev.sessionbench.gate.run;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.model.RunMetric;
import dev.sessionbench.base.model.Transport;
import dev.sessionbench.bench.client.Generation;
import dev.sessionbench.bench.count.CountCell;
import dev.sessionbench.bench.count.Counting;
import dev.sessionbench.bench.run.Shard;
import dev.sessionbench.gate.CountData;
import dev.sessionbench.gate.CountData.Cell;
import dev.sessionbench.gate.CountData.Run;
import dev.sessionbench.gate.Side;
import dev.sessionbench.gate.SideIdentity;
import dev.sessionbench.gate.judge.CountJudge;
import dev.sessionbench.gate.policy.Policy;
import dev.sessionbench.gate.run.Sides.BuiltSide;
import dev.sessionbench.gate.run.Sides.SideCounter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Counts the cells of both sides part by part, and again, in fresh processes, where they differ.
 * The first part that leaves no doubt of a change ends it: a pool that no longer grows is waited
 * for in every cell, and to say so of all would take minutes.
 */
final class CountStage {
  /** Cells that are counted before they are judged: of every load, demand and transport some. */
  private static final int CELLS_A_PART = 32;

  /** Runs of each side that the fresh runs of a part come to, however many cells share them. */
  private static final int RUNS_AGAIN = 64;

  /** At fewer steps where a client has a class path of its own: its times are to be judged too. */
  private static final List<Integer> STEPS_OF_OTHERS = List.of(10, 25, 50, 100);

  /** As many times as long as the baseline the candidate may take in half of the cells. */
  private static final double MOST_SLOWNESS = 4;

  /** Of fewer cells, one pause of the machine could make up half. */
  private static final int FEWEST_CELLS = 8;

  /** By as many runs of each side the rank test can find a difference in whatever family. */
  private static final int MOST_RUNS_AGAIN = 10;

  private final Policy policy;
  private final SideIdentity base;
  private final Map<Side, BuiltSide> sides;
  private final Function<BuiltSide, SideCounter> source;
  private final Consumer<String> progress;
  private final List<String> notes = new ArrayList<>();

  /** A stage; {@code source} starts what counts a side. */
  CountStage(
      Policy policy,
      BuiltSide base,
      BuiltSide head,
      Function<BuiltSide, SideCounter> source,
      Consumer<String> progress) {
    this.policy = policy;
    this.base = base.identity();
    this.sides = Map.of(Side.BASELINE, base, Side.CANDIDATE, head);
    this.source = source;
    this.progress = progress;
  }

  /**
   * Counts.
   *
   * @param shard which part of the cells
   * @throws BadInput if there is no cell in it
   */
  CountData run(Shard shard) {
    List<CountCell> cells = cells(shard);
    if (cells.isEmpty()) {
      throw new BadInput(
          "--shard %s: must be of fewer parts, as there is no counted cell in this"
              .formatted(shard));
    }
    progress.accept("[count] %d cells in both sides".formatted(cells.size()));
    CountData data = CountData.NONE;
    int parts = parts(cells.size());
    Optional<String> overrun = Optional.empty();
    try (SideCounters counters = counters()) {
      for (int part = 1;
          part <= parts && overrun.isEmpty() && !CountJudge.isCertain(policy, data);
          part++) {
        List<CountCell> some = part(cells, part, parts);
        Map<String, List<Run>> first = counters.count(some, 1);
        List<Cell> counted = some.stream().map(cell -> cell(cell, first)).toList();
        data = data.and(again(some, new CountData(counted, List.of())));
        overrun = overrun(data);
      }
    }
    if (data.cells().size() < cells.size()) {
      String ended =
          overrun.isEmpty()
              ? "The counts of %d cells decided; the other %d were not counted."
              : "The candidate took so long to count %d cells that the other %d were not counted.";
      notes.add(ended.formatted(data.cells().size(), cells.size() - data.cells().size()));
    }
    CountData counted =
        new CountData(
            data.cells(), List.copyOf(notes), cells.stream().map(CountCell::name).toList());
    return overrun.map(CountData::failed).map(counted::and).orElse(counted);
  }

  /**
   * What a candidate is that takes far longer than the baseline in most cells: nobody waits for the
   * others. Of two clients it is known that they differ.
   */
  private Optional<String> overrun(CountData data) {
    List<Double> known =
        data.cells().stream().map(Cell::slowness).filter(Double::isFinite).toList();
    long slow = known.stream().filter(slowness -> slowness > MOST_SLOWNESS).count();
    return known.size() < FEWEST_CELLS || 2 * slow <= known.size() || isSet(SideIdentity.CLIENT)
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "counting took the candidate %.1f s, the baseline %.1f s, and in %d of %d cells more than %.0f times as long",
                data.tookMillis(Side.CANDIDATE) / 1_000.0,
                data.tookMillis(Side.BASELINE) / 1_000.0,
                slow,
                known.size(),
                MOST_SLOWNESS));
  }

  /** What is judged over all cells of a load is judged once. */
  private int parts(int cells) {
    return policy.exact().contains(RunMetric.IN_FLIGHT.key()) || !baselineHasRule()
        ? 1
        : Math.max(1, (cells + CELLS_A_PART - 1) / CELLS_A_PART);
  }

  /** With fresh runs of the cells that differ. */
  private CountData again(List<CountCell> cells, CountData data) {
    List<String> suspects = CountJudge.suspects(policy, data);
    if (suspects.isEmpty()) {
      return data;
    }
    int times = Math.max(1, Math.min(MOST_RUNS_AGAIN, RUNS_AGAIN / suspects.size()));
    progress.accept("[count] %d cells differ: %d times again".formatted(suspects.size(), times));
    List<CountCell> suspected = cells.stream().filter(c -> suspects.contains(c.name())).toList();
    try (SideCounters fresh = counters()) {
      Map<String, List<Run>> runs = fresh.count(suspected, times);
      return new CountData(
          data.cells().stream()
              .map(c -> c.withAgain(runs.getOrDefault(c.name(), List.of())))
              .toList(),
          List.of());
    }
  }

  private SideCounters counters() {
    return new SideCounters(side -> source.apply(Objects.requireNonNull(sides.get(side))));
  }

  /**
   * All cells, or fewer where a side sets the step or the transport itself, so that what all cells
   * would then have in common is counted once, and of clients beside their own libraries.
   */
  private List<CountCell> cells(Shard shard) {
    boolean others = isSet(SideIdentity.CLIENT);
    List<Integer> steps = others ? STEPS_OF_OTHERS : CountCell.STEPS;
    List<CountCell> all =
        CountCell.all(
            isSet(PoolShape.INC_STEP) ? List.of(CountCell.DEFAULT_STEP) : steps,
            others || isSet("transport")
                ? List.of(Transport.INPROCESS)
                : List.of(Transport.values()));
    if (others) {
      notes.add(
          "Both clients were counted beside their own libraries, in process alone (%d cells)."
              .formatted(all.size()));
    }
    return dealt(all, i -> shard.holds(i + 1));
  }

  /** Whether the closed form says what the baseline's counts are. */
  private boolean baselineHasRule() {
    return base.generation().map(Generation::growsByStep).orElse(true);
  }

  /**
   * Each round deals from one part further on: the cells of a load, demand and transport are as
   * many as there are steps, and a part that always got the same of them would count one step
   * alone.
   */
  private static List<CountCell> part(List<CountCell> cells, int part, int parts) {
    return dealt(cells, i -> (i + i / parts) % parts == part - 1);
  }

  private static List<CountCell> dealt(List<CountCell> cells, IntPredicate index) {
    return IntStream.range(0, cells.size()).filter(index).mapToObj(cells::get).toList();
  }

  private boolean isSet(String param) {
    return sides.values().stream().anyMatch(side -> side.identity().params().containsKey(param));
  }

  private Cell cell(CountCell cell, Map<String, List<Run>> runs) {
    Map<String, Double> rule = new HashMap<>();
    try {
      if (baselineHasRule()) {
        new Counting(base.params())
            .byRule(cell)
            .forEach((name, value) -> rule.put(name, (double) value));
      }
    } catch (IllegalArgumentException e) {
      throw new BadInput("--base: %s".formatted(e.getMessage()), e);
    }
    return new Cell(
        cell.name(), cell.group(), rule, runs.getOrDefault(cell.name(), List.of()), List.of());
  }
}
