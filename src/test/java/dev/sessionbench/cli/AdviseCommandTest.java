package dev.sessionbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** {@code advise}, as a user calls it. */
class AdviseCommandTest extends CommandFixture {

  @Test
  void itShowsTheFrontTheChoiceAndWhatChangesIt() {
    assertThat(
            runLine(
                "advise --peak 15 --rate 200/s --hold 40ms --create 20ms+0.4ms/session --max 40"))
        .isZero();
    assertThat(out()).contains("wait p99 (ms)", "Choice: ", "rate doubled", "hold halved");
    assertThat(err()).isEmpty();
  }

  @Test
  void aProfileSaysWhatARequestTakesAndNothingOfHowLongASessionIsHeld() {
    assertThat(runLine("advise --peak 50 --hold 40ms --profile original")).isZero();
    assertThat(out()).contains("creations of a session (24.2 ms)");
    assertThat(runLine("advise --peak 50 --hold 40ms --profile cold")).isZero();
    assertThat(out()).doesNotContain("(24.2 ms)").contains("create halved", "create doubled");
  }

  @Test
  void aDescribedLoadIsAdvisedOnInTheSameWords() {
    assertThat(runLine("advise --load results/lab/cases/c3p0-65.yaml")).as(this::err).isZero();
    assertThat(out())
        .startsWith("Ten threads start together, and each runs a query twenty times.\n\n")
        .contains("Choice: ", "peak doubled", "hold halved")
        .doesNotContain("rate doubled");
  }
}
