package dev.sessionbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GateCommandTest {
  @TempDir Path folder;

  private final FakeRuns runs = new FakeRuns();

  private String lineOf(int code, String... args) {
    assertThat(runs.execute(args)).as(Arrays.toString(args)).isEqualTo(code);
    assertThat(runs.err().lines()).as(runs.err()).hasSize(1);
    return runs.err();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "--budget 10 | --budget 10: must be a time as in 90s, 10m or 1h",
        "--budget 0s | --budget 0s: must be a time",
        "--shard 3/2 | --shard 3/2: must be a part of a whole",
        "--shard 0/2 | --shard 0/2: must be a part of a whole",
        "--base incStep=25 --head incStep=20 --shard 1/9 | --shard 1/9: must be at most 3 parts",
        "--base incStep=25 | needs a --head to hold against it",
        "--head incStep=25 | needs a --base to be held against",
        "--base incStep=1 --head none.jar | --head none.jar: there is no such file",
        "--base incStep=1 --head what | 'what' is none of: a benchmarks jar",
        "--base incStep=1 --head incStep=2 --blocks 0 | --blocks 0: must be at least 1",
        "--base a=1 --head a=2 --base-rev x | goes without --base",
        "--base rev=no-such-revision --head incStep=2 | there is no such revision",
        "--base-rev no-such-branch | no merge base with no-such-branch",
        "--policy none.yaml | none.yaml: no policy can be read there",
        "--resume none | none: must be the folder of a gate",
        "--resume none --blocks 3 | --resume none: goes on with what that gate set out to do and takes no --blocks",
        "--from none | none: must be the folder of a gate",
        "--from none --base a=1 | takes no --base or --head",
        "selftest --inject everything | --inject everything: sessionbench.inject=everything",
      })
  void badInputIsOneLineAndCodeTwo(String options, String expected) {
    String line = "gate " + options;
    if (!options.startsWith("selftest") && !options.contains("--from") && !options.contains("--resume")) {
      line += " --out " + folder.resolve("out");
    }
    assertThat(lineOf(2, line.split(" ", -1))).contains(expected);
    assertThat(runs.ran).isEmpty();
  }

  @Test
  void aJarWithoutBenchmarksIsRefused() throws IOException {
    Path jar = folder.resolve("empty.jar");
    Files.write(
        jar, new byte[] {'P', 'K', 5, 6, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
    assertThat(
            lineOf(
                2,
                "gate",
                "--base",
                jar.toString(),
                "--head",
                "incStep=2",
                "--out",
                folder.resolve("out").toString()))
        .contains("holds no JMH");
  }

  @Test
  void theGateAndItsSelftestExplainThemselves() {
    assertThat(runs.execute("gate", "--help")).isZero();
    assertThat(runs.execute("gate", "selftest", "--help")).isZero();
    assertThat(runs.out()).contains("--base", "--budget", "--strict", "--inject", "--resample");
  }
}
