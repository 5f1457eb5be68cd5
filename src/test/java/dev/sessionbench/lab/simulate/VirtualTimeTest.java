package dev.sessionbench.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.model.TimeSource.Cancellable;
import java.util.ArrayList;
import java.util.List;
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
}
