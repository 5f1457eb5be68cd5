package dev.sessionbench.mock.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.spanner.v1.Session;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BatchTableTest {
  private static final CreationTerms TERMS =
      new CreationTerms("projects/p/instances/i/databases/d", Session.getDefaultInstance(), 0);

  private final BatchTable table = new BatchTable();

  @Test
  void itHoldsWhatAMapWouldHold() {
    SortedMap<Long, SessionBatch> expected = new TreeMap<>();
    Random random = new Random(7);
    long number = 0;
    for (int i = 0; i < 20_000; i++) {
      if (expected.isEmpty() || random.nextInt(100) < 55) {
        SessionBatch added = batch(number++);
        table.add(added);
        expected.put(added.number(), added);
      } else {
        // Mostly the oldest: whole pages come and go.
        long from = random.nextInt(10) == 0 ? random.nextLong(number) : 0;
        SortedMap<Long, SessionBatch> rest = expected.tailMap(from);
        SessionBatch gone = (rest.isEmpty() ? expected : rest).values().iterator().next();
        table.remove(gone);
        table.remove(gone);
        expected.remove(gone.number());
      }
      long asked = random.nextLong(number + 2_000);
      assertThat(table.get(asked)).isSameAs(expected.get(asked));
    }
    assertThat(present()).containsExactlyInAnyOrderElementsOf(expected.values());
  }

  @Test
  void whatIsRemovedDuringAPassIsLeftOutOfTheRest() {
    for (long number = 0; number < 1_500; number++) {
      table.add(batch(number));
    }
    Iterator<SessionBatch> pass = table.iterator();
    SessionBatch first = pass.next();
    for (SessionBatch batch : present()) {
      table.remove(batch);
    }
    // The next one may have been looked up already.
    List<SessionBatch> rest = new ArrayList<>();
    pass.forEachRemaining(rest::add);
    assertThat(rest).hasSizeLessThan(2).doesNotContain(first);
    assertThatThrownBy(pass::next).isInstanceOf(NoSuchElementException.class);
    assertThat(present()).isEmpty();
  }

  @Test
  void severalThreadsAddAndRemoveAcrossPages() {
    AtomicLong numbers = new AtomicLong();
    List<SessionBatch> kept =
        IntStream.range(0, 40_000)
            .parallel()
            .mapToObj(
                i -> {
                  SessionBatch added = batch(numbers.getAndIncrement());
                  table.add(added);
                  assertThat(table.get(added.number())).isSameAs(added);
                  if (i % 7 == 0) {
                    return List.of(added);
                  }
                  table.remove(added);
                  return List.<SessionBatch>of();
                })
            .flatMap(List::stream)
            .toList();
    assertThat(present()).containsExactlyInAnyOrderElementsOf(kept);
  }

  private List<SessionBatch> present() {
    List<SessionBatch> present = new ArrayList<>();
    table.forEach(present::add);
    return present;
  }

  private static SessionBatch batch(long number) {
    return new SessionBatch(TERMS, number, 1);
  }
}
