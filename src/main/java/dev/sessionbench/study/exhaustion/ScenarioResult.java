package dev.sessionbench.study.exhaustion;

import dev.sessionbench.study.diagnosis.Agents;
import dev.sessionbench.study.diagnosis.Diagnosis;
import dev.sessionbench.study.diagnosis.Figures;
import org.jspecify.annotations.Nullable;

/**
 * What was seen of one scenario in one loop.
 *
 * @param scenario its number, from 1
 * @param agents its agents
 * @param open whether the loop was open; the agents then tell the rate, and are none
 * @param offered transactions a second that were due in an open loop; 0 in a closed one
 * @param fromSeconds when it began to count, from the start of the study
 * @param toSeconds when it ceased to
 * @param read the reads
 * @param write the writes
 * @param figures what the diagnosis is made from
 * @param prediction what it should come to; null for an open loop
 * @param diagnosis why its transactions wait; null for an open loop
 * @param latenessMillis how late the threads of an open loop began on average, as none was free
 * @param growthMillisPerSecond by how much the latency of an open loop grew in each second
 */
public record ScenarioResult(
    int scenario,
    Agents agents,
    boolean open,
    double offered,
    double fromSeconds,
    double toSeconds,
    KindResult read,
    KindResult write,
    Figures figures,
    @Nullable Prediction prediction,
    @Nullable Diagnosis diagnosis,
    double latenessMillis,
    double growthMillisPerSecond) {
  /** Transactions a second, of both kinds. */
  public double throughput() {
    return read.throughput() + write.throughput();
  }
}
