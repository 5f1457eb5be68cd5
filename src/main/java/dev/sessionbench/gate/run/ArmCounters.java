package dev.sessionbench.gate.run;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.bench.count.CountCell;
import dev.sessionbench.bench.run.ForkEngine.ForkFailedException;
import dev.sessionbench.gate.Arm;
import dev.sessionbench.gate.CountData.Run;
import dev.sessionbench.gate.run.Arms.ArmCounter;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;

/**
 * Counts cells in both arms at the same time, each in one process of its own, so that both see the
 * same machine: nothing is timed.
 */
final class ArmCounters implements AutoCloseable {
  private final Map<Arm, ArmCounter> counters = new EnumMap<>(Arm.class);
  private final ExecutorService both = Executors.newFixedThreadPool(Arm.values().length);

  /**
   * Starts what counts.
   *
   * @param open starts what counts an arm
   */
  ArmCounters(Function<Arm, ArmCounter> open) {
    try {
      for (Arm arm : Arm.values()) {
        counters.put(arm, open.apply(arm));
      }
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  /**
   * Counts each cell some times in both arms.
   *
   * @param cells the cells
   * @param times how often, at least 1
   * @return the runs by the cell's name: the base's, then the head's
   * @throws BadInput if it was interrupted
   */
  Map<String, List<Run>> count(List<CountCell> cells, int times) {
    Map<Arm, Future<Map<String, List<Run>>>> counting = new EnumMap<>(Arm.class);
    counters.forEach(
        (arm, counter) -> counting.put(arm, both.submit(() -> count(arm, counter, cells, times))));
    Map<String, List<Run>> runs = new LinkedHashMap<>();
    try {
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
      throw new IllegalStateException(e.getCause());
    }
  }

  private static Map<String, List<Run>> count(
      Arm arm, ArmCounter counter, List<CountCell> cells, int times) {
    Map<String, List<Run>> runs = new LinkedHashMap<>();
    for (int time = 0; time < times; time++) {
      for (CountCell cell : cells) {
        runs.computeIfAbsent(cell.name(), c -> new ArrayList<>())
            .add(count(arm, counter, cell.name()));
      }
    }
    return runs;
  }

  private static Run count(Arm arm, ArmCounter counter, String cell) {
    try {
      return new Run(arm, counter.count(cell), "", counter.lastMillis());
    } catch (ForkFailedException e) {
      return new Run(arm, Map.of(), e.reason(), counter.lastMillis());
    }
  }

  @Override
  public void close() {
    both.shutdownNow();
    counters.values().forEach(ArmCounter::close);
  }
}
