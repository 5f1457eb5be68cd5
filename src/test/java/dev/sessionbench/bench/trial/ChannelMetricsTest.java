package dev.sessionbench.bench.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.model.RunMetric;
import dev.sessionbench.bench.trial.ChannelMetrics.Change;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The time from the need of a channel to the next one, for channels of two streams. */
class ChannelMetricsTest {
  /** Each change is time, calls, channels. */
  @ParameterizedTest
  @CsvSource({
    // The first call of a client needs a channel.
    "5:1:0 8:0:1, 3",
    // Two calls fit on one channel, the third needs another.
    "0:1:0 1:0:1 10:1:0 11:1:0 16:0:1, 5",
    // The calls that still exceed the streams need one more from then on.
    "0:5:0 4:0:1 10:0:1 13:0:1, 6",
    // The need ends without a channel when the calls no longer exceed the streams.
    "0:1:0 1:0:1 2:3:0 9:-2:0 50:0:1, 7",
    // A channel that closes takes its streams with it.
    "0:2:0 1:0:2 20:0:-1 21:1:0 24:0:1, 3",
    // A need that has not ended has no length.
    "0:9:0, 0"
  })
  void longestNeedRunsToTheNextChannel(String changes, double longest) {
    ChannelMetrics need = new ChannelMetrics(2);
    for (String change : changes.split(" ", -1)) {
      String[] parts = change.split(":", -1);
      need.add(
          new Change(
              1_000_000 * Long.parseLong(parts[0]),
              Integer.parseInt(parts[1]),
              Integer.parseInt(parts[2])));
    }
    Map<RunMetric, Double> seen = new EnumMap<>(RunMetric.class);
    need.report(seen::put);
    assertThat(seen).containsEntry(RunMetric.TIME_TO_CHANNEL, longest);
  }
}
