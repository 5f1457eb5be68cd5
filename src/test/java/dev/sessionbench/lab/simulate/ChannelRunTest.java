package dev.sessionbench.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sessionbench.base.model.Curve;
import dev.sessionbench.base.model.RunMetric;
import dev.sessionbench.base.model.Settings;
import dev.sessionbench.bench.load.GrowthLog;
import dev.sessionbench.bench.trial.ChannelLoad.Shape;
import dev.sessionbench.mock.rpc.ConnectionOptions;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Holds channels in virtual time to closed forms and to properties of every strategy. */
class ChannelRunTest {
  private final GrowthLog log = new GrowthLog(100);

  private Map<RunMetric, Double> play(
      int streams, int acceptMillis, double acceptsPerSecond, int firstCallMillis, String... set) {
    Shape shape =
        Stream.of(set).anyMatch(s -> s.startsWith("stepMillis")) ? Shape.RAMP_UP : Shape.COLD_BURST;
    Map<String, String> values = new HashMap<>();
    for (String one : set) {
      int equals = one.indexOf('=');
      values.put(one.substring(0, equals), one.substring(equals + 1));
    }
    Settings settings = Settings.read(ChannelCell.schema(shape), values);
    ChannelRun run =
        new ChannelRun(
            new ChannelCell(
                shape.plan(settings),
                settings,
                ConnectionOptions.defaults()
                    .withStreams(streams)
                    .withAcceptNanos(acceptMillis * 1_000_000L)
                    .withAcceptsPerSecond(acceptsPerSecond)
                    .withFirstCallNanos(firstCallMillis * 1_000_000L)),
            log);
    run.run();
    return run.metrics();
  }

  /** With c callers, k channels of s streams and q ms, c / (k s) rounds of q ms serve everybody. */
  @ParameterizedTest
  @CsvSource({
    "4, 100, 62, 0, 6451.6",
    "2, 100, 124, 1800, 3225.8",
    "1, 100, 248, 1900, 1612.9",
    "8, 25, 124, 1800, 3225.8",
    "8, 100, 62, 0, 6451.6"
  })
  void fixedChannelsServeInRounds(
      int channels, int streams, double p99, double waits, double throughput) {
    Map<RunMetric, Double> seen =
        play(streams, 0, 1e9, 0, "numChannels=" + channels, "operations=2000");
    assertThat(seen.get(RunMetric.CALL_P99)).isCloseTo(p99, within(0.5));
    assertThat(seen.get(RunMetric.THROUGHPUT)).isCloseTo(throughput, within(1.0));
    assertThat(seen.get(RunMetric.STREAM_WAITS)).isEqualTo(waits);
    assertThat(seen.get(RunMetric.BUSIEST_CHANNEL)).isEqualTo(100.0 / channels);
    assertThat(seen.get(RunMetric.CALLS_ON_CONNECTION))
        .isEqualTo(Math.min(streams, 400 / channels));
  }

  @Test
  void aRunOfNoTimeHasNoThroughput() {
    assertThat(play(100, 0, 1e9, 0, "queryMillis=0", "operations=400"))
        .doesNotContainKey(RunMetric.THROUGHPUT)
        .containsEntry(RunMetric.CALL_P99, 0.0);
  }

  @Test
  void callsThatAreCountedLateAllChooseOneChannel() {
    String[] burst = {"channelChoice=least-busy", "operations=400"};
    assertThat(play(100, 0, 1e9, 0, burst).get(RunMetric.BUSIEST_CHANNEL)).isEqualTo(25);
    Map<RunMetric, Double> late = play(100, 0, 1e9, 0, burst[0], burst[1], "countedAfterMillis=1");
    assertThat(late.get(RunMetric.BUSIEST_CHANNEL)).isEqualTo(100);
    assertThat(late.get(RunMetric.CALL_MAX)).isCloseTo(4 * 62.0, within(0.5));
  }

  @Test
  void aServerThatAcceptsSlowlyKeepsTheLastChannelsCold() {
    Map<RunMetric, Double> seen = play(100, 20, 10, 30, "operations=400");
    // The fourth connection is accepted after 300 ms; its first call is cold for 30 ms.
    assertThat(seen.get(RunMetric.CALL_MAX)).isCloseTo(300 + 20 + 30 + 62, within(0.5));
    assertThat(seen.get(RunMetric.CONNECTIONS_OPENED)).isEqualTo(4);
  }

  @Test
  void aPrimedChannelTakesNoCallBeforeItIsWarm() {
    String[] grow = {"channelGrowth=as-needed", "numChannels=1", "operations=400"};
    assertThat(play(1000, 50, 1e9, 0, grow).get(RunMetric.CHANNELS_USED)).isEqualTo(16);
    assertThat(
            play(1000, 50, 1e9, 0, grow[0], grow[1], grow[2], "primed=true")
                .get(RunMetric.CHANNELS_USED))
        .as("all 400 calls come before the new channels are ready")
        .isEqualTo(1);
  }

