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
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.stream.IntStream;

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
    List<Callable<List<Run>>> counting = new ArrayList<>();
    counters.forEach(
        (side, counter) ->
            counting.add(
                () ->
                    IntStream.range(0, times)
                        .boxed()
                        .flatMap(time -> cells.stream())
                        .map(cell -> count(side, counter, cell.name()))
                        .toList()));
    Map<String, List<Run>> runs = new LinkedHashMap<>();
    try {
      for (Future<List<Run>> counted : both.invokeAll(counting)) {
        for (int i = 0; i < counted.get().size(); i++) {
          runs.computeIfAbsent(cells.get(i % cells.size()).name(), c -> new ArrayList<>())
              .add(counted.get().get(i));
        }
      }
      return runs;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BadInput("interrupted: there is no verdict yet");
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
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
