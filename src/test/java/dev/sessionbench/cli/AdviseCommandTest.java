package dev.sessionbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@code advise}, as a user calls it. */
class AdviseCommandTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int advise(String words) {
    List<String> args = new ArrayList<>(List.of("advise"));
    args.addAll(List.of(words.split(" ")));
    return Main.execute(
        new PrintStream(out, true, StandardCharsets.UTF_8),
        new PrintStream(err, true, StandardCharsets.UTF_8),
        args.toArray(new String[0]));
  }

  @Test
  void itShowsTheFrontTheChoiceAndWhatChangesIt() {
    assertThat(advise("--peak 15 --rate 200/s --hold 40ms --create 20ms+0.4ms/session --max 40"))
        .isZero();
    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("wait p99 (ms)", "Choice: ", "rate doubled", "hold halved");
    assertThat(err.toString(StandardCharsets.UTF_8)).isEmpty();
  }

  @Test
  void aProfileSaysWhatARequestTakesAndNothingOfHowLongASessionIsHeld() {
    assertThat(advise("--peak 50 --hold 40ms --profile original")).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8)).contains("creations of a session (24.2 ms)");
    out.reset();
    assertThat(advise("--peak 50 --hold 40ms --profile cold")).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8))
        .doesNotContain("(24.2 ms)")
        .contains("create halved", "create doubled");
  }

  @Test
  void aDescribedLoadIsAdvisedOnInTheSameWords() {
    assertThat(advise("--load results/lab/cases/c3p0-65.yaml"))
        .as(() -> err.toString(StandardCharsets.UTF_8))
        .isZero();
    assertThat(out.toString(StandardCharsets.UTF_8))
        .startsWith("Ten threads start together, and each runs a query twenty times.\n\n")
        .contains("Choice: ", "peak doubled", "hold halved")
        .doesNotContain("rate doubled");
  }
}
