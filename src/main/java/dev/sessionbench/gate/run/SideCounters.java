package dev.sessionbench.gate.run;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.bench.count.CountCell;
import dev.sessionbench.bench.run.ForkEngine.ForkFailedException;
import dev.sessionbench.gate.CountData.Run;
import dev.sessionbench.gate.Side;
import dev.sessionbench.gate.run.Sides.SideCounter;
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
 * Counts cells in both sides at the same time, each in one process of its own, so that both see the
 * same machine: nothing is timed.
 */
final class SideCounters implements AutoCloseable {
  private final Map<Side, SideCounter> counters = new EnumMap<>(Side.class);
  private final ExecutorService both = Executors.newFixedThreadPool(Side.values().length);

  /**
   * Starts what counts.
   *
   * @param open starts what counts a side
   */
  SideCounters(Function<Side, SideCounter> open) {
    try {
      for (Side side : Side.values()) {
        counters.put(side, open.apply(side));
      }
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  /**
   * Counts each cell some times in both sides.
   *
   * @param cells the cells
   * @param times how often, at least 1
   * @return the runs by the cell's name: the baseline's, then the candidate's
   * @throws BadInput if it was interrupted
   */
  Map<String, List<Run>> count(List<CountCell> cells, int times) {
    Map<Side, Future<Map<String, List<Run>>>> counting = new EnumMap<>(Side.class);
    counters.forEach(
        (side, counter) ->
            counting.put(side, both.submit(() -> count(side, counter, cells, times))));
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
      Side side, SideCounter counter, List<CountCell> cells, int times) {
    Map<String, List<Run>> runs = new LinkedHashMap<>();
    for (int time = 0; time < times; time++) {
      for (CountCell cell : cells) {
        runs.computeIfAbsent(cell.name(), c -> new ArrayList<>())
            .add(count(side, counter, cell.name()));
      }
    }
    return runs;
  }

  private static Run count(Side side, SideCounter counter, String cell) {
    try {
      return new Run(side, counter.count(cell), "", counter.lastMillis());
    } catch (ForkFailedException e) {
      return new Run(side, Map.of(), e.reason(), counter.lastMillis());
    }
  }

  @Override
  public void close() {
    both.shutdownNow();
    counters.values().forEach(SideCounter::close);
  }
}
