package dev.sessionbench.gate.run;

import com.google.common.collect.ArrayListMultimap;
import com.google.common.collect.Iterables;
import com.google.common.collect.ListMultimap;
import com.google.common.collect.Lists;
import com.google.common.collect.Streams;
import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.model.Transport;
import dev.sessionbench.base.stats.Sample;
import dev.sessionbench.base.text.Numbers;
import dev.sessionbench.bench.client.ClientUnderTest;
import dev.sessionbench.bench.count.CountCell;
import dev.sessionbench.bench.count.Counting;
import dev.sessionbench.gate.CountData;
import dev.sessionbench.gate.CountData.Cell;
import dev.sessionbench.gate.CountData.Run;
import dev.sessionbench.gate.Side;
import dev.sessionbench.gate.SideIdentity;
import dev.sessionbench.gate.judge.CountJudge;
import dev.sessionbench.gate.judge.Finding.Outcome;
import dev.sessionbench.gate.judge.Judge;
import dev.sessionbench.gate.judge.Judgement;
import dev.sessionbench.gate.policy.Policy;
import dev.sessionbench.gate.run.Sides.BuiltSide;
import dev.sessionbench.gate.run.Sides.SideCounter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Counts the cells of both sides in parts, and counts cells that differ again in fresh processes.
 * The first part that fails the gate ends the stage, because a pool that no longer grows would take
 * long in every cell. Both sides count at the same time, each in one process, so that both see the
 * same machine.
 */
final class CountStage {
  /**
   * The number of cells in a part, about. Every part has cells of each load, demand and transport.
   */
  private static final int CELLS_A_PART = 35;

  /** The number of cells that are counted again at a time. */
  static final int CELLS_AGAIN = 4;

  /**
   * The number of fresh runs of each side. With so many, a count that varies seldom looks changed.
   */
  static final int RUNS_AGAIN = 10;

  /**
   * The steps for clients with their own class path. They are few, because the times are judged
   * too.
   */
  private static final List<Integer> STEPS_OF_OTHERS = List.of(10, 25, 50, 100);

  /** The largest allowed median of the candidate's time divided by the baseline's. */
  private static final int MOST_SLOWNESS = 4;

  /** The fewest cells for that median: in fewer, a pause of the machine could affect half. */
  private static final int FEWEST_CELLS = 8;

  private final Policy policy;
  private final Map<Side, BuiltSide> sides;
  private final Function<BuiltSide, SideCounter> source;
  private final Consumer<String> progress;
  private final List<String> notes = new ArrayList<>();

  /** A stage; {@code source} starts the counter of a side. */
  CountStage(
      Policy policy,
      BuiltSide base,
      BuiltSide head,
      Function<BuiltSide, SideCounter> source,
      Consumer<String> progress) {
    this.policy = policy;
    this.sides = new EnumMap<>(Map.of(Side.BASELINE, base, Side.CANDIDATE, head));
    this.source = source;
    this.progress = progress;
  }

  /**
   * Counts cells, up to the first part that fails the gate.
   *
   * @param cells the cells
   * @param before the parts that were counted before an interruption
   * @param keep receives all counts after each part
   * @throws BadInput if the thread is interrupted
   */
  CountData run(List<CountCell> cells, CountData before, Consumer<CountData> keep) {
    progress.accept(
        "[count] %d cells in both sides".formatted(cells.size() - before.cells().size()));
    CountData data = before;
    Optional<String> overrun = Optional.empty();
    try (Counters counters = new Counters()) {
      for (List<CountCell> part : parts(cells)) {
        if (before.cells().stream().anyMatch(c -> c.name().equals(part.get(0).name()))) {
          continue;
        }
        data = data.and(again(part, counters.count(part, 1)));
        keep.accept(data);
        overrun = overrun(data);
        Judgement sofar = Judge.countsAlone(policy, data);
        // Two clients may use other channels than each other, which does not decide.
        boolean ended =
            part.contains(CountCell.channels())
                ? !sofar.of(Outcome.REGRESSED).isEmpty()
                : sofar.outcome().fails();
        if (ended || overrun.isPresent()) {
          break;
        }
      }
    }
    int left = cells.size() - data.cells().size();
    if (left > 0) {
      String ended =
          overrun.isEmpty()
              ? "The counts of %d cells decided; the other %d were not counted."
              : "The candidate took so long to count %d cells that the other %d were not counted.";
      notes.add(ended.formatted(data.cells().size(), left));
    }
    CountData counted =
        new CountData(data.cells(), notes, cells.stream().map(CountCell::name).toList());
    return overrun.map(CountData::failed).map(counted::and).orElse(counted);
  }

