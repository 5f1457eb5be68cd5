package dev.sessionbench.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.results.Cell;
import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.results.ResultFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.results.AverageTimeResult;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.ResultRole;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.WorkloadParams;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.TimeValue;

class ResultRequestTest {
  private static final IterationParams ITERATION =
      new IterationParams(IterationType.MEASUREMENT, 1, TimeValue.seconds(1), 1);

  private final Map<Cell, List<RunResult>> forks = new LinkedHashMap<>();
  private final List<CellResult> merged = new ArrayList<>();

  /**
   * In each fork JMH sees one value of a parameter, so all values have the same place in its order.
   */
  private void add(String step, double... millis) {
    WorkloadParams values = new WorkloadParams();
    values.put("incStep", step, 0);
    BenchmarkParams params =
        new BenchmarkParams(
            "x.Pool.burst",
            "x.Pool_burst",
            true,
            1,
            new int[] {1},
            List.of("burst"),
            1,
            0,
            ITERATION,
            ITERATION,
            Mode.SingleShotTime,
            values,
            TimeUnit.MILLISECONDS,
            1,
            "java",
            List.of(),
            "17",
            "VM",
            "17",
            "1.37",
            TimeValue.minutes(1));
    List<RunResult> runs = new ArrayList<>();
    for (double value : millis) {
      IterationResult iteration = new IterationResult(params, ITERATION, null);
      iteration.addResult(
          new AverageTimeResult(
              ResultRole.PRIMARY, "burst", 1, (long) (value * 1e6), TimeUnit.MILLISECONDS));
      runs.add(
          new RunResult(params, List.of(new BenchmarkResult(params, List.of(iteration), null))));
    }
    CellResult cell =
        ResultFile.parse("JMH", ResultRequest.text(ResultFormatType.JSON, runs.subList(0, 1)))
            .get(0);
    merged.add(cell);
    forks.put(cell.key(), runs);
  }

  @ParameterizedTest
  @CsvSource({
    "-rff x.json, JSON",
    "-rff x.JSON.gz, JSON",
    "-rff x.scsv, SCSV",
    "-rff x.txt, CSV",
    "-rf text -rff x.json, TEXT"
  })
  void fileEndingDecidesTheFormatByDefault(String words, ResultFormatType format)
      throws CommandLineOptionException {
    assertThat(ResultRequest.of(new CommandLineOptions(words.split(" "))).orElseThrow().format())
        .isEqualTo(format);
  }

  @Test
  void csvHasOneRowPerValueInResultOrder(@TempDir Path folder) throws IOException {
    add("1", 100, 102);
    add("25", 7, 9);
    add("10", 50);
    Path file = folder.resolve("result.csv");
    new ResultRequest(ResultFormatType.CSV, file).write(merged, forks);
    assertThat(Files.readAllLines(file).stream().skip(1))
        .satisfiesExactly(
            line -> assertThat(line).contains(",2,101.000000,").endsWith(",1"),
            line -> assertThat(line).contains(",2,8.000000,").endsWith(",25"),
            line -> assertThat(line).contains(",1,50.000000,").endsWith(",10"));
  }
}
