package dev.sessionbench.cli.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompareCommandTest {
  @TempDir Path folder;

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
  void aSweepIsComparedWithTwentyFiveAndGetsARecommendation() throws IOException {
    CommandRun outcome = CommandRun.compare(sweep());
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.code()).isZero();
    assertThat(outcome.out())
        .contains(
            "vs 25", "4.000x", "worse", "12 n=10", "no other value is shown to beat incStep", "~");
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
    CommandRun outcome = CommandRun.compare(file.toString(), "--format", "csv");
    double seconds = (System.nanoTime() - start) / 1e9;
    System.out.printf(Locale.ROOT, "10,000 cells x 30 forks: %.2f s%n", seconds);
    assertThat(outcome.out().lines().count()).isEqualTo(20_001);
  }
}
