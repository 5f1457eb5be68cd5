package dev.sessionbench.base.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class HolmTest {
  @Test
  void theSmallestIsMultipliedByAllAndTheLargestByOne() {
    // The example of the article on the method, computed in R: p.adjust(c(.01,.04,.03,.005),
    // "holm").
    assertThat(Holm.adjust(List.of(0.01, 0.04, 0.03, 0.005), 4))
        .containsExactly(
            new double[] {0.03, 0.06, 0.06, 0.02}, org.assertj.core.data.Offset.offset(1e-12));
  }

  @Test
  void testsOfOtherShardsCount() {
    assertThat(Holm.adjust(List.of(0.01), 10)[0]).isEqualTo(0.1);
  }

  @Test
  void adjustedPValuesAreAtMostOne() {
    assertThat(Holm.adjust(List.of(0.9, 0.8), 2)).containsExactly(1, 1);
  }

  @Test
  void rejectsAFamilySmallerThanTheTests() {
    assertThatIllegalArgumentException().isThrownBy(() -> Holm.adjust(List.of(0.1, 0.2), 1));
  }
}
