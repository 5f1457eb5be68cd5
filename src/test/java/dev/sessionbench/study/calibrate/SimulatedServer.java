package dev.sessionbench.study.calibrate;

import dev.sessionbench.base.model.CostModel;
import dev.sessionbench.base.model.Latency;
import dev.sessionbench.base.model.Rpc;
import java.util.ArrayList;
import java.util.List;

/** Answers the waves of a plan as a mock server of known cost does, without any server. */
public record SimulatedServer(Latency latency, CostModel cost) {
  private static final long STREAM = 1;

  public List<MeasuredCall> answer(WavePlan plan, long seed) {
    List<MeasuredCall> calls = new ArrayList<>();
    for (int wave = 0; wave < plan.waves().size(); wave++) {
      int sessions = plan.waves().get(wave).sessions();
      int together = plan.waves().get(wave).together();
      for (int inFlight = 1; inFlight <= together; inFlight++) {
        long drawn = latency.drawNanos(seed, STREAM, calls.size());
        calls.add(
            create(
                wave, sessions, together, inFlight, cost.totalNanos(drawn, sessions, inFlight, 1)));
      }
    }
    return calls;
  }

  public static MeasuredCall create(
      int wave, int sessions, int together, int inFlight, long nanos) {
    return new MeasuredCall(
        Rpc.BATCH_CREATE_SESSIONS,
        wave,
        sessions,
        sessions,
        together,
        inFlight,
        nanos,
        MeasuredCall.UNKNOWN);
  }
}
