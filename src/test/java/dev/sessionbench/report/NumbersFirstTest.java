package dev.sessionbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class NumbersFirstTest {
  private static final List<String> IN_ORDER =
      List.of(
          "2",
          "9",
          "10",
          "1.9.0",
          "1.52.0",
          "6.98.0",
          "6.107.0",
          "multiplexed-6.107.0",
          "6.123.0",
          "10.0.0",
          "2x6.107.0+6.123.0",
          "2xmultiplexed-6.107.0",
          "built",
          "flat",
          "v1.2");

  @Test
  void ordersReleasesBeforeTheirVariants() {
    for (int seed = 0; seed < 20; seed++) {
      List<String> shuffled = new ArrayList<>(IN_ORDER);
      Collections.shuffle(shuffled, new Random(seed));
      shuffled.sort(NumbersFirst.ORDER);
      assertThat(shuffled).isEqualTo(IN_ORDER);
    }
  }

  @Test
  void onlyEqualTextsAreTheSameVersion() {
    assertThat(NumbersFirst.SIZE.compare("6.107.0", "6.107.0")).isZero();
    assertThat(NumbersFirst.SIZE.compare("6.107.0", "6.0107.0")).isNotZero();
    assertThat(NumbersFirst.SIZE.compare("a-6.107.0", "b-6.107.0")).isNegative();
  }
}
