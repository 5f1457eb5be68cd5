package dev.sessionbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests {@code run --counts} as a user calls it. */
class CountsCommandTest extends CommandFixture {

  @Tag("slow")
  @Test
  void everyLoadAtEveryStepMakesTheRequestsOfTheStrategy() {
    assertThat(run("run", "--counts")).isZero();
    assertThat(out())
        .contains("     25 |        16 |         16 |                16 |             16")
        .contains("    100 |         7 |          7 |                 7 |              7");
    assertThat(err()).isEmpty();
  }
}
