package dev.sessionbench.bench.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

import dev.sessionbench.base.model.Curve;
import dev.sessionbench.base.model.LatencyProfile;
import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.model.Schema;
import dev.sessionbench.base.model.Settings;
import dev.sessionbench.bench.client.Attempts;
import dev.sessionbench.bench.client.ClientChannels;
import dev.sessionbench.bench.client.ClientUnderTest;
import dev.sessionbench.bench.client.DriverOptions;
import dev.sessionbench.bench.client.PoolUnderTest;
import dev.sessionbench.bench.client.ServerAddress;
import dev.sessionbench.bench.client.SpannerDriver;
import dev.sessionbench.bench.load.LoadPlan;
import dev.sessionbench.bench.load.LoadPlan.Stay;
import dev.sessionbench.bench.load.Operation;
import dev.sessionbench.bench.trial.ChannelLoad.Shape;
import dev.sessionbench.bench.trial.TrialReport.MetricValue;
import dev.sessionbench.mock.profile.Profiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The parameters describe the burst on a cold client. */
class ChannelLoadTest {
  @Test
  void everyCallerMakesTwentyQueriesInALoop() {
    LoadPlan load = plan(Shape.COLD_BURST, "concurrency", "50");
    assertThat(load.callers()).isEqualTo(50);
    assertThat(load.size()).isEqualTo(1_000);
    assertThat(load.open()).isFalse();
    assertThat(load.operation(999))
        .isEqualTo(new Operation(Operation.Kind.READ, 0, 0, 0, /* keeps= */ false));
    assertThat(plan(Shape.COLD_BURST, "operations", "7").size()).isEqualTo(7);
  }

  private static LoadPlan plan(Shape shape, String name, String value) {
    return ChannelLoad.read(shape, Map.of(name, value)).measured().load();
  }

  @Test
  void callersOfARampDoubleAndThenHalve() {
    LoadPlan ramp = plan(Shape.RAMP_UP, "concurrency", "300");
    // 25, 50, 100, 200, 300, 150, 75, 37
    List<Integer> there =
        IntStream.range(0, 9)
            .map(
                second ->
                    (int)
                        IntStream.range(0, ramp.callers())
                            .mapToObj(ramp.stays())
                            .filter(stay -> contains(stay, second * 1_000_000_000L + 1))
                            .count())
            .boxed()
            .toList();
    assertThat(there).containsExactly(25, 50, 100, 200, 300, 150, 75, 37, 0);
    // A caller makes at most 17 queries of 62 ms in a second.
    assertThat(ramp.size()).isEqualTo((25 + 50 + 100 + 200 + 300 + 150 + 75 + 37) * 17);
  }

  private static boolean contains(Stay stay, long nanos) {
    return stay.fromNanos() <= nanos && nanos < stay.untilNanos();
  }

  @Test
  void rampWarmsUpWithABurst() {
    ChannelLoad ramp = ChannelLoad.read(Shape.RAMP_UP, Map.of("concurrency", "30"));
    assertThat(ramp.warmup().load().size()).isEqualTo(600);
    assertThat(ramp.warmup().load().stays().apply(29).fromNanos()).isZero();
  }

  @Test
  void clockStartsBeforeTheClientOpens() {
    Scenario measured = ChannelLoad.read(Shape.COLD_BURST, Map.of("queryMillis", "1.5")).measured();
    assertThat(measured.fillsFirst()).isFalse();
    LatencyProfile times = measured.mock().latencies();
    assertThat(times.drawNanos(Rpc.EXECUTE_STREAMING_SQL, 1, 5)).isEqualTo(1_500_000);
  }

  @Test
  void clientUsesItsDefaultSessions() {
    assertThat(client("6.104.0")).isEqualTo("multiplexed-6.104.0");
    assertThat(client("6.95.0")).isEqualTo("6.95.0");
    assertThat(client("6.123.0")).isEqualTo("6.123.0");
  }

  private static String client(String version) {
    return ChannelLoad.read(Shape.COLD_BURST, Map.of("client", version)).client().name();
  }

