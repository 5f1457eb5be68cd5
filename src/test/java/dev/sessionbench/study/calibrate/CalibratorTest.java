package dev.sessionbench.study.calibrate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.model.CostModel;
import dev.sessionbench.base.model.Latency;
import dev.sessionbench.base.model.Latency.NormalTime;
import dev.sessionbench.base.model.Latency.ServerTime;
import dev.sessionbench.base.model.LatencyProfile;
import dev.sessionbench.base.model.MeasuredTime;
import dev.sessionbench.base.model.QuantileTime;
import dev.sessionbench.base.model.QuantileTime.Quantile;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.model.SimulatedTime;
import dev.sessionbench.mock.MockServerOptions;
import dev.sessionbench.mock.profile.Profiles;
import dev.sessionbench.study.calibrate.Calibration.MeasuredCall;
import dev.sessionbench.study.calibrate.Calibration.Pair;
import dev.sessionbench.study.calibrate.Calibration.Times;
import dev.sessionbench.study.calibrate.CalibrationRequest.Budget;
import dev.sessionbench.study.calibrate.Calibrator.Slowdown;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.IntToDoubleFunction;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class CalibratorTest {
  private static final long MILLI = 1_000_000;
  private static final int DRAWS = 4_000;
  private static final int ROUNDS = 16;
  private static final Latency NETWORK = VirtualServer.NETWORK;

  @TempDir private Path folder;

  /** Servers with known creation times. */
  private enum Known {
    FLAT(new NormalTime(20 * MILLI, MILLI), CostModel.FLAT),
    LINEAR(new NormalTime(20 * MILLI, MILLI), CostModel.LINEAR),
    CONTENDED(new NormalTime(20 * MILLI, MILLI), CostModel.CONTENDED),
    STEP(bySize(sessions -> sessions < 50 ? 20 : 60), CostModel.FLAT),
    ROOT(bySize(sessions -> 10 * Math.sqrt(sessions)), new CostModel(0, 0.2));

    @SuppressWarnings("ImmutableEnumChecker") // A record of values.
    private final MockServerOptions options;

    Known(Latency creation, CostModel cost) {
      LatencyProfile times = LatencyProfile.none();
      for (Rpc rpc : Rpc.values()) {
        times = times.with(rpc, ServerTime.ofMillis(2, 2));
      }
      options =
          MockServerOptions.defaults()
              .withLatencies(times.with(Rpc.BATCH_CREATE_SESSIONS, creation))
              .withCostModel(cost)
              .withSeed(name().hashCode())
              .withJournalCapacity(100_000);
    }

    /** Times that vary by a tenth to both sides. */
    private static Latency bySize(IntToDoubleFunction millis) {
      NavigableMap<Integer, QuantileTime> sizes = new TreeMap<>();
      for (int size = 1; size <= 100; size++) {
        double middle = millis.applyAsDouble(size) * MILLI;
        sizes.put(
            size,
            new QuantileTime(
                List.of(
                    new Quantile(0, Math.round(0.9 * middle)),
                    new Quantile(1, Math.round(1.1 * middle)))));
      }
      return new MeasuredTime(new TreeMap<>(Map.of(1, sizes)));
    }
  }

  private Calibration calibrate(VirtualServer server, Budget budget, long seed)
      throws InterruptedException {
    CalibrationRequest request =
        new CalibrationRequest("h:1", VirtualServer.DATABASE, budget, seed, 1_000);
    Calibrator calibrator =
        new Calibrator(
            request, server, "label", new StateFile(folder.resolve("state")), server.clock());
    Calibration calibration =
        calibrator.run(WavePlan.of(budget, seed), "2026-11-22T05:00:00Z", "abc");
    assertThat(calibrator.left()).isEmpty();
    assertThat(server.server().sessions().alive()).isZero();
    return calibration;
  }

  private Calibration calibrate(MockServerOptions options, Latency network, long seed)
      throws Exception {
    try (VirtualServer server = new VirtualServer(options, network)) {
      return calibrate(server, new Budget(4_600, 51, 10_000, 3_600), seed);
    }
  }

  /** The times of a pair on a server, including a network there and back. */
  private static Times times(MockServerOptions options, Pair pair, Latency network) {
    SimulatedTime server =
        new SimulatedTime(
            options.latencies(), options.costModel(), options.seed() + 1, options.batchLimit());
    return new Times(
        LongStream.range(0, DRAWS)
            .map(
                i ->
                    server.nanos(Rpc.BATCH_CREATE_SESSIONS, i, pair.sessions(), pair.inFlight())
                        + network.drawNanos(1, 2, i, 1, 1)
                        + network.drawNanos(1, 3, i, 1, 1))
            .sorted()
            .boxed()
            .toList());
  }

  /** Three standard deviations of the probability at which the median of n draws lies. */
  private static double reach(double n) {
    return Math.min(0.5, 3 * 0.5 / Math.sqrt(n));
  }

  @ParameterizedTest
  @EnumSource
  void theProfileHasTheMediansOfTheServer(Known known) throws Exception {
    Calibration measured = calibrate(known.options, NETWORK, 7);
    assertThat(measured.pairs()).hasSize(14);
    MockServerOptions profile = Profiles.parse("p.yaml", ProfileText.of(measured)).options();
    measured
        .pairs()
        .forEach(
            (pair, times) -> {
              assertThat(times.count()).isEqualTo(ROUNDS);
              Times truth = times(known.options, pair, NETWORK);
              double played = times(profile, pair, ServerTime.NONE).quantile(0.5);
              assertThat(played)
                  .as("%s", pair)
                  .isBetween(
                      truth.quantile(0.5 - reach(ROUNDS)), truth.quantile(0.5 + reach(ROUNDS)));
            });
  }

  @Test
  void theMockReproducesACalibratedProfile() throws Exception {
    Calibration measured = calibrate(Known.STEP.options, NETWORK, 7);
    MockServerOptions profile = Profiles.parse("p.yaml", ProfileText.of(measured)).options();
    Calibration played = calibrate(profile, ServerTime.NONE, 8);
    assertThat(played.pairs()).hasSameSizeAs(measured.pairs());
    played
        .pairs()
        .forEach(
            (pair, times) -> {
              Times truth = times(Known.STEP.options, pair, NETWORK);
              double reach = reach(ROUNDS / 2.0);
              assertThat(times.quantile(0.5))
                  .as("%s", pair)
                  .isBetween(truth.quantile(0.5 - reach), truth.quantile(0.5 + reach));
            });
  }

  /** Networks on which delayed requests arrive together with later ones. */
  static Stream<Latency> networks() {
    return Stream.of(
        ServerTime.ofMillis(0, 0),
        new QuantileTime(
            List.of(
                new Quantile(0, 1_000_000),
                new Quantile(0.97, 1_000_000),
                new Quantile(1, 900_000_000))));
  }

  @ParameterizedTest
  @MethodSource("networks")
  void keepsToItsRateAtTheServerOverAnyNetwork(Latency network) throws Exception {
    try (VirtualServer server = new VirtualServer(Known.FLAT.options, network)) {
      calibrate(server, new Budget(500, 100, 40, 3_600), 1);
      ServerLoad load = ServerLoad.of(server.server());
      assertThat(load.rpcs()).isGreaterThan(500);
      assertThat(load.mostInASecond()).isBetween(24, 40);
    }
  }

  @Test
  void equalSeedsSendEqualRequests() throws Exception {
    List<List<MeasuredCall>> runs = new ArrayList<>();
    for (int run = 0; run < 2; run++) {
      try (VirtualServer server = new VirtualServer(Known.LINEAR.options, NETWORK)) {
        runs.add(calibrate(server, new Budget(300, 100, 100, 3_600), 5).calls());
      }
    }
    assertThat(runs.get(0)).isNotEmpty().isEqualTo(runs.get(1));
  }

  @Test
  void itStopsInTimeWithAllPairsMeasuredEquallyOften() throws Exception {
    try (VirtualServer server = new VirtualServer(Known.FLAT.options, NETWORK)) {
      Calibration calibration = calibrate(server, new Budget(7_000, 400, 100, 30), 1);
      assertThat(calibration.stopped()).isEqualTo("its time was over: 30 s");
      List<Integer> counts = calibration.pairs().values().stream().map(Times::count).toList();
      assertThat(counts).hasSize(18).allMatch(count -> count == 3 || count == 4);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "50, 400, 14, 2",
    "2000, 400, 10, 12",
    "7000, 400, 10, 18",
    "13000, 400, 10, 21",
    "30000, 400, 23, 21",
    "30000, 10000, 10, 24",
    "7000, 10, 349, 5"
  })
  void aPlanAsksForEachPairOncePerRoundWithinItsBudget(
      int sessions, int atOnce, int rounds, int pairs) {
    WavePlan plan = WavePlan.of(new Budget(sessions, atOnce, 100, 300), 3);
    assertThat(plan.rounds()).hasSize(rounds).allMatch(round -> round.size() == pairs);
    assertThat(plan.rounds()).allMatch(round -> round.containsAll(plan.rounds().get(0)));
    assertThat(plan.leftOut())
        .hasSize(24 - pairs)
        .doesNotContainAnyElementsOf(plan.rounds().get(0));
    assertThat(plan.sessions()).isLessThanOrEqualTo(sessions);
    assertThat(plan.rounds().get(0)).allMatch(wave -> wave.cost() < atOnce);
  }

  private static Slowdown afterTen(long latestMillis) {
    Slowdown slowdown = new Slowdown("the statement", 10, 5, new ArrayList<>());
    for (int i = 0; i < 10; i++) {
      slowdown.add((i % 2 == 0 ? 10 : 30) * (double) MILLI);
    }
    for (int i = 0; i < 5; i++) {
      assertThat(slowdown.complaint()).as("of few nothing is said").isEmpty();
      slowdown.add(latestMillis * (double) MILLI);
    }
    return slowdown;
  }

  @Test
  void aServerThreeTimesAsSlowAsAtFirstIsReported() {
    assertThat(afterTen(60).complaint()).isEmpty();
    assertThat(afterTen(61).complaint())
        .contains("the server became slow: the statement took 20.0 ms at first, and now 61.0 ms");
  }
}
