package dev.sessionbench;

import dev.sessionbench.bench.trial.Trial.TrialSpec;
import dev.sessionbench.lab.simulate.MeasuredCell;
import java.util.Map;
import org.openjdk.jmh.annotations.Param;

/**
 * A pool with any strategy under any load. One parameter holds all its settings, so that JMH's
 * tables do not need sixty columns.
 */
public class GrowthStrategyState extends TrialState {
  /**
   * The growth strategy: client for the real client, or one of the catalogue. Settings that differ
   * from the default follow it, as in {@code fixed-step;seed:2;maxSessions:200}.
   */
  @Param({
    "client",
    "fixed-step",
    "fixed-step-woken",
    "fixed-step-serial",
    "step-per-waiter",
    "one-per-excess-waiter",
    "one-per-caller",
    "one-per-caller-woken",
    "one-per-caller-blocking",
    "one-per-caller-serial",
    "one-per-caller-reopening",
    "one-per-caller-burst",
    "one-per-caller-unbounded",
    "one-per-waiter-elided",
    "one-per-waiter",
    "target-plus-increment",
    "even-channels",
    "headroom",
    "fixed-size",
    "doubling",
    "watermark",
    "multiplexed"
  })
  public String strategy = "";

  @Override
  TrialSpec spec(String benchmark, Map<String, String> given) {
    return MeasuredCell.read(
        GrowthStrategySupport.load(benchmark), GrowthStrategySupport.complete(given));
  }
}
