package dev.sessionbench.base.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ServerTimeTest {
  private static final long MILLI = 1_000_000;

  @Test
  void drawsDependOnlyOnTheirPosition() {
    ServerTime time = ServerTime.ofMillis(20, 10);
    assertThat(time.drawNanos(1, 2, 3)).isEqualTo(time.drawNanos(1, 2, 3));
    assertThat(draws(time, 1, 2)).isNotEqualTo(draws(time, 2, 2)).isNotEqualTo(draws(time, 1, 3));
  }

  @Test
  void drawsEveryWholeMillisecondOfTheRandomPartAboutEquallyOften() {
    long[] counts = new long[10];
    for (long nanos : draws(ServerTime.ofMillis(20, 10), 7, 0)) {
      assertThat(nanos % MILLI).isZero();
      counts[(int) (nanos / MILLI) - 20]++;
    }
    for (long count : counts) {
      // 10,000 draws over 10 values: 5 standard deviations are 150.
      assertThat(count).isBetween(850L, 1_150L);
    }
  }

  @Test
  void drawsTheMiddleOfItsRangeOnAverage() {
    ServerTime time = ServerTime.ofMillis(20, 10);
    double mean = LongStream.of(draws(time, 3, 1)).average().orElseThrow();
    assertThat(mean).isCloseTo(24.5 * MILLI, within(0.15 * MILLI));
  }

  @Test
  void withoutARandomPartDrawsAreFixed() {
    assertThat(ServerTime.NONE.drawNanos(1, 1, 1)).isZero();
    assertThat(ServerTime.ofMillis(5, 0).drawNanos(1, 1, 1)).isEqualTo(5 * MILLI);
  }

  @Test
  void acceptsAFixedPartOrOneRandomStep() {
    assertThat(new ServerTime(0, 0, 1).drawNanos(1, 1, 1)).isZero();
    assertThat(new ServerTime(3, 7, 7).drawNanos(1, 1, 1)).isEqualTo(3);
    assertThat(ServerTime.fixed(Duration.ofMillis(5)).drawNanos(1, 1, 1)).isEqualTo(5 * MILLI);
  }

  @Test
  void rejectsInvalidTimes() {
    assertThatIllegalArgumentException().isThrownBy(() -> new ServerTime(-1, 0, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new ServerTime(0, -1, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new ServerTime(0, 1, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> new ServerTime(0, 15, 10));
  }

  private static long[] draws(ServerTime time, long seed, long stream) {
    return LongStream.range(0, 10_000).map(i -> time.drawNanos(seed, stream, i)).toArray();
  }
}
