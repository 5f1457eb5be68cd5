package dev.sessionbench.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SideOrderTest {
  @Test
  void eachSideIsFirstEquallyOftenAtEveryStop() {
    for (long seed = 1; seed <= 200; seed++) {
      List<Side> firsts = Side.firsts(13, new Random(seed));
      assertThat(firsts).hasSize(13);
      for (int stop : new int[] {2, 5, 6, 11, 12, 13}) {
        int bases = Collections.frequency(firsts.subList(0, stop), Side.BASELINE);
        assertThat(2 * bases - stop).as("seed %s, %s blocks", seed, stop).isBetween(-1, 1);
      }
    }
  }

  @Test
  void orderIsRandom() {
    Set<List<Side>> orders = new HashSet<>();
    int baseFirst = 0;
    Random random = new Random(1);
    for (int i = 0; i < 1_000; i++) {
      List<Side> firsts = Side.firsts(6, random);
      orders.add(firsts);
      baseFirst += firsts.get(0) == Side.BASELINE ? 1 : 0;
    }
    assertThat(orders).hasSize(2 * 2 * 2);
    assertThat(baseFirst).isBetween(450, 550);
  }
}
