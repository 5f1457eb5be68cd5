package dev.sessionbench.lab.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.lab.pool.IdleSessions.BlockList;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BlockListTest {
  private final List<Integer> known = new ArrayList<>();
  private final List<Integer> blocks = new BlockList<>();

  private void add(int index, int entry) {
    known.add(index, entry);
    blocks.add(index, entry);
  }

  private void remove(int index) {
    assertThat(blocks.remove(index)).isEqualTo(known.remove(index));
  }

  /** Splits and empties many blocks by turns, anywhere and at both ends. */
  @Test
  void itsOrderIsThatOfAnArrayList() {
    Random random = new Random(1);
    for (int i = 0; i < 30_000; i++) {
      add(random.nextInt(known.size() + 1), i);
    }
    assertThat(blocks).isEqualTo(known);
    for (int i = 0; i < 20_000; i++) {
      add(known.size(), i);
      remove(0);
      remove(random.nextInt(known.size()));
      assertThat(blocks.get(i / 2)).isEqualTo(known.get(i / 2));
    }
    assertThat(blocks).isEqualTo(known);
    while (!known.isEmpty()) {
      remove(known.size() - 1);
    }
    assertThat(blocks).isEmpty();
    add(0, 7);
    assertThat(blocks).containsExactly(7);
  }

  @Test
  void removalKeepsTheOrderOfTheOthers() {
    IntStream.range(0, 20_000).forEach(i -> add(i, i));
    Set<Integer> taken = Set.of(0, 1, 4_095, 4_096, 12_345, 19_999);
    assertThat(blocks.removeAll(taken)).isTrue();
    known.removeAll(taken);
    assertThat(blocks).isEqualTo(known);
  }
}
