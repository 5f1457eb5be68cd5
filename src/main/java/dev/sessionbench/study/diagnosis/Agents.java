package dev.sessionbench.study.diagnosis;

import static dev.sessionbench.bench.load.Operation.Kind.READ;
import static dev.sessionbench.bench.load.Operation.Kind.WRITE;

import dev.sessionbench.bench.load.Operation.Kind;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The agents of a scenario. Each makes transactions of one kind, one after another, with pauses in
 * which it holds no session.
 *
 * @param number how many there are, at least 1
 * @param writeShare the share of agents that write, from 0 to 1; the others read
 * @param pauseMillis how long each pauses, in milliseconds, at least 0
 */
public record Agents(int number, double writeShare, long pauseMillis) {
  /** How many agents write. */
  public int writers() {
    return (int) Math.floor(number * writeShare);
  }

  /** How many agents read. */
  public int readers() {
    return number - writers();
  }

  /** The kind of each agent. */
  public List<Kind> kinds() {
    return IntStream.range(0, number).mapToObj(i -> i < readers() ? READ : WRITE).toList();
  }
}
