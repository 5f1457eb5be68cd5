package dev.sessionbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CompareCommandTest {
  @TempDir Path folder;

  private record Outcome(int code, String out, String err) {}

  private static Outcome run(String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    List<String> words = new ArrayList<>(List.of("compare"));
    words.addAll(List.of(args));
    int code =
        Main.execute(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            words.toArray(new String[0]));
    return new Outcome(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  private static String cell(String benchmark, int step, int extra, double time, int rpcs, int n) {
    StringBuilder times = new StringBuilder();
    StringBuilder counts = new StringBuilder();
    for (int i = 0; i < n; i++) {
      String comma = i == 0 ? "" : ",";
      times
          .append(comma)
          .append(String.format(Locale.ROOT, "[%.3f]", time * (1 + (i * 7 % 10) / 100.0)));
      counts.append(comma).append("[").append(rpcs).append("]");
    }
    return """
        {"benchmark":"a.B.%s","mode":"ss","params":{"incStep":"%s","extra":"%s"},
         "primaryMetric":{"score":1,"scoreError":"NaN","scoreUnit":"ms/op","rawData":[%s]},
         "secondaryMetrics":{"numBatchCreateSessionsRpcs":
           {"score":1,"scoreUnit":"#","rawData":[%s]}}}
        """
        .formatted(benchmark, step, extra, times, counts);
  }

  private String file(String name, String... cells) throws IOException {
    Path file = folder.resolve(name);
    Files.writeString(file, Arrays.asList(cells).toString());
    return file.toString();
  }

  private String sweep() throws IOException {
    return file(
        "sweep.json",
        cell("burst", 1, 0, 400, 300, 10),
        cell("burst", 25, 0, 100, 12, 10),
        cell("burst", 50, 0, 99, 8, 10),
        cell("burst", 100, 0, 140, 4, 10));
  }

  @Test
  void aSweepIsComparedWithTwentyFiveAndRecommended() throws IOException {
    Outcome outcome = run(sweep());
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.code()).isZero();
    assertThat(outcome.out())
        .contains(
            "vs 25", "4.000x", "worse", "12 n=10", "no other value is shown to beat incStep", "~");
  }

  @ParameterizedTest
  @ValueSource(strings = {"text", "markdown", "csv", "json", "html"})
  void everyFormatIsTheGoldenOne(String format) throws IOException {
    try (InputStream golden =
        Objects.requireNonNull(getClass().getResourceAsStream("compare." + format))) {
      assertThat(run(sweep(), "--format", format).out())
          .isEqualTo(new String(golden.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  @Test
  void everyFormatIsTheSameInEveryLocale() throws IOException {
    Locale before = Locale.getDefault();
    try {
      for (String format : new String[] {"text", "markdown", "csv", "json", "html"}) {
        Locale.setDefault(Locale.ROOT);
        Outcome root = run(sweep(), "--format", format);
        assertThat(root.code()).isZero();
        for (String tag : new String[] {"de", "tr", "ar-EG-u-nu-arab"}) {
          Locale.setDefault(Locale.forLanguageTag(tag));
          assertThat(run(sweep(), "--format", format)).isEqualTo(root);
        }
      }
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void stringsOfAFileNeverBecomeMarkup() throws IOException {
    String file = file("x.json", cell("<script>alert(1)</script>", 25, 0, 1, 1, 6));
    assertThat(run(file, "--format", "html").out())
        .doesNotContain("<script")
        .contains("&lt;script");
  }

  @Test
  void badInputIsOneLineAndCodeTwo() throws IOException {
    String good = sweep();
    String other = file("other.json", cell("other", 25, 0, 1, 1, 6));
    String twice = file("twice.json", cell("b", 25, 0, 1, 1, 6), cell("b", 25, 0, 1, 1, 6));
    Files.writeString(folder.resolve("empty.json"), "");
    Files.writeString(folder.resolve("text.json"), "hello");
    Files.writeString(folder.resolve("object.json"), "{}");
    Files.writeString(folder.resolve("truncated.json"), "[{\"benchmark\":");
    Files.writeString(folder.resolve("foreign.json"), "[{\"a\":1}]");
    String[][] cases = {
      {good, other},
      {twice},
      {folder.resolve("none.json").toString()},
      {folder.resolve("empty.json").toString()},
      {folder.resolve("text.json").toString()},
      {folder.resolve("object.json").toString()},
      {folder.resolve("truncated.json").toString()},
      {folder.resolve("foreign.json").toString()},
      {good, "--filter", "incStep>1000"},
      {good, "--filter", "nonsense"},
      {good, "--base", "33"},
      {good, "--col", "nothing"},
      {good, "--metric", "nothing"}
    };
    for (String[] args : cases) {
      Outcome outcome = run(args);
      assertThat(outcome.code()).as(Arrays.toString(args)).isEqualTo(2);
      assertThat(outcome.err().lines()).as(outcome.err()).hasSize(1);
      assertThat(outcome.out()).isEmpty();
    }
  }

  @Test
  void anAcceptedComparisonIsOneMoreLineOfHistory() throws IOException {
    Path history = folder.resolve("history/history.jsonl");
    run(sweep(), "--accept", history.toString());
    run(sweep(), "--accept", history.toString());
    assertThat(Files.readAllLines(history))
        .hasSize(2)
        .allMatch(line -> line.contains("\"base\":\"25\"") && !line.contains("ms/op"));
  }

  @Tag("slow")
  @Test
  void tenThousandCellsAreComparedInTime() throws IOException {
    StringBuilder cells = new StringBuilder("[");
    for (int i = 0; i < 10_000; i++) {
      cells.append(i == 0 ? "" : ",").append(cell("b", 1 + i % 10, i / 10, 100 + i % 10, 5, 30));
    }
    Path file = folder.resolve("many.json");
    Files.writeString(file, cells.append("]"));
    long start = System.nanoTime();
    Outcome outcome = run(file.toString(), "--format", "csv");
    double seconds = (System.nanoTime() - start) / 1e9;
    System.out.printf(Locale.ROOT, "10,000 cells x 30 forks: %.2f s%n", seconds);
    assertThat(outcome.out().lines().count()).isEqualTo(20_001);
  }
}