  /**
   * The cell of channels alone, which decides soonest, and parts of the others. The first part has
   * all scripts, because each of them shows changes that no other cell does.
   */
  private static List<List<CountCell>> parts(List<CountCell> all) {
    List<CountCell> cells = new ArrayList<>(all);
    List<List<CountCell>> dealt = new ArrayList<>();
    if (cells.remove(CountCell.channels())) {
      dealt.add(List.of(CountCell.channels()));
    }
    List<CountCell> scripts = CountCell.scripts();
    int parts = (cells.size() + CELLS_A_PART - 1) / CELLS_A_PART;
    for (int part = 0; part < parts; part++) {
      int current = part;
      // Each round starts one part later. Otherwise a part would have only one step.
      dealt.add(
          dealt(
              cells,
              i -> (scripts.contains(cells.get(i)) ? 0 : (i + i / parts) % parts) == current));
    }
    return dealt;
  }

  /**
   * The failure of a candidate that takes far longer than the baseline in most cells; the remaining
   * cells are not counted. It does not apply to two clients, which are known to differ.
   */
  private Optional<String> overrun(CountData data) {
    Sample slowness =
        Sample.of(data.cells().stream().map(Cell::slowness).filter(Double::isFinite).toList());
    int cells = slowness.n();
    if (cells < FEWEST_CELLS || slowness.median() <= MOST_SLOWNESS || isSet(SideIdentity.CLIENT)) {
      return Optional.empty();
    }
    String took =
        "counting took the candidate %s s, the baseline %s s, and in half of %d cells more than %d times as long";
    String head = Numbers.oneDecimal(data.tookMillis(Side.CANDIDATE) / 1_000.0);
    String base = Numbers.oneDecimal(data.tookMillis(Side.BASELINE) / 1_000.0);
    return Optional.of(took.formatted(head, base, cells, MOST_SLOWNESS));
  }

  /** The first runs of each cell, with fresh runs of differing cells until one fails the gate. */
  private CountData again(List<CountCell> cells, ListMultimap<String, Run> first) {
    CountData data =
        new CountData(
            cells.stream()
                .map(c -> new Cell(c.name(), rule(c), first.get(c.name()), List.of()))
                .toList());
    List<String> suspects = CountJudge.suspects(policy, data);
    while (!suspects.isEmpty() && !Judge.countsAlone(policy, data).outcome().fails()) {
      progress.accept(
          "[count] %d cells differ: %d times again".formatted(suspects.size(), RUNS_AGAIN));
      int every = (suspects.size() + CELLS_AGAIN - 1) / CELLS_AGAIN;
      List<String> some = dealt(suspects, i -> i % every == 0);
      List<CountCell> counted = cells.stream().filter(c -> some.contains(c.name())).toList();
      try (Counters fresh = new Counters()) {
        fresh.warmUp(counted);
        ListMultimap<String, Run> again = fresh.count(counted, RUNS_AGAIN);
        data =
            new CountData(
                data.cells().stream()
                    .map(c -> some.contains(c.name()) ? c.withAgain(again.get(c.name())) : c)
                    .toList());
      }
      suspects = CountJudge.suspects(policy, data);
    }
    return data;
  }

