package dev.sessionbench.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.model.TimeSource.Cancellable;
import dev.sessionbench.lab.simulate.VirtualTime.EventHeap;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

class EventHeapTest {
  private record Added(long at, int number, Cancellable entry) {}

  @RepeatedTest(30)
  void tasksComeOutSortedWithoutCancelledOnes(RepetitionInfo repetition) {
    Random random = new Random(repetition.getCurrentRepetition());
    EventHeap heap = new EventHeap();
    List<Added> expected = new ArrayList<>();
    List<Integer> ran = new ArrayList<>();
    List<Integer> due = new ArrayList<>();
    int number = 0;
    for (int step = 0; step < 3_000; step++) {
      int what = random.nextInt(10);
      if (what < 6) {
        int own = number++;
        long at = random.nextInt(50);
        expected.add(new Added(at, own, heap.add(at, () -> ran.add(own))));
      } else if (what < 9 && !expected.isEmpty()) {
        expected.remove(random.nextInt(expected.size())).entry.cancel();
      } else {
        poll(heap, expected, due);
      }
    }
    while (!expected.isEmpty()) {
      poll(heap, expected, due);
    }
    assertThat(heap.poll()).isNull();
    assertThat(ran).isEqualTo(due);
  }

  private static void poll(EventHeap heap, List<Added> expected, List<Integer> due) {
    Runnable task = heap.poll();
    if (expected.isEmpty()) {
      assertThat(task).isNull();
      return;
    }
    expected.sort(Comparator.comparingLong(Added::at).thenComparing(Added::number));
    Added first = expected.remove(0);
    due.add(first.number);
    assertThat(heap.polledAtNanos()).isEqualTo(first.at);
    Objects.requireNonNull(task).run();
    // It is too late to cancel it.
    first.entry.cancel();
  }
}
