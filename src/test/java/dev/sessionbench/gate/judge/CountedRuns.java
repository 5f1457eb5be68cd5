package dev.sessionbench.gate.judge;

import dev.sessionbench.gate.CountData;
import dev.sessionbench.gate.CountData.Cell;
import dev.sessionbench.gate.CountData.Run;
import dev.sessionbench.gate.Side;
import dev.sessionbench.gate.policy.Policy;
import dev.sessionbench.gate.policy.SyntheticPolicy;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Makes runs with two counts, one with a closed form and one without. */
final class CountedRuns {
  static final String RPCS = "sessionsCreated";
  static final String IN_FLIGHT = "maxRpcsInFlight";

  private CountedRuns() {}

  /** A policy with these exact counts. */
  static Policy policy(String exact) {
    return SyntheticPolicy.with("sessionsCreated, overshoot", exact);
  }

  static Run run(Side side, double rpcs, double inFlight) {
    return new Run(side, Map.of(RPCS, rpcs, IN_FLIGHT, inFlight), "", 0);
  }

  /** One run of each side with these counts. */
  static List<Run> pair(double base, double head) {
    return List.of(run(Side.BASELINE, base, 3), run(Side.CANDIDATE, head, 3));
  }

  /** A cell of one load, for which the closed form gives 16 requests. */
  static Cell cell(int number, List<Run> runs, List<Run> again) {
    return new Cell("cell " + number, Map.of(RPCS, 16.0), runs, again);
  }

  /** The counts of some cells. */
  static CountData data(Cell... cells) {
    return new CountData(List.of(cells));
  }

  /** The counts of a number of cells. */
  static CountData data(int count, IntFunction<Cell> cell) {
    return data(IntStream.range(0, count).mapToObj(cell).toArray(Cell[]::new));
  }
}
