package dev.sessionbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@code run --counts}, as a user calls it. */
class CountsCommandTest extends CommandFixture {

  @Test
  void anotherFormatIsRefused() {
    assertThat(run("run", "--counts=xml")).isEqualTo(2);
    assertThat(err()).isEqualTo("error: --counts xml: must be text or json\n");
  }

  @Test
  void optionsOfBenchmarksAreRefused() {
    assertThat(run("run", "--counts=json", "--quick", "-f", "2")).isEqualTo(2);
    assertThat(err())
        .isEqualTo("error: --counts: counts every load at every step and takes no -f 2 --quick\n");
  }

  @Tag("slow")
  @Test
  void everyLoadAtEveryStepIsCountedAsTheRuleHasIt() {
    assertThat(run("run", "--counts")).isZero();
    assertThat(out())
        .contains("     25 |        16 |         16 |                16 |             16")
        .contains("    100 |         7 |          7 |                 7 |              7");
    assertThat(err()).isEmpty();
  }
}