  @Test
  void resultsOmitChannelParametersInProcess() {
    assertThat(
            ChannelLoad.recorded(
                Shape.COLD_BURST, Map.of("transport", "inprocess", "grpcGcp", "default")))
        .containsEntry("concurrency", "400")
        .doesNotContainKeys("numChannels", "grpcGcp", "dynamicChannels");
    assertThat(ChannelLoad.recorded(Shape.COLD_BURST, new TreeMap<>(Map.of("client", "newest"))))
        .containsEntry("client", "6.123.0")
        .containsEntry("numChannels", "default");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "numChannels=0|numChannels=0: must be a whole number from 1 to 256, or default",
        "numChannels=257|numChannels=257: must be a whole number from 1 to 256, or default",
        "grpcGcp=yes|grpcGcp=yes: must be one of default, on, off",
        "dynamicChannels=4/2/8/25|dynamicChannels=4/2/8/25: must be one of default, on, off, or"
            + " min/initial/max/rpcsPerChannel with 1 <= min <= initial <= max <= 256",
        "concurrency=0|concurrency=0: must be a whole number from 1 to 10000",
        "earlierQueries=-1|earlierQueries=-1: must be a whole number from 0 to 10000000",
        "earlierQueries=some|earlierQueries=some: must be a whole number from 0 to 10000000",
        "client=built|client=built: must be another here, for it is set up as its users do: name"
            + " its version",
        "client=hikaricp-6.3.0|client=hikaricp-6.3.0: must be a Spanner client here, by its version",
      })
  void refusesWrongValuesInOneLine(String word, String complaint) {
    String[] parts = word.split("=", 2);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ChannelLoad.read(Shape.COLD_BURST, Map.of(parts[0], parts[1])))
        .withMessage(complaint);
  }

  /** Runs a load with the client of this build, in place of one that Maven would fetch. */
  private static TrialReport run(Shape shape, long deadlineMillis, Map<String, String> values)
      throws Exception {
    ChannelLoad read = ChannelLoad.read(shape, values);
    ChannelLoad load =
        new ChannelLoad(
            shape,
            new MeasuredClient(List.of(new ThisClient(deadlineMillis)), read.settings()),
            read.settings(),
            read.profile());
    try (Trial trial = Trial.prepare(load.measured())) {
      trial.run();
      return trial.finish();
    }
  }

  private record ThisClient(long deadlineMillis) implements ClientUnderTest {
    @Override
    public String libraries() {
      return "";
    }

    @Override
    public Schema schema() {
      return Schema.of("this client");
    }

    @Override
    public String name() {
      return "this";
    }

    @Override
    public void check(Settings settings) {}

    @Override
    public PoolUnderTest build(
        PoolShape shape, Settings settings, ServerAddress server, Attempts attempts) {
      return new SpannerDriver(
          new DriverOptions(
              new ClientChannels(2, "off", "default", deadlineMillis),
              Map.of("MinSessions", "0"),
              /* hasPool= */ true,
              /* multiplexed= */ true,
              attempts),
          server.url(),
          Optional.empty());
    }
  }

  private static Map<String, Double> metrics(TrialReport report) {
    return report.metrics().stream()
        .collect(Collectors.toMap(MetricValue::name, MetricValue::value));
  }

  @ParameterizedTest
  @CsvSource({"0, 2, 0", "300, 0, 2"})
  void metricsOfAWarmClientLeaveOutItsEarlierQueries(
      String earlierQueries, double opened, double openAtStart, @TempDir Path folder)
      throws Exception {
    Map<String, String> values = new TreeMap<>(Map.of("concurrency", "4", "operations", "30"));
    values.putAll(Map.of("queryMillis", "1", "profile", oneStream(folder)));
    values.put("earlierQueries", earlierQueries);
    TrialReport report = run(Shape.COLD_BURST, 10_000, values);
    Map<String, Double> metrics = metrics(report);
    assertThat(metrics)
        .containsKeys("busiestChannel", "firstCallP50")
        .containsEntry("connectionsOpened", opened)
        .containsEntry("connectionsClosed", 0.0)
        .containsEntry("channelsUsed", 2.0)
        .containsEntry("maxCallsOnConnection", 1.0);
    // The shares of 30 queries are multiples of a thirtieth.
    double onBusiest = metrics.getOrDefault("busiestChannel", 0.0) * 30 / 100;
    assertThat(onBusiest).isCloseTo(Math.rint(onBusiest), within(1e-9)).isLessThan(30);
    assertThat(Double.isNaN(metrics.getOrDefault("firstCallP50", 0.0))).isEqualTo(opened == 0);
    assertThat(metrics.get("streamWaits")).isBetween(1.0, 30.0);
    assertThat(report.curves().get(2).y().get(0)).isEqualTo(openAtStart);
  }

  private static String oneStream(Path folder) throws IOException {
    return Files.writeString(folder.resolve("p.yaml"), "connections: {streams: 1}\n").toString();
  }

  @Test
  void rampReportsChannelsOverTime(@TempDir Path folder) throws Exception {
    Map<String, String> values = new TreeMap<>(Map.of("concurrency", "4", "firstCallers", "1"));
    values.putAll(Map.of("stepMillis", "20", "queryMillis", "1", "profile", oneStream(folder)));
    TrialReport report = run(Shape.RAMP_UP, 10_000, values);
    Map<String, Double> metrics = metrics(report);
    assertThat(metrics)
        .containsEntry("applicationErrors", 0.0)
        .containsEntry("connectionsCutOff", 0.0);
    // Two channels of one stream cannot carry four calls.
    assertThat(metrics.get("timeToChannel")).isPositive();
    assertThat(report.curves())
        .extracting(Curve::name)
        .containsExactly(Curve.IN_USE, Curve.WAITING, Curve.CHANNELS);
  }

  @Test
  @Timeout(30)
  void clientThatNeverGetsAStreamFailsAtItsDeadline(@TempDir Path folder) throws Exception {
    Map<String, String> values =
        Map.of(
            "concurrency", "6",
            "operations", "1000",
            "queryMillis", "60000",
            "deadlineMillis", "300",
            "profile", oneStream(folder));
    assertThatIllegalStateException()
        .isThrownBy(() -> run(Shape.COLD_BURST, 300, values))
        .withMessageContaining("DEADLINE_EXCEEDED");
  }

  @Test
  void refusesConnectionSettingsInProcess(@TempDir Path folder) throws Exception {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                ChannelLoad.read(
                    Shape.COLD_BURST, Map.of("transport", "inprocess", "grpcGcp", "off")))
        .withMessage("grpcGcp=off: needs transport=tcp");
    String file = Files.writeString(folder.resolve("p.yaml"), "connections: {}\n").toString();
    assertThat(Profiles.load(file).options().connections().orElseThrow().streams()).isEqualTo(100);
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                ChannelLoad.read(
                    Shape.COLD_BURST, Map.of("transport", "inprocess", "profile", file)))
        .withMessageEndingWith(
            "has a section connections, which transport=inprocess lacks; add -p transport=tcp");
  }
}