  /**
   * The cells to count. There are fewer if a side sets the step or the transport, which would then
   * be the same in all cells. There are also fewer for clients with their own libraries.
   */
  List<CountCell> cells() {
    boolean others = isSet(SideIdentity.CLIENT);
    List<ClientUnderTest> clients =
        sides.values().stream().flatMap(side -> side.identity().client().stream()).toList();
    List<CountCell> all = new ArrayList<>();
    if (others && clients.stream().allMatch(ClientUnderTest::hasChannels)) {
      all.add(CountCell.channels());
    }
    if (others && clients.stream().noneMatch(ClientUnderTest::hasIncrement)) {
      notes.add(
          "Neither client has a session pool: what the policy times with a step is left out.");
      all.addAll(CountCell.withoutPool());
      return all;
    }
    List<Integer> steps = others ? STEPS_OF_OTHERS : CountCell.STEPS;
    all.addAll(
        CountCell.all(
            isSet(PoolShape.INC_STEP) ? List.of(CountCell.DEFAULT_STEP) : steps,
            others || isSet("transport")
                ? List.of(Transport.INPROCESS)
                : List.of(Transport.values())));
    if (clients.stream().allMatch(ClientUnderTest::growsByStep)) {
      all.addAll(CountCell.scripts());
      if (others) {
        all.add(CountCell.affinity());
      }
    }
    if (others) {
      notes.add(
          "Both clients were counted with their own libraries, bursts only in process (%d cells)."
              .formatted(all.size()));
    }
    return all;
  }

  private static <T> List<T> dealt(List<T> all, IntPredicate index) {
    return IntStream.range(0, all.size()).filter(index).mapToObj(all::get).toList();
  }

  private boolean isSet(String param) {
    return sides.values().stream().anyMatch(side -> side.identity().params().containsKey(param));
  }

  /**
   * The counts that the closed form gives for the baseline; empty for a client that grows by no
   * step.
   */
  private Map<String, Double> rule(CountCell cell) {
    SideIdentity base = Objects.requireNonNull(sides.get(Side.BASELINE)).identity();
    if (!base.client().map(ClientUnderTest::growsByStep).orElse(true)) {
      return Map.of();
    }
    try {
      return new Counting(base.params())
          .byRule(cell).entrySet().stream()
              .collect(Collectors.toMap(Map.Entry::getKey, e -> (double) e.getValue()));
    } catch (IllegalArgumentException e) {
      throw new BadInput("--base: %s".formatted(e.getMessage()), e);
    }
  }

  /** One process for each side, counting at the same time. */
  private final class Counters implements AutoCloseable {
    private final Map<Side, SideCounter> counters = new EnumMap<>(Side.class);
    private final ExecutorService both = Executors.newFixedThreadPool(Side.values().length);

    Counters() {
      try {
        sides.forEach((side, built) -> counters.put(side, source.apply(built)));
      } catch (RuntimeException e) {
        close();
        throw e;
      }
    }

    /**
     * Runs the cell of channels once, if it is to be counted. In the first run of a process,
     * callers spread otherwise: one of eight channels went unused in 9 of 41 gates, and never
     * later.
     */
    void warmUp(List<CountCell> cells) {
      count(cells.stream().filter(CountCell.channels()::equals).toList(), 1);
    }

    /** Counts each cell several times and returns the runs by cell, the baseline's first. */
    ListMultimap<String, Run> count(List<CountCell> cells, int times) {
      List<String> once = cells.stream().map(CountCell::name).toList();
      List<String> names = Lists.newArrayList(Iterables.concat(Collections.nCopies(times, once)));
      List<Callable<List<Run>>> counting = new ArrayList<>();
      counters.forEach(
          (side, counter) ->
              counting.add(() -> names.stream().map(n -> counter.count(side, n)).toList()));
      ListMultimap<String, Run> runs = ArrayListMultimap.create();
      try {
        for (Future<List<Run>> counted : both.invokeAll(counting)) {
          Streams.forEachPair(names.stream(), counted.get().stream(), runs::put);
        }
        return runs;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new BadInput("interrupted: there is no verdict yet");
      } catch (ExecutionException e) {
        throw new IllegalStateException(e.getCause());
      }
    }

    @Override
    public void close() {
      both.shutdownNow();
      counters.values().forEach(SideCounter::close);
    }
  }
}
