package dev.sessionbench.base.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sessionbench.base.model.Latency.ScaledTime;
import dev.sessionbench.base.model.QuantileTime.Quantile;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MeasuredTimeTest {
  private static final long MILLI = 1_000_000;

  /** Rows of sessions, requests in flight, and the times of the quantiles in milliseconds. */
  private static MeasuredTime of(int[]... rows) {
    NavigableMap<Integer, NavigableMap<Integer, QuantileTime>> times = new TreeMap<>();
    for (int[] row : rows) {
      double last = row.length - 3.0;
      List<Quantile> quantiles =
          LongStream.range(0, row.length - 2)
              .mapToObj(i -> new Quantile(i / last, row[(int) i + 2] * MILLI))
              .toList();
      times
          .computeIfAbsent(row[1], level -> new TreeMap<>())
          .put(row[0], new QuantileTime(quantiles));
    }
    return new MeasuredTime(times);
  }

  @ParameterizedTest
  @CsvSource({
    "10, 1, 20", "0, 1, 20", "20, 1, 30", "30, 1, 40", "100, 1, 40",
    "10, 3, 60", "10, 2, 40", "10, 9, 60", "5, 2, 40", "20, 2, 45",
    "30, 3, 60", "100, 9, 60", "30, 2, 50"
  })
  void interpolatesBetweenPairsAndHoldsTheEdge(int sessions, int inFlight, long millis) {
    MeasuredTime time =
        of(new int[] {10, 1, 20, 20}, new int[] {30, 1, 40, 40}, new int[] {10, 3, 60, 60});
    assertThat(time.drawNanos(1, 2, 3, sessions, inFlight)).isEqualTo(millis * MILLI);
  }

  @Test
  void timeDoesNotFallWithMoreSessionsOrRequestsInFlight() {
    MeasuredTime time =
        of(new int[] {1, 1, 10, 10}, new int[] {100, 1, 90, 90}, new int[] {1, 2, 20, 20});
    assertThat(time.drawNanos(1, 2, 3, 100, 2)).isEqualTo(90 * MILLI);
    assertThat(time.drawNanos(1, 2, 3, 1, 2)).isEqualTo(20 * MILLI);
  }

  @Test
  void aMeasuredTimeStandsThoughFewerInFlightTakeLonger() {
    MeasuredTime time = of(new int[] {1, 1, 10, 10}, new int[] {1, 2, 5, 5});
    assertThat(time.drawNanos(1, 2, 3, 1, 2)).isEqualTo(5 * MILLI);
  }

  @Test
  void poolsQuantilesThatFallOverTheSessions() {
    MeasuredTime time =
        of(
            new int[] {1, 1, 20, 30, 90},
            new int[] {5, 1, 10, 40, 60},
            new int[] {9, 1, 30, 30, 30});
    // The shortest: 20, 10, 30. The middle: 30, 40, 30. The longest: 90, 60, 30.
    assertThat(time)
        .isEqualTo(
            of(
                new int[] {1, 1, 15, 30, 60},
                new int[] {5, 1, 15, 35, 60},
                new int[] {9, 1, 30, 35, 60}));
  }

  @Test
  void drawsFollowTheQuantilesAndDependOnlyOnTheirPosition() {
    Latency time = of(new int[] {1, 1, 0, 50, 200}, new int[] {3, 1, 20, 70, 220});
    long[] draws = LongStream.range(0, 10_000).map(i -> time.drawNanos(7, 1, i, 2, 1)).toArray();
    assertThat(Arrays.stream(draws).filter(nanos -> nanos < 60 * MILLI).count())
        .isBetween(4_750L, 5_250L);
    assertThat(time.drawNanos(7, 1, 5, 2, 1)).isEqualTo(draws[5]);
    assertThat(time.drawNanos(7, 1, 5, 1, 1)).isEqualTo(draws[5] - 10 * MILLI);
    assertThat(new ScaledTime(time, 2).drawNanos(7, 1, 5, 2, 1)).isEqualTo(2 * draws[5]);
  }

  @Test
  void rejectsEmptyTimesAndNumbersBelowOne() {
    assertThatIllegalArgumentException()
        .isThrownBy(MeasuredTimeTest::of)
        .withMessage("must have the quantiles of at least one pair, its numbers from 1");
    assertThatIllegalArgumentException().isThrownBy(() -> of(new int[] {0, 1, 1, 1}));
    assertThatIllegalArgumentException().isThrownBy(() -> of(new int[] {1, 0, 1, 1}));
  }
}
