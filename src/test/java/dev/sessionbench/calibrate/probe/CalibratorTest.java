package dev.sessionbench.calibrate.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.calibrate.Budget;
import dev.sessionbench.calibrate.CostFit;
import dev.sessionbench.calibrate.WavePlan;
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

  /** Each model once at least; the fit alone is tried a hundred times for each. */
  static Stream<KnownServer> known() {
    return IntStream.range(0, 6).mapToObj(KnownServer::random);
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
  void findsWhatAKnownServerCostsWithinFivePercent(KnownServer known) throws Exception {
    try (VirtualServer server = new VirtualServer(known.options())) {
      Calibrator.Outcome outcome = calibrate(server, BUDGET, 7);
      assertThat(outcome.left()).isEmpty();
      assertThat(outcome.calibration().stopped()).isEmpty();
      CostFit fit = CostFit.of(outcome.calibration().calls());
      assertThat(fit.name()).isEqualTo(known.name());
      assertThat(known.error(fit)).isLessThan(0.05);
      assertThat(server.server().sessions().alive()).isZero();
    }
  }

  @Test
  void keepsToItsRateInEverySecond() throws Exception {
    try (VirtualServer server = new VirtualServer(KnownServer.random(0).options())) {
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
      try (VirtualServer server = new VirtualServer(KnownServer.random(4).options())) {
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
    try (VirtualServer server = new VirtualServer(KnownServer.random(0).options())) {
      Calibrator.Outcome outcome = calibrate(server, new Budget(2_000, 400, 100, 3), 1);
      assertThat(outcome.calibration().stopped()).isEqualTo("its time was over: 3 s");
      assertThat(server.server().sessions().alive()).isZero();
    }
  }
}
