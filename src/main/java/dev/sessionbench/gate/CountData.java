package dev.sessionbench.gate;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

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
  public static final CountData NONE = new CountData(List.of(), List.of());

  /**
   * One cell.
   *
   * @param name its name
   * @param group what it shares with the cells that differ from it in step and demand alone
   * @param rule what the pool's rule gives under the baseline's parameters, by the count's name;
   *     without the counts that depend on the machine, and nothing where the baseline grows by no
   *     step
   * @param runs the runs by which cells are suspected
   * @param again fresh runs, by which a suspected cell is judged
   */
  public record Cell(
      @JsonProperty(value = "name", required = true) String name,
      @JsonProperty(value = "group", required = true) String group,
      @JsonProperty(value = "rule", required = true) Map<String, Double> rule,
      @JsonProperty(value = "runs", required = true) List<Run> runs,
      @JsonProperty(value = "again", required = true) List<Run> again) {
    /** Copies the collections. */
    public Cell {
      rule = Map.copyOf(rule);
      runs = List.copyOf(runs);
      again = List.copyOf(again);
    }

    /** How long the first runs of a side took. */
    private long tookMillis(Side side) {
      return runs.stream().filter(run -> run.side() == side).mapToLong(Run::millis).sum();
    }

    /** How many times as long the candidate took as the baseline; NaN where that is not known. */
    public double slowness() {
      return tookMillis(Side.BASELINE) > 0
          ? (double) tookMillis(Side.CANDIDATE) / tookMillis(Side.BASELINE)
          : Double.NaN;
    }

    /** This cell with fresh runs. */
    public Cell withAgain(List<Run> fresh) {
      return new Cell(name, group, rule, runs, fresh);
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

    /** A run of which it is not known how long it took. */
    public Run(Side side, Map<String, Double> counts, String failure) {
      this(side, counts, failure, 0);
    }
  }

  /** Copies the lists. */
  public CountData {
    cells = List.copyOf(cells);
    notes = List.copyOf(notes);
    expected = List.copyOf(expected);
  }

  /** Of cells of which nobody said that there should be others. */
  public CountData(List<Cell> cells, List<String> notes) {
    this(cells, notes, List.of());
  }

  /** Of a gate that should have counted and has not. */
  static CountData missing(Path file) {
    return failed(file + ": no file with a cell; nothing was counted");
  }

  /** Of a gate that ended before it had counted. */
  static CountData interrupted() {
    return ofHead("the gate ended before it had counted", /* again= */ false);
  }

  /** Of a candidate whose counting has failed as a whole, as no fresh run could acquit it. */
  public static CountData failed(String why) {
    return ofHead(why, /* again= */ true);
  }

  private static CountData ofHead(String why, boolean again) {
    List<Run> runs = List.of(new Run(Side.CANDIDATE, Map.of(), why));
    Cell cell = new Cell("all cells", "", Map.of(), runs, again ? runs : List.of());
    return new CountData(List.of(cell), List.of());
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
    List<Cell> all = new ArrayList<>(cells);
    all.addAll(other.cells);
    List<String> said = new ArrayList<>(notes);
    other.notes.stream().filter(note -> !said.contains(note)).forEach(said::add);
    List<String> wanted = new ArrayList<>(expected);
    wanted.addAll(other.expected);
    return new CountData(all, said, wanted);
  }

  /** How long the first runs of a side took, in all cells. */
  public long tookMillis(Side side) {
    return cells.stream().mapToLong(cell -> cell.tookMillis(side)).sum();
  }
}
