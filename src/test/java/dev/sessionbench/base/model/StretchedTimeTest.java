package dev.sessionbench.base.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.model.TimeSource.StretchedTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StretchedTimeTest {
  private final List<Long> delays = new ArrayList<>();
  private long now;

  private final TimeSource time =
      new StretchedTime(
          new TimeSource() {
            @Override
            public long nanos() {
              return now;
            }

            @Override
            public Cancellable after(long delayNanos, Runnable task) {
              delays.add(delayNanos);
              return delays::clear;
            }
          },
          3);

  @Test
  void tasksRunAtTheirTime() {
    for (now = -7; now < 7; now++) {
      long due = time.nanos() + 5;
      delays.clear();
      time.after(5, () -> {});
      now += delays.get(0);
      assertThat(time.nanos()).isEqualTo(due);
      now -= delays.get(0);
    }
  }

  @Test
  void delaysEndAtTheEndOfTimeOrWhenCancelled() {
    time.after(Long.MAX_VALUE / 2, () -> {});
    time.after(-1, () -> {});
    time.after(Long.MAX_VALUE / 3, () -> {});
    assertThat(delays).containsExactly(Long.MAX_VALUE, -3L, Long.MAX_VALUE - 1);
    time.after(5, () -> {}).cancel();
    assertThat(delays).isEmpty();
  }
}
