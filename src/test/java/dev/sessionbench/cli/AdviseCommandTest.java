package dev.sessionbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@code advise}, as a user calls it. */
class AdviseCommandTest {
  private final Console console = new Console();

  private int advise(String words) {
    List<String> args = new ArrayList<>(List.of("advise"));
    args.addAll(List.of(words.split(" ")));
    return console.run(args.toArray(new String[0]));
  }

  @Test
  void itShowsTheFrontTheChoiceAndWhatChangesIt() {
    assertThat(advise("--peak 15 --rate 200/s --hold 40ms --create 20ms+0.4ms/session --max 40"))
        .isZero();
    assertThat(console.out()).contains("wait p99 (ms)", "Choice: ", "rate doubled", "hold halved");
    assertThat(console.err()).isEmpty();
  }

  @Test
  void aProfileSaysWhatARequestTakesAndNothingOfHowLongASessionIsHeld() {
    assertThat(advise("--peak 50 --hold 40ms --profile original")).isZero();
    assertThat(console.out()).contains("creations of a session (24.2 ms)");
    console.reset();
    assertThat(advise("--peak 50 --hold 40ms --profile cold")).isZero();
    assertThat(console.out())
        .doesNotContain("(24.2 ms)")
        .contains("create halved", "create doubled");
  }

  @Test
  void aDescribedLoadIsAdvisedOnInTheSameWords() {
    assertThat(advise("--load results/lab/cases/c3p0-65.yaml")).as(console::err).isZero();
    assertThat(console.out())
        .startsWith("Ten threads start together, and each runs a query twenty times.\n\n")
        .contains("Choice: ", "peak doubled", "hold halved")
        .doesNotContain("rate doubled");
  }
}
