package dev.sessionbench.gate.run;

import dev.sessionbench.count.CountCell;
import dev.sessionbench.count.Counting;
import dev.sessionbench.gate.Arm;
import dev.sessionbench.gate.CountData;
import dev.sessionbench.gate.CountData.Cell;
import dev.sessionbench.gate.CountData.Run;
import dev.sessionbench.gate.CountJudge;
import dev.sessionbench.gate.Policy;
import dev.sessionbench.model.BadInput;
import dev.sessionbench.model.Transport;
import dev.sessionbench.run.fork.ForkFailedException;
import dev.sessionbench.run.plan.Shard;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/**
 * Counts every cell in both arms, and again, in fresh processes, where they differ. The arms count
 * at the same time, one process each, so that both see the same machine: nothing is timed.
 */
final class CountStage {
  /** Runs of each arm that the fresh runs come to, however many cells they are shared by. */
  private static final int RUNS_AGAIN = 192;

  /** By as many runs of each arm the rank test can find a difference in whatever family. */
  private static final int MOST_RUNS_AGAIN = 10;

  private final Policy policy;
  private final Map<Arm, BuiltArm> arms;
  private final Source source;
  private final Consumer<String> progress;
  private final List<String> notes = new ArrayList<>();

  /** Makes what counts. */
  @FunctionalInterface
  interface Source {
    /**
     * Starts what counts an arm.
     *
     * @param arm the arm
     * @param notes takes what a reader should know of it, one sentence each
     */
    ArmCounter open(BuiltArm arm, Consumer<String> notes);
  }

  CountStage(
      Policy policy, BuiltArm base, BuiltArm head, Source source, Consumer<String> progress) {
    this.policy = policy;
    this.arms = Map.of(Arm.BASE, base, Arm.HEAD, head);
    this.source = source;
    this.progress = progress;
  }

  /**
   * Counts.
   *
   * @param shard which part of the cells
   */
  CountData run(Shard shard) {
    List<CountCell> cells = cells(shard);
    progress.accept("[count] %d cells in both arms".formatted(cells.size()));
    Map<String, List<Run>> first = count(cells, 1);
    CountData data =
        new CountData(cells.stream().map(cell -> cell(cell, first)).toList(), List.of());
    List<String> suspects = CountJudge.suspects(policy, data);
    if (!suspects.isEmpty()) {
      int times = Math.max(1, Math.min(MOST_RUNS_AGAIN, RUNS_AGAIN / suspects.size()));
      progress.accept("[count] %d cells differ: %d times again".formatted(suspects.size(), times));
      Map<String, List<Run>> again =
          count(cells.stream().filter(c -> suspects.contains(c.name())).toList(), times);
      data =
          new CountData(
              data.cells().stream()
                  .map(c -> c.withAgain(again.getOrDefault(c.name(), List.of())))
                  .toList(),
              List.of());
    }
    return new CountData(data.cells(), notes.stream().distinct().toList());
  }

  /**
   * All cells, or fewer where an arm sets the step or the transport itself: what all cells would
   * then have in common is counted once.
   */
  private List<CountCell> cells(Shard shard) {
    if (isSet(ArmWords.CLIENT)) {
      notes.add("Clients of other generations were counted in the timed forks alone.");
      return List.of();
    }
    boolean ownStep = isSet("incStep");
    boolean ownTransport = isSet("transport");
    List<CountCell> all =
        CountCell.all(
            ownStep ? List.of(CountCell.DEFAULT_STEP) : CountCell.STEPS,
            ownTransport ? List.of(Transport.INPROCESS) : List.of(Transport.values()));
    List<CountCell> held = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      if (shard.holds(i + 1)) {
        held.add(all.get(i));
      }
    }
    return held;
  }

  private boolean isSet(String param) {
    return arms.values().stream().anyMatch(arm -> arm.identity().params().containsKey(param));
  }

  private Cell cell(CountCell cell, Map<String, List<Run>> runs) {
    Map<String, Double> rule = new HashMap<>();
    try {
      new Counting(java.util.Objects.requireNonNull(arms.get(Arm.BASE)).identity().params())
          .byRule(cell)
          .forEach((name, value) -> rule.put(name, (double) value));
    } catch (IllegalArgumentException e) {
      throw new BadInput("--base: %s".formatted(e.getMessage()), e);
    }
    return new Cell(
        cell.name(), cell.group(), rule, runs.getOrDefault(cell.name(), List.of()), List.of());
  }

  /** Runs each cell some times in both arms. */
  private Map<String, List<Run>> count(List<CountCell> cells, int times) {
    ExecutorService both = Executors.newFixedThreadPool(arms.size());
    try {
      Map<Arm, Future<Map<String, List<Run>>>> counting = new EnumMap<>(Arm.class);
      for (Arm arm : Arm.values()) {
        counting.put(arm, both.submit(() -> count(arm, cells, times)));
      }
      Map<String, List<Run>> runs = new LinkedHashMap<>();
      for (Future<Map<String, List<Run>>> counted : counting.values()) {
        counted
            .get()
            .forEach((cell, its) -> runs.computeIfAbsent(cell, c -> new ArrayList<>()).addAll(its));
      }
      return runs;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BadInput("interrupted: there is no verdict yet");
    } catch (ExecutionException e) {
      if (e.getCause() instanceof BadInput known) {
        throw known;
      }
      throw new IllegalStateException(e.getCause());
    } finally {
      both.shutdownNow();
    }
  }

  private Map<String, List<Run>> count(Arm arm, List<CountCell> cells, int times) {
    Map<String, List<Run>> runs = new LinkedHashMap<>();
    BuiltArm built = java.util.Objects.requireNonNull(arms.get(arm));
    try (ArmCounter counter = source.open(built, note -> note(arm, note))) {
      for (int time = 0; time < times; time++) {
        for (CountCell cell : cells) {
          runs.computeIfAbsent(cell.name(), c -> new ArrayList<>())
              .add(count(arm, counter, cell.name()));
        }
      }
    }
    return runs;
  }

  private static Run count(Arm arm, ArmCounter counter, String cell) {
    try {
      return new Run(arm, counter.count(cell), "");
    } catch (ForkFailedException e) {
      return new Run(arm, Map.of(), e.reason());
    }
  }

  private synchronized void note(Arm arm, String note) {
    notes.add("The %s %s".formatted(arm, note));
  }
}
