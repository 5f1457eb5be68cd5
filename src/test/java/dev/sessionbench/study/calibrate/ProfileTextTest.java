package dev.sessionbench.study.calibrate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.model.LatencyProfile;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.mock.MockServerOptions;
import dev.sessionbench.mock.profile.Profiles;
import dev.sessionbench.study.calibrate.Calibration.MeasuredCall;
import dev.sessionbench.study.calibrate.CalibrationRequest.Budget;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;

class ProfileTextTest {
  private static final long MILLI = 1_000_000;

  private static Calibration calibration(List<MeasuredCall> calls, String database) {
    return new Calibration(
        "localhost:9010",
        database,
        "2026-11-22T05:00:00Z",
        "abc",
        3,
        new Budget(2_000, 400, 100, 300),
        calls.size(),
        "",
        Map.of(),
        calls);
  }

  /** Calls of rounds that have one wave of one request and one of two, for each of three sizes. */
  private static List<MeasuredCall> creations(int rounds, IntUnaryOperator created) {
    List<MeasuredCall> calls = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      for (int sessions : List.of(10, 50, 100)) {
        for (int together = 1; together <= 2; together++) {
          for (int i = 1; i <= together; i++) {
            long nanos = (10 * sessions + i + round) * MILLI;
            calls.add(
                new MeasuredCall(
                    Rpc.BATCH_CREATE_SESSIONS,
                    calls.size(),
                    sessions,
                    created.applyAsInt(sessions),
                    together,
                    i,
                    nanos,
                    MeasuredCall.UNKNOWN));
          }
        }
      }
    }
    return calls;
  }

  private static MockServerOptions read(List<MeasuredCall> calls, String database) {
    return Profiles.parse("p.yaml", ProfileText.of(calibration(calls, database))).options();
  }

  @Test
  void writesTheQuantilesOfTheLastRequestOfEachWave() {
    Calibration calibration = calibration(creations(11, asked -> asked), "projects/p");
    assertThat(ProfileText.of(calibration))
        .contains(
            """
            latencies:
              BatchCreateSessions:
                measured:
                  - {sessions: 10, inFlight: 1, quantiles: {0: 101, 25: 103.5, 50: 106, 75: 108.5, 100: 111}}
                  - {sessions: 50, inFlight: 1, quantiles: {0: 501, 25: 503.5, 50: 506, 75: 508.5, 100: 511}}
                  - {sessions: 100, inFlight: 1, quantiles: {0: 1001, 25: 1003.5, 50: 1006, 75: 1008.5, 100: 1011}}
                  - {sessions: 10, inFlight: 2, quantiles: {0: 102,\
            """);
    assertThat(ProfileText.findings(calibration))
        .contains(
            "sessions | in flight | requests | p50 ms | p95 ms",
            "50       |         2 |       11 |  507.0 |  511.5",
            "Commit: not measured",
            "Network: unknown, as the server sends no server-timing header");
    LatencyProfile times = read(calibration.calls(), "projects/p").latencies();
    assertThat(times.drawNanos(Rpc.BATCH_CREATE_SESSIONS, 1, 1, 10, 1))
        .isBetween(101 * MILLI, 111 * MILLI);
  }

  @Test
  void aBatchLimitIsNotInferredFromAccidentalShortAnswers() {
    assertThat(read(creations(1, asked -> Math.min(asked, 50)), "projects/p").batchLimit())
        .isEqualTo(50);
    List<MeasuredCall> halves = creations(1, asked -> (asked + 1) / 2);
    assertThat(read(halves, "projects/p").batchLimit()).isEqualTo(100);
    assertThat(ProfileText.findings(calibration(halves, "projects/p")))
        .contains("9 of 9 BatchCreateSessions returned fewer sessions than requested");
  }

  @Test
  void aNameCannotBreakTheFile() {
    String hostile = "projects/\n\"costModel: flat\u2028\\ : #";
    assertThat(read(creations(1, asked -> asked), hostile).latencies().times())
        .containsKey(Rpc.BATCH_CREATE_SESSIONS);
  }
}
