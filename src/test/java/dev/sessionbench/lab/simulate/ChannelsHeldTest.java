package dev.sessionbench.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.results.Cell;
import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.results.ResultFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Holds channels in virtual time to committed measurements of real clients. The queries wait for
 * streams most of their time, so that the client's own work matters little.
 */
class ChannelsHeldTest {
  private static final double PERCENT = 10;
  private static final int SEEDS = 20;

  /**
   * How each client chooses and adds channels. Without grpc-gcp it draws a channel for each query.
   * The dynamic pool of 6.116.0 (grpc-gcp 1.10.0) adds a channel at a call, above 22 calls a
   * channel.
   *
   * <p>In 6.123.0 (grpc-gcp 1.16.0) a call only signals this to another thread. {@code
   * GcpManagedChannel.dynamicUpscale} then adds as many channels as bring the calls down to 17, the
   * middle of the limits; at most two here, and none for ten seconds after. The client's {@code
   * DynamicChannelPoolPrimer} makes a query on each before it takes calls.
   */
  private static final Map<String, Map<String, String>> STRATEGIES =
      Map.of(
          "6.104.0 default", Map.of("channelChoice", "random"),
          "6.123.0 default", Map.of("channelChoice", "random"),
          "6.116.0 2/4/10/22", dynamic(22, /* later= */ false),
          "6.123.0 2/4/10/22", dynamic(17, /* later= */ true));

  private static Map<String, String> dynamic(int callsPerChannel, boolean later) {
    return Map.of(
        "channelChoice", "two-choices",
        "channelGrowth", "as-needed",
        "primed", Boolean.toString(later),
        "maxChannels", "10",
        "callsPerChannel", Integer.toString(callsPerChannel));
  }

  static Stream<CellResult> measured() {
    return Stream.of("static", "dynamic")
        .map(pool -> Path.of("results/channels/held-" + pool + ".json.gz"))
        .flatMap(file -> ResultFile.read(file).stream());
  }

  @ParameterizedTest
  @MethodSource("measured")
  void virtualTimeTakesWhatTheClientTakes(CellResult real) {
    assertClose(real, "callP99");
    assertClose(real, "throughput");
  }

  @Test
  void staticAndDynamicPoolsOfTwoVersionsAreHeld() {
    assertThat(measured().map(ChannelsHeldTest::pool))
        .containsExactlyInAnyOrderElementsOf(STRATEGIES.keySet());
  }

  private static String pool(CellResult real) {
    Map<String, String> params = real.key().params();
    return params.get("client") + " " + params.get("dynamicChannels");
  }

  private static void assertClose(CellResult real, String metric) {
    double ratio = real.metric(metric).orElseThrow().score() / virtual(real, metric);
    assertThat(100 * Math.abs(ratio - 1))
        .as("%s: %.3f times that of virtual time", metric, ratio)
        .isLessThanOrEqualTo(PERCENT);
  }

  /** The mean over some seeds, as a measured metric is a mean over runs. */
  private static double virtual(CellResult real, String metric) {
    Map<String, String> params = new TreeMap<>(real.key().params());
    params
        .keySet()
        .retainAll(
            List.of("concurrency", "operations", "queryMillis", "profile", "profileContent"));
    params.putAll(Objects.requireNonNull(STRATEGIES.get(pool(real))));
    return IntStream.rangeClosed(1, SEEDS)
        .mapToObj(
            seed ->
                new Cell("dev.sessionbench.VirtualChannels.coldBurst", "ss", params)
                    .with("seed", Integer.toString(seed)))
        .map(cell -> new SimulatedResults().result(cell, 1))
        .mapToDouble(result -> result.metric(metric).orElseThrow().score())
        .average()
        .orElseThrow();
  }
}
