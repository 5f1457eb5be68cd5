package dev.sessionbench;

import dev.sessionbench.bench.trial.FaultOptions;
import dev.sessionbench.bench.trial.Trial.TrialSpec;
import java.util.Map;
import org.openjdk.jmh.annotations.Param;

/** A pool that grows against a faulty server. */
public class FaultState extends PoolState {
  /**
   * What goes wrong: the name of a {@link dev.sessionbench.bench.trial.FaultOptions.FaultScenario}.
   */
  @Param({
    "none",
    "unavailableOnce",
    "unavailableRate",
    "internalOnce",
    "internalRate",
    "resourceExhausted",
    "stall",
    "halfBatch",
    "emptyBatch",
    "sessionsLost",
    "connectionDrop",
    "goAway",
    "serverRestart",
    "slowStart",
    "abortStorm"
  })
  public String scenario = "";

  /** Sessions that the pool asks for when all are in use. */
  @Param({"1", "25", "100"})
  public int incStep;

  /** How long the client waits for one BatchCreateSessions in scenario stall; 60,000 in others. */
  @Param("500")
  public int creationTimeoutMillis;

  @Override
  TrialSpec spec(String benchmark, Map<String, String> given) {
    return FaultOptions.read(given);
  }
}