  @Test
  void callsThatFollowThoseOfTheBurstComeBeforeAPrimedChannel() {
    String[] grow = {"channelGrowth=as-needed", "numChannels=1", "primed=true"};
    String[] twice = {grow[0], grow[1], grow[2], "operations=800"};
    assertThat(play(1000, 0, 1e9, 0, twice).get(RunMetric.CHANNELS_USED))
        .as("the channels' own calls began after those of the burst")
        .isEqualTo(1);
    String[] thrice = {grow[0], grow[1], grow[2], "operations=1200"};
    assertThat(play(1000, 0, 1e9, 0, thrice).get(RunMetric.CHANNELS_USED)).isEqualTo(16);
  }

  @Test
  void callsOfARampGrowAndShrinkWithItsCallers() {
    Map<RunMetric, Double> seen =
        play(100, 0, 1e9, 0, "stepMillis=1000", "concurrency=100", "queryMillis=100");
    // 25, 50, 100, 50 and 25 callers make ten queries each.
    assertThat(seen.get(RunMetric.THROUGHPUT)).isCloseTo(10 * 250 / 5.0, within(1.0));
    Curve calls = log.curves().get(0);
    assertThat(calls.name()).isEqualTo(Curve.IN_USE);
    assertThat(Collections.max(calls.y())).isEqualTo(100);
  }

  @Test
  void needRunsFromTheCallBeyondTheStreamsToTheNextChannel() {
    String[] ramp = {"stepMillis=1000", "concurrency=100", "channelGrowth=as-needed"};
    String[] slow = {ramp[0], ramp[1], ramp[2], "numChannels=1", "callsPerChannel=60"};
    // The first call needs the first connection, the callers of the third second another.
    assertThat(play(60, 30, 1e9, 0, slow).get(RunMetric.TIME_TO_CHANNEL))
        .isCloseTo(30, within(0.5));
    assertThat(log.curves().get(2).y()).containsExactly(0.0, 1.0, 2.0);
    assertThat(
            play(60, 30, 1e9, 0, ramp[0], ramp[1], "numChannels=1").get(RunMetric.TIME_TO_CHANNEL))
        .as("one channel for a second of 100 callers")
        .isCloseTo(1_062, within(62.0));
  }

  @Test
  void onlyCallsOnAChannelThatHasEndedNoneAreFirstCalls() {
    Map<RunMetric, Double> seen = play(100, 0, 1e9, 300, "operations=2000");
    assertThat(seen.get(RunMetric.FIRST_CALL_P50)).isCloseTo(362, within(1.0));
    assertThat(seen.get(RunMetric.FIRST_CALL_P99)).isCloseTo(362, within(1.0));
    assertThat(seen.get(RunMetric.CALL_P50)).isCloseTo(62, within(0.5));
  }

  @Test
  void theClairvoyantOpensTheFewestChannelsWithoutAWait() {
    Random random = new Random(1);
    for (int i = 0; i < 50; i++) {
      int streams = 1 + random.nextInt(50);
      String callers = "concurrency=" + (1 + random.nextInt(300));
      Map<RunMetric, Double> best =
          play(
              streams, 0, 1e9, 0, callers, "channelGrowth=clairvoyant", "channelChoice=least-busy");
      assertThat(best.get(RunMetric.STREAM_WAITS)).as(callers + " on " + streams).isZero();
      int fewer = best.getOrDefault(RunMetric.CHANNELS_USED, 0.0).intValue() - 1;
      if (fewer > 0) {
        assertThat(
                play(streams, 0, 1e9, 0, callers, "numChannels=" + Math.min(256, fewer))
                    .get(RunMetric.STREAM_WAITS))
            .isPositive();
      }
    }
  }

  @ParameterizedTest
  @EnumSource(ChannelGrowth.class)
  void everyCallIsServedOnceAndNoLimitIsPassed(ChannelGrowth growth) {
    Random random = new Random(growth.name().hashCode());
    for (ChannelGrowth.Choice choice : ChannelGrowth.Choice.values()) {
      for (boolean primed : new boolean[] {false, true}) {
        int streams = 1 + random.nextInt(120);
        int operations = 1 + random.nextInt(3_000);
        Map<RunMetric, Double> seen =
            play(
                streams,
                random.nextInt(50),
                1 + random.nextInt(200),
                random.nextInt(50),
                "channelGrowth=" + growth,
                "channelChoice=" + choice,
                "primed=" + primed,
                "operations=" + operations,
                "maxChannels=20",
                "callerGapMillis=0.1",
                "countedAfterMillis=0.3");
        assertThat(seen.get(RunMetric.THROUGHPUT)).isPositive();
        assertThat(seen.get(RunMetric.CALLS_ON_CONNECTION)).isBetween(1.0, (double) streams);
        assertThat(seen.get(RunMetric.CALL_P50)).isGreaterThanOrEqualTo(61.9);
        if (growth.adds()) {
          assertThat(seen.get(RunMetric.CONNECTIONS_OPENED)).isBetween(1.0, 20.0);
        }
      }
    }
  }
}
