package dev.sessionbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--rate 2000/s --hold 400ms | 2,000 callers a second who hold for 400 ms use 800",
        "--peak 500 --hold 1ms --timeout 0s | 500 callers at once, of whom none waits, can never be",
        "--hold 1ms | --peak 0: must be from 1",
        "--peak=-3 --hold 1ms | --peak -3: must be from 1",
        "--peak 10 --rate 2000/s --hold 40ms | --peak 10: must be at least the 80 that --rate and --hold make, or left",
        "--peak 5 --hold 1 | --hold 1: must be a time",
        "--peak 5 --hold 1ms --create 20 | --create 20: must be a time",
        "--peak 5 --hold 1ms --create 20ms+x/session | --create 20ms+x/session: must be a time",
        "--rate 5 --hold 1ms | --rate 5: must be above 0",
        "--rate 0/s --hold 1ms | --rate 0/s: must be above 0",
        "--peak 5 --hold 1ms --min 9 --max 3 | --min 9: must be at most maxSessions (3)",
        "--peak 5 --hold 1ms --max 300000000 | --max 300000000: makes 300000000 sessions of 1 clients: must be at most 10000000",
        "--peak 5 --hold 1ms --create 20ms --profile cold | --create 20ms: is what --profile cold says",
        "--peak 5 --hold 1ms --profile none.yaml | none.yaml: there is no such file",
        "--peak 5 --hold 1ms --profile new-database | --profile new-database: has a section splits",
        "--load src/test/resources/dev/sessionbench/bench/load/hopeless.yaml | 21 want a session after 10 ms",
        "--load no.yaml | no.yaml: there is no such file",
        "--load results/README.md | results/README.md:",
        "--load results/lab/cases/c3p0-65.yaml --max 5 | --max: must not stand beside --load",
        "--load results/lab/cases/google-cloud-java-3786.yaml --peak 3 | --peak: must not stand",
        "--peak 5 | Missing required option: '--hold=TIME', or --load",
        "--rate 1000000/s --hold 1s --max 2000000 | are 10000000 operations to simulate: must be at most 30000",
      })
  void whatCannotBeIsOneLine(String words, String complaint) {
    assertThat(advise(words)).isEqualTo(2);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .startsWith("error: ")
        .contains(complaint)
        .hasLineCount(1);
    assertThat(out.toString(StandardCharsets.UTF_8)).isEmpty();
  }
}
