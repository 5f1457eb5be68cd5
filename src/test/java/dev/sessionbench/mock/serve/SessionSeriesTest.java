package dev.sessionbench.mock.serve;

import static dev.sessionbench.mock.serve.StatusPage.SessionSeries.KEPT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.mock.serve.StatusPage.SessionSeries;
import java.util.Collections;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SessionSeriesTest {
  private final SessionSeries series = new SessionSeries();

  @Test
  void beginsEmpty() {
    assertThat(series.points().sessions()).isEmpty();
    assertThat(series.points().max()).isZero();
  }

  @Test
  void pointsAreTheSamplesUntilTheSeriesIsFull() {
    add(0, KEPT);
    assertThat(series.points().sessions()).isEqualTo(LongStream.range(0, KEPT).boxed().toList());
    assertThat(series.points().stride()).isEqualTo(1);
  }

  @Test
  void fullSeriesMergesItsPointsInPairs() {
    add(0, KEPT + 1);
    assertThat(series.points().stride()).isEqualTo(2);
    assertThat(series.points().sessions()).hasSize(KEPT / 2 + 1).startsWith(1L, 3L, 5L);
    assertThat(series.points().sessions().get(KEPT / 2)).isEqualTo(KEPT);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 599, 600, 601, 1_199, 1_200, 1_201, 7_777, 1_000_000})
  void theWholeStaysBoundedKeepsThePeakAndCoversAllSamples(int samples) {
    int peakAt = samples / 3;
    for (int i = 0; i < samples; i++) {
      series.add(i == peakAt ? 1_000 : i % 7);
    }
    var whole = series.points();
    assertThat(whole.sessions()).hasSizeBetween(1, KEPT);
    assertThat(Collections.max(whole.sessions())).isEqualTo(1_000);
    // The last point may not be full yet.
    assertThat(whole.samples()).isBetween(samples, samples + whole.stride() - 1);
    assertThat(whole.sessions().indexOf(1_000L)).isEqualTo(peakAt / whole.stride());
  }

  private void add(int from, int to) {
    for (int i = from; i < to; i++) {
      series.add(i);
    }
  }
}
