package dev.sessionbench.gate;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Everything that the count stage of a gate found. A gate's folder keeps it with the measurements.
 *
 * @param cells the cells
 * @param notes what a reader should know of the stage, one sentence each
 * @param expected the names of all cells that were to be counted
 */
public record CountData(
    @JsonProperty(value = "cells", required = true) List<Cell> cells,
    @JsonProperty(value = "notes", required = true) List<String> notes,
    @JsonProperty(value = "expected", required = true) List<String> expected) {
  /** The counts of a gate that counts nothing. */
  public static final CountData NONE = new CountData(List.of());

  /**
   * One cell.
   *
   * @param name its name
   * @param rule the counts that the closed form gives under the baseline's parameters, by the
   *     count's name; counts without a closed form are absent
   * @param runs one run of each side, which decides whether the cell is counted again
   * @param again fresh runs, which judge a cell that was counted again
   */
  @JsonIgnoreProperties("group") // Counts of older gates have it.
  public record Cell(
      @JsonProperty(value = "name", required = true) String name,
      @JsonProperty(value = "rule", required = true) Map<String, Double> rule,
      @JsonProperty(value = "runs", required = true) List<Run> runs,
      @JsonProperty(value = "again", required = true) List<Run> again) {
    private long tookMillis(Side side) {
      return runs.stream().filter(run -> run.side() == side).mapToLong(Run::millis).sum();
    }

    /** The candidate's time divided by the baseline's; not finite where the baseline has none. */
    public double slowness() {
      return (double) tookMillis(Side.CANDIDATE) / tookMillis(Side.BASELINE);
    }

    /** The runs that judge the cell: the fresh ones where it has any. */
    public List<Run> judged() {
      return again.isEmpty() ? runs : again;
    }

    /** This cell with fresh runs. */
    public Cell withAgain(List<Run> fresh) {
      return new Cell(name, rule, runs, fresh);
    }
  }

  /**
   * One counted run of a cell on one side.
   *
   * @param side the side
   * @param counts what was counted, by name
   * @param failure why nothing was counted; empty if the run succeeded
   * @param millis how long the run took, in milliseconds
   */
  public record Run(
      @JsonProperty(value = "arm", required = true) Side side,
      @JsonProperty(value = "counts", required = true) Map<String, Double> counts,
      @JsonProperty(value = "failure", required = true) String failure,
      @JsonProperty(value = "millis", required = true) long millis) {
    /** Whether the run failed. */
    public boolean hasFailed() {
      return !failure.isEmpty();
    }
  }

  /** Counts of these cells, without notes and without expected cells. */
  public CountData(List<Cell> cells) {
    this(cells, List.of(), List.of());
  }

  /** The counts of a gate that ended before it had counted. */
  static CountData interrupted() {
    return new CountData(List.of(failed("the gate ended before it had counted", List.of())));
  }

  /** The counts of a candidate whose counting failed as a whole. Fresh runs cannot clear it. */
  public static CountData failed(String why) {
    return new CountData(List.of(failed(why, List.of(failure(why)))));
  }

  private static Cell failed(String why, List<Run> again) {
    return new Cell("all cells", Map.of(), List.of(failure(why)), again);
  }

  private static Run failure(String why) {
    return new Run(Side.CANDIDATE, Map.of(), why, 0);
  }

  /** The expected cells that were not counted, by name. */
  public Set<String> uncounted() {
    Set<String> names = new LinkedHashSet<>(expected);
    cells.forEach(cell -> names.remove(cell.name()));
    return names;
  }

  /** These counts and others together. */
  public CountData and(CountData other) {
    return new CountData(
        Stream.concat(cells.stream(), other.cells.stream()).toList(),
        Stream.concat(notes.stream(), other.notes.stream()).distinct().toList(),
        Stream.concat(expected.stream(), other.expected.stream()).toList());
  }

  /** The time of a side's first runs in all cells, in milliseconds. */
  public long tookMillis(Side side) {
    return cells.stream().mapToLong(cell -> cell.tookMillis(side)).sum();
  }
}
