package dev.sessionbench;

import dev.sessionbench.bench.trial.TrialSpec;
import dev.sessionbench.lab.simulate.LabCell;
import dev.sessionbench.lab.simulate.MeasuredCell;
import java.util.Map;
import org.openjdk.jmh.annotations.Param;

/**
 * A pool of any rule under any load. A parameter at {@code standard} has the value that its load or
 * its rule gives it, and is no part of what tells a cell from others.
 */
@SuppressWarnings("MultiVariableDeclaration") // JMH wants a field for each of forty parameters.
public abstract class GrowthStrategyState extends ServedState {
  private static final String STANDARD = LabCell.STANDARD;

  /**
   * The rule of growth: client for the real client, or one of {@code strategy.catalogue}. One with
   * a value of its own is written as in {@code fixed-step:incStep:25}.
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
    "one-per-caller-reopening",
    "one-per-caller-burst",
    "one-per-caller-unbounded",
    "one-per-caller-untied",
    "one-per-caller-filling",
    "one-per-waiter-elided",
    "one-per-waiter",
    "target-plus-increment",
    "even-channels",
    "headroom",
    "fixed-size",
    "doubling",
    "doubling-run",
    "proportional-delayed",
    "proportional-serial",
    "watermark",
    "fixed-step-elided",
    "fixed-step-hedged",
    "rate-predictive",
    "multiplexed"
  })
  public String strategy = "";

  /** The parameters of the rules of growth and of shrinking. */
  @Param(STANDARD)
  public String atLeast = "",
      atMost = "",
      delayMillis = "",
      earlyMillis = "",
      everyMillis = "",
      factor = "",
      high = "",
      highShare = "",
      holdDownMillis = "",
      horizonMillis = "",
      idleMillis = "",
      increment = "",
      incStep = "",
      keptIdle = "",
      low = "",
      lowShare = "",
      maxBatch = "",
      maxBurst = "",
      maxIdle = "",
      maxInFlight = "",
      percentile = "",
      periodMillis = "",
      quietMillis = "",
      safety = "",
      slopeWeight = "",
      spare = "",
      surplus = "",
      weight = "",
      windowMillis = "";

  /** The parameters of the loads, but for the next; load is the file of a described one. */
  @Param(STANDARD)
  public String load = "",
      agents = "",
      demandPercent = "",
      holdMillis = "",
      lastsMillis = "",
      ratePerSecond = "",
      thinkMillis = "",
      turns = "",
      bursts = "";

  /** From one of the repeated bursts to the next; its standard is 15 minutes. */
  @Param("2000")
  public String burstPeriodMillis = "";

  /** What every pool of ours has, and how its server fails. */
  @Param(STANDARD)
  public String shrink = "",
      idleOrder = "",
      acquireTimeoutMillis = "",
      batchLimit = "",
      failPercent = "";

  @Override
  TrialSpec spec(String load, Map<String, String> words) {
    return MeasuredCell.read(load, words);
  }
}
