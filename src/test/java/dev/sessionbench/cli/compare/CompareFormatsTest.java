package dev.sessionbench.cli.compare;

import static dev.sessionbench.base.results.JmhCell.about;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.results.JmhCell;
import dev.sessionbench.base.text.Golden;
import dev.sessionbench.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Holds what users read, in each format, to files: of a sweep, and of two files. */
class CompareFormatsTest {
  /** Other separators; other digits of two kinds; an i that has no dot when it is small. */
  private static final List<String> LOCALES =
      List.of("de-DE", "ar-EG-u-nu-arab", "hi-IN-u-nu-deva", "tr-TR");

  @TempDir Path folder;

  private String[] sweep(String format) throws IOException {
    String file =
        JmhCell.write(
            folder,
            "sweep.json",
            step(1, 400, 300),
            step(25, 100, 12),
            step(50, 99, 8),
            step(100, 140, 4));
    return new String[] {file, "--format", format};
  }

  private static JmhCell step(int step, double time, int rpcs) {
    return JmhCell.of("burst")
        .param("incStep", step)
        .param("extra", 0)
        .times(about(time, 10))
        .rpcs(rpcs, 10)
        .measured("2026-11-20T10:00:00Z", "c0ffee");
  }

  /** Two files with each verdict and each footnote, and names that are no friends of any format. */
  private String[] files(String format) throws IOException {
    double[] rising = DoubleStream.iterate(80, v -> v + 1).limit(12).toArray();
    double[] counts = {16, 17, 16, 16};
    String old =
        JmhCell.write(
            folder,
            "old.json",
            JmhCell.of("better").times(about(100, 10)).rpcs(34, 10),
            JmhCell.of("worse").times(about(100, 10)).rpcs(16, 10),
            JmhCell.of("same").times(about(100, 10)).rpcs(7, 10),
            JmhCell.of("few").times(about(100, 3)),
            JmhCell.of("gone").times(about(100, 10)),
            JmhCell.of("more").mode("thrpt", "ops/ms").times(about(100, 10)),
            JmhCell.of("odd|name").param("x", "=cmd|'/c calc'!A1").times(about(100, 6)),
            JmhCell.of("none").times(Double.MIN_VALUE));
    JmhCell none = JmhCell.of("none");
    none.primary().putArray("rawData").addArray().add("NaN");
    JmhCell other = JmhCell.of("better").times(rising).rpcs(34, 10);
    other.root().put("jdkVersion", "21.0.1");
    String head =
        JmhCell.write(
            folder,
            "new.json",
            other,
            JmhCell.of("worse").times(about(120, 10)).rpcs(17, 10),
            JmhCell.of("same")
                .times(about(101, 10))
                .secondary("numBatchCreateSessionsRpcs", "#", counts),
            JmhCell.of("few").times(about(50, 2)),
            JmhCell.of("new<b>&\"'").times(about(100, 10)),
            JmhCell.of("more").mode("thrpt", "ops/ms").times(about(150, 10)),
            JmhCell.of("odd|name").param("x", "=cmd|'/c calc'!A1").times(about(100, 6)),
            none);
    return new String[] {"base=" + old, "*head*=" + head, "--format", format};
  }

  @ParameterizedTest
  @ValueSource(strings = {"text", "markdown", "csv", "json", "html", "bmf", "otava"})
  void aSweepReadsAsItDid(String format) throws IOException {
    Golden.assertIs("cli/compare." + format, CommandRun.compared(sweep(format)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"text", "markdown", "csv", "json", "html"})
  void twoFilesReadAsTheyDid(String format) throws IOException {
    Golden.assertIs("cli/compare-files." + format, CommandRun.compared(files(format)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"text", "markdown", "csv", "json", "html"})
  void everyFormatIsTheSameInEveryLocale(String format) throws IOException {
    for (String[] args : List.of(sweep(format), files(format))) {
      assertSameInEveryLocale(() -> CommandRun.compared(args));
    }
  }

  @Test
  void otavaGetsALineForEachRunInTheOrderOfTime() throws IOException {
    String later =
        JmhCell.write(
            folder,
            "later.json",
            step(1, 410, 300).measured("2026-11-21T10:00:00Z", "decade"),
            step(25, 101, 12).measured("2026-11-21T10:30:00Z", "decade"));
    Golden.assertIs(
        "cli/compare-files.otava",
        CommandRun.compared(later, sweep("otava")[0], "--format", "otava"));
    assertThat(CommandRun.compare(files("otava")).err())
        .matches("error: --format otava: .*\\.json does not say when it was measured\\n");
    assertThat(CommandRun.compare(later, "--format", "otava", "--col", "incStep").err())
        .contains("--col: must not stand beside --format otava");
  }

  @Test
  void bencherGetsEachCellOfEachFile() throws IOException {
    Golden.assertIs("cli/compare-files.bmf", CommandRun.compared(files("bmf")));
  }

  @Test
  void complaintsAreTheSameInEveryLocaleToo() throws IOException {
    String file = sweep("text")[0];
    for (String[] args :
        List.of(
            new String[] {file, "--base", "33"},
            new String[] {file, "--filter", "incStep>1000"},
            new String[] {file, "--metric", "INIT"},
            new String[] {file, "--format", "pdf"},
            new String[] {file, file})) {
      assertThat(assertSameInEveryLocale(() -> CommandRun.compare(args)).code()).isEqualTo(2);
    }
  }

  /** Runs something under every locale; returns what the first has given. */
  private static <T> T assertSameInEveryLocale(Supplier<T> run) {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.ROOT);
      T root = run.get();
      for (String tag : LOCALES) {
        Locale.setDefault(Locale.forLanguageTag(tag));
        assertThat(run.get()).as(tag).isEqualTo(root);
      }
      return root;
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void theSameFilesGiveTheSameTextAgain() throws IOException {
    assertThat(CommandRun.compare(files("json"))).isEqualTo(CommandRun.compare(files("json")));
  }

  @Test
  void everyFormatEndsWithOneLineFeedAndHasNoCarriageReturn() throws IOException {
    for (String format : List.of("text", "markdown", "csv", "json", "html")) {
      assertThat(CommandRun.compared(files(format)))
          .endsWith("\n")
          .doesNotEndWith("\n\n")
          .doesNotContain("\r");
    }
  }

  @Test
  void theNameOfAFormatMayBeWrittenInCapitals() throws IOException {
    assertThat(CommandRun.compared(sweep("JSON"))).isEqualTo(CommandRun.compared(sweep("json")));
  }
}
