package dev.sessionbench.study.exhaustion;

import dev.sessionbench.study.diagnosis.Agents;
import dev.sessionbench.study.diagnosis.ClosedLoop;
import java.util.List;

/**
 * What a scenario should come to, by closed form, from the times for which the first scenario held
 * its sessions. Nothing in it is fitted.
 *
 * @param throughput transactions a second
 * @param waitMillis the mean wait for a session, in milliseconds
 * @param needed the sessions that would be needed so that nobody waits
 * @param knee the number of agents that the pool's maximum suffices for
 */
public record Prediction(double throughput, double waitMillis, double needed, double knee) {
  /**
   * Predicts a scenario.
   *
   * @param agents its agents
   * @param readHoldMillis how long a read holds its session when nobody waits, in milliseconds
   * @param writeHoldMillis the same of a write
   * @param sessions the pool's maximum
   */
  static Prediction of(Agents agents, double readHoldMillis, double writeHoldMillis, int sessions) {
    ClosedLoop loop =
        new ClosedLoop(
            List.of(
                new ClosedLoop.Agents(
                    agents.readers(), (double) agents.pauseMillis(), readHoldMillis),
                new ClosedLoop.Agents(
                    agents.writers(), (double) agents.pauseMillis(), writeHoldMillis)),
            sessions);
    return new Prediction(
        loop.throughput(), loop.waitMillis(), loop.needed(), agents.number() * loop.knee());
  }
}
