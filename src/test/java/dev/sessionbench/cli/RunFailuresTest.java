package dev.sessionbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.results.ResultFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests how a run treats forks that fail. */
class RunFailuresTest {
  @TempDir Path folder = Path.of("");
  private final FakeRuns runs = new FakeRuns();

  private Path runFolder() throws IOException {
    return list(folder).get(0);
  }

  private static List<Path> list(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    }
  }

  @Test
  void aFailedForkKeepsItsReasonAndIsReportedAfterARetry() throws IOException {
    runs.failing = "burstRead 25";
    runs.execute(folder, "burstRead");
    assertThat(said(".failed.txt")).isEqualTo("java.lang.IllegalStateException: broken\n");
    assertThat(runs.out()).doesNotContain("Failed at first");
    runs.failing = "none";
    assertThat(runs.execute("--resume", runFolder().toString())).isZero();
    assertThat(said(".failed-before.txt")).isEqualTo("java.lang.IllegalStateException: broken\n");
    assertThat(runs.out()).contains("Failed at first, and were run again:\n  burstRead incStep=25");
    assertThat(list(runFolder().resolve("forks"))).hasSize(4 * 3 + 1);
    assertThat(runs.execute("--resume", runFolder().toString())).isZero();
  }

  @Test
  void aCrashOfThisProgramEndsTheRunAndFailsNoFork() throws IOException {
    runs.afterFork =
        ran -> {
          throw new LinkageError("a bug");
        };
    assertThat(runs.execute(folder, "burstRead")).isEqualTo(4);
    assertThat(runs.err()).contains("java.lang.LinkageError: a bug\n\tat ");
    assertThat(list(runFolder().resolve("forks"))).isEmpty();
  }

  /** The text of the only file of the forks whose name ends like this. */
  private String said(String ending) throws IOException {
    List<Path> files =
        list(runFolder().resolve("forks")).stream()
            .filter(file -> file.toString().endsWith(ending))
            .toList();
    assertThat(files).hasSize(1);
    return Files.readString(files.get(0));
  }

  @Test
  void aCellWithAFailedForkHasNoResult() throws IOException {
    runs.failing = "burstRead 25";
    runs.failingFrom = 2;
    assertThat(runs.execute(folder, "burstRead")).isEqualTo(1);
    assertThat(runs.ran.stream().filter("burstRead 25"::equals)).hasSize(2);
    assertThat(ResultFile.read(runFolder().resolve("result.json")))
        .hasSize(3)
        .noneMatch(result -> "25".equals(result.key().params().get("incStep")));
    runs.failing = "none";
    assertThat(runs.execute("--resume", runFolder().toString())).isZero();
    assertThat(ResultFile.read(runFolder().resolve("result.json")))
        .hasSize(4)
        .allMatch(result -> result.forks() == 3);
  }

  @Test
  void aPassedForkStaysPassedDespiteAnOldFailureFile() throws IOException {
    assertThat(runs.execute(folder, "burstRead")).isZero();
    Path fork =
        list(runFolder().resolve("forks")).stream()
            .filter(file -> file.toString().endsWith(".json"))
            .findFirst()
            .orElseThrow();
    String name = fork.getFileName().toString().replace(".json", ".failed.txt");
    Files.writeString(fork.resolveSibling(name), "killed before this was renamed\n");
    assertThat(runs.execute("--resume", runFolder().toString())).isZero();
    assertThat(ResultFile.read(runFolder().resolve("result.json"))).hasSize(4);
  }

  @Test
  void aRunThatFailsCompletelyClearsTheResultFile() throws IOException {
    Path file = Files.writeString(folder.resolve("mine.json"), "old");
    runs.failing = "burstRead 25";
    runs.failingFrom = 2;
    Path results = Files.createDirectory(folder.resolve("runs"));
    assertThat(
            runs.execute(
                results, "burstRead", "-p", "incStep=25", "-rf", "json", "-rff", "" + file))
        .isEqualTo(1);
    assertThat(file).content().doesNotContain("old");
  }

  @Test
  void compareAndReportNameTheCellsWithoutResult() throws IOException {
    runs.failing = "burstRead 25";
    runs.execute(folder, "burstRead");
    String result = runFolder().resolve("result.json").toString();
    String warning =
        "warning: %s has no result of 1 of the 4 cells that were to be measured: burstRead incStep=25\n"
            .formatted(result);
    FakeRuns reading = new FakeRuns();
    reading.execute("compare", result);
    assertThat(reading.err()).contains(warning);
    FakeRuns reporting = new FakeRuns();
    reporting.execute("report", result, "-o", folder.resolve("page.html").toString());
    assertThat(reporting.err()).contains(warning);
  }

  @ParameterizedTest
  @CsvSource({
    "latencies: {Commit: 6}, a file that it reads has changed since the run began",
    "'latencies: {Commit', p.yaml:"
  })
  void anEditedProfileEndsTheMeasurement(String edit, String said) throws IOException {
    Path profile = Files.writeString(folder.resolve("p.yaml"), "latencies: {Commit: 5}\n");
    Path results = Files.createDirectory(folder.resolve("runs"));
    runs.afterFork =
        ran -> {
          if (ran == 2) {
            write(profile, edit + "\n");
          }
        };
    assertThat(runs.execute(results, "burstRead", "-p", "incStep=25", "-p", "profile=" + profile))
        .isEqualTo(1);
    assertThat(runs.ran).hasSize(2);
    assertThat(runs.out()).contains("Failed:").contains(said);
    assertThat(list(results).get(0).resolve("result.json"))
        .content()
        .as("what was measured before it is no result either")
        .doesNotContain("score");
  }

  private static void write(Path file, String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
