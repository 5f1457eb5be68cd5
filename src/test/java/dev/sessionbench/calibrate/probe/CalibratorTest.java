package dev.sessionbench.calibrate.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.sessionbench.calibrate.Budget;
import dev.sessionbench.calibrate.CostFit;
import dev.sessionbench.calibrate.WavePlan;
import dev.sessionbench.mock.MockServerOptions;
import dev.sessionbench.model.CostModel;
import dev.sessionbench.model.LatencyProfile;
import dev.sessionbench.model.NormalTime;
import dev.sessionbench.model.Rpc;
import dev.sessionbench.model.SeededDraws;
import dev.sessionbench.model.ServerTime;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CalibratorTest {
  private static final long MILLI = 1_000_000;
  private static final Budget BUDGET = new Budget(4_000, 400, 100, 3_600);

  @TempDir private Path folder;

  /** A server of known cost: twelve, four of each model and some of them of both. */
  private record Known(String name, long baseNanos, long deviationNanos, CostModel cost) {
    static Known random(int index) {
      long base = 10 * MILLI + SeededDraws.uniform(1, 1, index, 50 * MILLI);
      long perSession = 200_000 + SeededDraws.uniform(1, 2, index, 1_000_000);
      double perOther = 0.2 + SeededDraws.unit(1, 3, index);
      return switch (index % 3) {
        case 0 -> new Known("flat", base, base / 20, CostModel.FLAT);
        case 1 -> new Known("linear", base, base / 20, new CostModel(perSession, 0));
        default ->
            index < 6
                ? new Known("contended", base, base / 20, new CostModel(0, perOther))
                : new Known(
                    "linear and contended", base, base / 20, new CostModel(perSession, perOther));
      };
    }

    MockServerOptions options() {
      LatencyProfile times = LatencyProfile.none();
      for (Rpc rpc : Rpc.values()) {
        times = times.with(rpc, ServerTime.ofMillis(2, 2));
      }
      return MockServerOptions.defaults()
          .withLatencies(
              times.with(Rpc.BATCH_CREATE_SESSIONS, new NormalTime(baseNanos, deviationNanos)))
          .withCostModel(cost)
          .withSeed(baseNanos)
          .withJournalCapacity(100_000);
    }
  }

  static Stream<Known> known() {
    return IntStream.range(0, 12).mapToObj(Known::random);
  }

  private Calibrator.Outcome calibrate(VirtualServer server, Budget budget, long seed)
      throws InterruptedException {
    CalibrationRequest request =
        new CalibrationRequest("h:1", VirtualServer.DATABASE, "", "SELECT 1", budget, seed, 1_000);
    return new Calibrator(
            request, server, "label", new StateFile(folder.resolve("state")), server.clock())
        .run(WavePlan.of(budget, seed), "2026-11-22T05:00:00Z", "abc");
  }

  @ParameterizedTest
  @MethodSource("known")
  void findsWhatAKnownServerCostsWithinFivePercent(Known known) throws Exception {
    try (VirtualServer server = new VirtualServer(known.options())) {
      Calibrator.Outcome outcome = calibrate(server, BUDGET, 7);
      assertThat(outcome.left()).isEmpty();
      assertThat(outcome.calibration().stopped()).isEmpty();
      CostFit fit = CostFit.of(outcome.calibration().calls());
      assertThat(fit.name()).isEqualTo(known.name);
      assertThat(fit.baseNanos()).isCloseTo((double) known.baseNanos, withinPercentage(5.0));
      assertThat((double) fit.model().perSessionNanos())
          .isCloseTo((double) known.cost.perSessionNanos(), withinPercentage(5.0));
      assertThat(fit.model().perOther()).isCloseTo(known.cost.perOther(), withinPercentage(5.0));
      assertThat(server.server().sessions().alive()).isZero();
    }
  }

  @Test
  void keepsToItsRateInEverySecond() throws Exception {
    try (VirtualServer server = new VirtualServer(Known.random(0).options())) {
      calibrate(server, new Budget(500, 100, 40, 3_600), 1);
      List<Long> arrivals = new ArrayList<>();
      server.server().journal().entries().forEach(rpc -> arrivals.add(rpc.arrivalNanos()));
      arrivals.sort(null);
      assertThat(arrivals).hasSizeGreaterThan(500);
      for (int i = 40; i < arrivals.size(); i++) {
        assertThat(arrivals.get(i) - arrivals.get(i - 40)).isGreaterThanOrEqualTo(1_000 * MILLI);
      }
    }
  }

  @Test
  void theSameSeedAsksForTheSame() throws Exception {
    List<Long> times = new ArrayList<>();
    for (int run = 0; run < 2; run++) {
      try (VirtualServer server = new VirtualServer(Known.random(4).options())) {
        calibrate(server, new Budget(300, 100, 100, 3_600), 5)
            .calibration()
            .calls()
            .forEach(call -> times.add(call.nanos()));
      }
    }
    assertThat(times.subList(0, times.size() / 2))
        .isEqualTo(times.subList(times.size() / 2, times.size()));
  }

  @Test
  void aShortTimeIsKept() throws Exception {
    try (VirtualServer server = new VirtualServer(Known.random(0).options())) {
      Calibrator.Outcome outcome = calibrate(server, new Budget(2_000, 400, 100, 3), 1);
      assertThat(outcome.calibration().stopped()).isEqualTo("its time was over: 3 s");
      assertThat(server.server().sessions().alive()).isZero();
    }
  }
}
