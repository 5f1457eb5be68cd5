package dev.sessionbench.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.model.TimeSource.Cancellable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class VirtualTimeTest {
  private final VirtualTime time = new VirtualTime();
  private final List<String> ran = new ArrayList<>();

  private Cancellable after(long nanos, String name) {
    return time.after(nanos, () -> ran.add(name + " at " + time.nanos()));
  }

  @Test
  void runsTasksByTimeAndThenByOrderOfScheduling() {
    after(7, "c");
    after(3, "a");
    after(3, "b");
    after(-5, "now");
    time.run();
    assertThat(ran).containsExactly("now at 0", "a at 3", "b at 3", "c at 7");
    assertThat(time.nanos()).isEqualTo(7);
  }

  @Test
  void aTaskMayScheduleOthers() {
    time.after(
        5,
        () -> {
          after(0, "at once");
          after(5, "later");
        });
    after(5, "before");
    time.run();
    assertThat(ran).containsExactly("before at 5", "at once at 5", "later at 10");
  }

  @Test
  void aCancelledTaskDoesNotRunAndTakesNoTime() {
    after(9, "never").cancel();
    Cancellable done = after(1, "once");
    time.run();
    done.cancel();
    assertThat(ran).containsExactly("once at 1");
    assertThat(time.nanos()).isEqualTo(1);
  }

  private record Added(long at, int number, Cancellable entry) {}

  @RepeatedTest(30)
  void tasksRunInTheirOrderWithoutCancelledOnes(RepetitionInfo repetition) {
    Random random = new Random(repetition.getCurrentRepetition());
    List<Added> expected = new ArrayList<>();
    int number = 0;
    for (int step = 0; step < 3_000; step++) {
      int what = random.nextInt(10);
      if (what < 6) {
        int delay = random.nextInt(50);
        expected.add(new Added(time.nanos() + delay, number, after(delay, "" + number)));
        number++;
      } else if (what < 9 && !expected.isEmpty()) {
        expected.remove(random.nextInt(expected.size())).entry.cancel();
      } else {
        runOne(expected);
      }
    }
    while (!expected.isEmpty()) {
      runOne(expected);
    }
    runOne(expected);
  }

  private void runOne(List<Added> expected) {
    ran.clear();
    AtomicBoolean one = new AtomicBoolean(true);
    time.runWhile(() -> one.getAndSet(false));
    if (expected.isEmpty()) {
      assertThat(ran).isEmpty();
      return;
    }
    expected.sort(Comparator.comparingLong(Added::at).thenComparing(Added::number));
    Added first = expected.remove(0);
    assertThat(ran).containsExactly(first.number + " at " + first.at);
    // It is too late to cancel it.
    first.entry.cancel();
  }
}
