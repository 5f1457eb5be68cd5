package dev.sessionbench.study.warmup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.study.warmup.CallLog.CallSeries;
import org.junit.jupiter.api.Test;

class CallLogTest {
  private static final long MILLI = 1_000_000;

  @Test
  void theMedianOfAWindowLiesBetweenTheTwoInTheMiddle() {
    CallLog log = new CallLog();
    for (long millis : new long[] {40, 1, 2, 4}) {
      log.add("Commit", 0, millis * MILLI);
    }
    CallSeries commits =
        log.series(0, 100 * MILLI, 2).stream()
            .filter(series -> series.name().equals("Commit"))
            .findFirst()
            .orElseThrow();
    assertThat(commits.p50Millis()).containsExactly(3.0, Double.NaN);
    assertThat(commits.p99Millis()).containsExactly(40.0, Double.NaN);
    assertThat(commits.perSecond()).containsExactly(40.0, 0.0);
    assertThat(log.glance(0, 5 * MILLI))
        .contains(" 600 requests/s  p50       2 ms  p99       4 ms");
  }
}
