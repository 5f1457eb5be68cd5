package dev.sessionbench.study.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sessionbench.base.model.CostModel;
import dev.sessionbench.base.model.LatencyProfile;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.model.ServerTime;
import dev.sessionbench.mock.MockServerOptions;
import dev.sessionbench.mock.profile.Profiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ProfileTextTest {
  private static final long MILLI = 1_000_000;
  private static final Budget BUDGET = new Budget(2_000, 400, 100, 300);

  private static Calibration calibration(List<MeasuredCall> calls, String database) {
    return new Calibration(
        "localhost:9010",
        database,
        "",
        "2026-11-22T05:00:00Z",
        "abc",
        3,
        "SELECT 1",
        BUDGET,
        calls.size(),
        "",
        Map.of(),
        calls);
  }

  private static List<MeasuredCall> creations(CostModel cost) {
    return new SimulatedServer(ServerTime.ofMillis(20, 10), cost).answer(WavePlan.of(BUDGET, 3), 3);
  }

  private static MockServerOptions read(List<MeasuredCall> calls, String database) {
    Calibration calibration = calibration(calls, database);
    return Profiles.parse("p.yaml", ProfileText.of(calibration, CostFit.of(calls))).options();
  }

  @Test
  void aServerOfTheProfileCostsWhatWasMeasured() {
    MockServerOptions found = read(creations(new CostModel(400_000, 0.5)), "projects/p");
    assertThat(found.costModel().perSessionNanos()).isCloseTo(400_000, within(40_000L));
    assertThat(found.costModel().perOther()).isCloseTo(0.5, within(0.05));
    assertThat(mean(found.latencies())).isCloseTo(24.5 * MILLI, within((double) MILLI));
    assertThat(found.batchLimit()).isEqualTo(100);
  }

  private static double mean(LatencyProfile times) {
    return LongStream.range(0, 1_000)
        .map(i -> times.drawNanos(Rpc.BATCH_CREATE_SESSIONS, 1, i))
        .average()
        .orElseThrow();
  }

  @Test
  void aLimitOfTheServerIsFoundAndShortAnswersByChanceAreNot() {
    List<MeasuredCall> limited =
        creations(CostModel.FLAT).stream().map(c -> brought(c, Math.min(c.asked(), 50))).toList();
    assertThat(read(limited, "projects/p").batchLimit()).isEqualTo(50);
    List<MeasuredCall> halves =
        creations(CostModel.FLAT).stream().map(c -> brought(c, (c.asked() + 1) / 2)).toList();
    assertThat(read(halves, "projects/p").batchLimit()).isEqualTo(100);
    assertThat(Findings.of(calibration(halves, "projects/p"), CostFit.of(halves)))
        .anyMatch(line -> line.contains("brought fewer sessions than were asked for"));
  }

  private static MeasuredCall brought(MeasuredCall call, int created) {
    return new MeasuredCall(
        call.rpc(),
        call.wave(),
        call.asked(),
        created,
        call.together(),
        call.inFlight(),
        call.nanos(),
        call.serverNanos());
  }

  @Test
  void theNetworkIsNotContended() {
    List<MeasuredCall> far = new ArrayList<>();
    for (MeasuredCall call : creations(new CostModel(0, 1))) {
      long told = Math.round(call.nanos() / 1e6) * MILLI;
      far.add(
          new MeasuredCall(
              call.rpc(),
              call.wave(),
              call.asked(),
              call.created(),
              call.together(),
              call.inFlight(),
              call.nanos() + 90 * MILLI,
              told));
    }
    CostModel found = read(far, "projects/p").costModel();
    assertThat(found.perOther()).isCloseTo(1, within(0.05));
    assertThat(found.outsideNanos()).isCloseTo(90 * MILLI, within(MILLI));
    assertThat(mean(read(far, "projects/p").latencies()))
        .isCloseTo(114.5 * MILLI, within((double) MILLI));
  }

  @Test
  void aNameCannotBreakTheFile() {
    String hostile = "projects/\n\"costModel: flat\u2028\\ : #";
    assertThat(read(creations(CostModel.LINEAR), hostile).costModel().perSessionNanos())
        .isPositive();
  }

  @Test
  void fewCallsMakeAProfileToo() {
    List<MeasuredCall> one = creations(CostModel.FLAT).subList(0, 1);
    assertThat(read(one, "projects/p").costModel()).isEqualTo(CostModel.FLAT);
  }
}
