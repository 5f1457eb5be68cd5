package dev.sessionbench.study.calibrate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.model.Latency;
import dev.sessionbench.base.model.QuantileTime;
import dev.sessionbench.base.model.ServerTime;
import dev.sessionbench.mock.MockServerOptions;
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
  private static final Budget BUDGET = new Budget(4_000, 400, 100, 3_600);

  @TempDir private Path folder;

  /** One of each model; CalibrationSeedsTest has many. */
  static Stream<KnownServer> known() {
    return IntStream.of(0, 1, 2, 5).mapToObj(index -> KnownServer.random(1, index));
  }

  private Calibration calibrate(VirtualServer server, Budget budget, long seed)
      throws InterruptedException {
    CalibrationRequest request =
        new CalibrationRequest("h:1", VirtualServer.DATABASE, "", "SELECT 1", budget, seed, 1_000);
    Calibrator calibrator =
        new Calibrator(
            request, server, "label", new StateFile(folder.resolve("state")), server.clock());
    Calibration calibration =
        calibrator.run(WavePlan.of(budget, seed), "2026-11-22T05:00:00Z", "abc");
    assertThat(calibrator.left()).isEmpty();
    return calibration;
  }

  @ParameterizedTest
  @MethodSource("known")
  void findsWhatAKnownServerCostsWithinFivePercent(KnownServer known) throws Exception {
    try (VirtualServer server = new VirtualServer(known.options())) {
      Calibration calibration = calibrate(server, BUDGET, 7);
      assertThat(calibration.stopped()).isEmpty();
      CostFit fit = CostFit.of(calibration.calls());
      assertThat(fit.name()).isEqualTo(known.name());
      assertThat(known.error(fit)).isLessThan(0.05);
      assertThat(server.server().sessions().alive()).isZero();
    }
  }

  /** Requests that were held up arrive together with those that are sent after them. */
  static Stream<Latency> networks() {
    return Stream.of(
        ServerTime.ofMillis(0, 0),
        new QuantileTime(
            List.of(
                new QuantileTime.Quantile(0, 1_000_000),
                new QuantileTime.Quantile(0.97, 1_000_000),
                new QuantileTime.Quantile(1, 900_000_000))));
  }

  @ParameterizedTest
  @MethodSource("networks")
  void keepsToItsRateInEverySecondOfTheServerHoweverSlowTheWayThere(Latency network)
      throws Exception {
    MockServerOptions options = KnownServer.random(1, 0).options();
    try (VirtualServer server = new VirtualServer(options, network)) {
      calibrate(server, new Budget(500, 100, 40, 3_600), 1);
      ServerLoad load = ServerLoad.of(server.server());
      assertThat(load.rpcs()).isGreaterThan(500);
      assertThat(load.mostInASecond()).isBetween(24, 40);
    }
  }

  @Test
  void theSameSeedAsksForTheSame() throws Exception {
    List<Long> times = new ArrayList<>();
    for (int run = 0; run < 2; run++) {
      try (VirtualServer server = new VirtualServer(KnownServer.random(1, 4).options())) {
        calibrate(server, new Budget(300, 100, 100, 3_600), 5)
            .calls()
            .forEach(call -> times.add(call.nanos()));
      }
    }
    assertThat(times.subList(0, times.size() / 2))
        .isEqualTo(times.subList(times.size() / 2, times.size()));
  }

  @Test
  void aShortTimeIsKept() throws Exception {
    try (VirtualServer server = new VirtualServer(KnownServer.random(1, 0).options())) {
      Calibration calibration = calibrate(server, new Budget(2_000, 400, 100, 3), 1);
      assertThat(calibration.stopped()).isEqualTo("its time was over: 3 s");
      assertThat(server.server().sessions().alive()).isZero();
    }
  }
}
