package dev.sessionbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@code run --counts}, as a user calls it. */
class CountsCommandTest {
  private final Console console = new Console();

  @Test
  void anotherFormatIsRefused() {
    assertThat(console.run("run", "--counts=xml")).isEqualTo(2);
    assertThat(console.err()).isEqualTo("error: --counts xml: must be text or json\n");
  }

  @Test
  void optionsOfBenchmarksAreRefused() {
    assertThat(console.run("run", "--counts=json", "--quick", "-f", "2")).isEqualTo(2);
    assertThat(console.err())
        .isEqualTo("error: --counts: counts every load at every step and takes no -f 2 --quick\n");
  }

  @Tag("slow")
  @Test
  void everyLoadAtEveryStepIsCountedAsTheRuleHasIt() {
    assertThat(console.run("run", "--counts")).isZero();
    assertThat(console.out())
        .contains("     25 |        16 |         16 |                16 |             16")
        .contains("    100 |         7 |          7 |                 7 |              7");
    assertThat(console.err()).isEmpty();
  }
}
