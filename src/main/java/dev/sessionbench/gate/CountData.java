package dev.sessionbench.gate;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * All that the count stage of a gate found, kept beside the measurements.
 *
 * @param cells the cells
 * @param notes what a reader should know of the stage, one sentence each
 * @param expected the names of all cells that were to be counted
 */
public record CountData(
    @JsonProperty(value = "cells", required = true) List<Cell> cells,
    @JsonProperty(value = "notes", required = true) List<String> notes,
    @JsonProperty(value = "expected", required = true) List<String> expected) {
  /** Of a gate that counted nothing. */
  public static final CountData NONE = new CountData(List.of());

  /**
   * One cell.
   *
   * @param name its name
   * @param rule what the closed form gives under the baseline's parameters, by the count's name;
   *     without the counts that no formula gives
   * @param runs one run of each side, by which cells are suspected
   * @param again fresh runs, by which a suspected cell is judged
   */
  @JsonIgnoreProperties("group") // Of older gates.
  public record Cell(
      @JsonProperty(value = "name", required = true) String name,
      @JsonProperty(value = "rule", required = true) Map<String, Double> rule,
      @JsonProperty(value = "runs", required = true) List<Run> runs,
      @JsonProperty(value = "again", required = true) List<Run> again) {
    /** Copies the collections. */
    public Cell {
      rule = Map.copyOf(rule);
      runs = List.copyOf(runs);
      again = List.copyOf(again);
    }

    private long tookMillis(Side side) {
      return runs.stream().filter(run -> run.side() == side).mapToLong(Run::millis).sum();
    }

    /** How many times as long the candidate took as the baseline; NaN where that is not known. */
    public double slowness() {
      return tookMillis(Side.BASELINE) > 0
          ? (double) tookMillis(Side.CANDIDATE) / tookMillis(Side.BASELINE)
          : Double.NaN;
    }

    /** The runs by which it is judged. */
    public List<Run> judged() {
      return again.isEmpty() ? runs : again;
    }

    /** This cell with fresh runs. */
    public Cell withAgain(List<Run> fresh) {
      return new Cell(name, rule, runs, fresh);
    }
  }

  /**
   * One run of a cell in one side.
   *
   * @param side the side
   * @param counts what was counted, by name
   * @param failure why nothing was; empty where something was
   * @param millis how long it took
   */
  public record Run(
      @JsonProperty(value = "arm", required = true) Side side,
      @JsonProperty(value = "counts", required = true) Map<String, Double> counts,
      @JsonProperty(value = "failure", required = true) String failure,
      @JsonProperty(value = "millis", required = true) long millis) {
    /** Copies the counts. */
    public Run {
      counts = Collections.unmodifiableMap(new LinkedHashMap<>(counts));
    }

    /** Whether nothing was counted. */
    public boolean hasFailed() {
      return !failure.isEmpty();
    }
  }

  /** Copies the lists. */
  public CountData {
    cells = List.copyOf(cells);
    notes = List.copyOf(notes);
    expected = List.copyOf(expected);
  }

  /** Of cells of which nobody said that there should be others. */
  public CountData(List<Cell> cells) {
    this(cells, List.of(), List.of());
  }

  /** Of a gate that should have counted and has not. */
  static CountData missing(Path file) {
    return failed(file + ": no file with a cell; nothing was counted");
  }

  /** Of a gate that ended before it had counted. */
  static CountData interrupted() {
    return new CountData(List.of(failed("the gate ended before it had counted", List.of())));
  }

  /** Of a candidate whose counting has failed as a whole, as no fresh run could acquit it. */
  public static CountData failed(String why) {
    return new CountData(List.of(failed(why, List.of(failure(why)))));
  }

  private static Cell failed(String why, List<Run> again) {
    return new Cell("all cells", Map.of(), List.of(failure(why)), again);
  }

  private static Run failure(String why) {
    return new Run(Side.CANDIDATE, Map.of(), why, 0);
  }

  /** Of a part that should be there and is not. */
  static CountData missing(String part) {
    return new CountData(List.of(), List.of(), List.of(part));
  }

  /** The names of what was to be counted and is not there. */
  public Set<String> uncounted() {
    Set<String> names = new LinkedHashSet<>(expected);
    cells.forEach(cell -> names.remove(cell.name()));
    return names;
  }

  /** What two parts of one gate have counted. */
  public CountData and(CountData other) {
    return new CountData(
        Stream.concat(cells.stream(), other.cells.stream()).toList(),
        Stream.concat(notes.stream(), other.notes.stream()).distinct().toList(),
        Stream.concat(expected.stream(), other.expected.stream()).toList());
  }

  /** How long the first runs of a side took, in all cells. */
  public long tookMillis(Side side) {
    return cells.stream().mapToLong(cell -> cell.tookMillis(side)).sum();
  }
}
