package dev.sessionbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openjdk.jmh.runner.BenchmarkList;

/** {@code run} refuses cells of the lab that cannot be measured before it measures any. */
class RunLabTest {
  private final FakeRuns runs = new FakeRuns();
  @TempDir private Path folder;

  @BeforeEach
  void allBenchmarksThatThereAre() {
    runs.benchmarks = BenchmarkList.defaultList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "burstRead$ -p strategy=fixedstep | unknown strategy 'fixedstep' (nearest: fixed-step);"
            + " there",
        "agents -p strategy=doubling -p incstep=1 | -p incstep: no such parameter (nearest:"
            + " incStep)",
        "agents -p strategy=doubling -p maxBurst=9 | -p maxBurst=9: means nothing to any of these"
            + " benchmarks under the other parameters (nearest: maxBatch); there are: agents,"
            + " atLeast",
        "agents -p strategy=fixed-step:incstep:2 | unknown parameter of fixed-step 'incstep'"
            + " (nearest: incStep)",
        "agents -p strategy=doubling -p shrink=idletime | 'idletime' (nearest: idle-time)",
        "agents -p strategy=doubling -p agents=100000 -p turns=10000 | agents=100000 turns=10000"
            + " thinkMillis=100 holdMillis=50: 1000000000 operations in all: must be at most"
            + " 100000000",
        "repeatedBursts -p strategy=doubling -p bursts=1000 -p maxSessions=100000 | 800000000"
            + " operations in all: must be at most 100000000",
        "agents -p strategy=doubling -p agents=20000 | 20000 callers at once need as many threads:"
            + " must be at most 10000; use simulate",
        "burstRead$ -p maxSessions=300000000 | maxSessions=300000000: makes operations=2400000000"
            + " concurrency=600000000: must be at most 100000000 and 2000000",
        "poisson -p strategy=doubling -p ratePerSecond=1000000 -p lastsMillis=10000 | 10000000"
            + " operations in all: must be at most 5000000",
        "described -p strategy=doubling -p"
            + " load=src/test/resources/dev/sessionbench/bench/load/hopeless.yaml | 21 want a"
            + " session after 10 ms, and with failsWhenFull none waits: must be at most maxSessions"
            + " (20)",
      })
  void whatCannotBeMeasuredIsOneLineAndNothingRuns(String words, String complaint) {
    assertThat(runs.execute(folder, words.split(" "))).isEqualTo(2);
    assertThat(runs.err()).startsWith("error: ").contains(complaint).hasLineCount(1);
    assertThat(runs.ran).isEmpty();
    assertThat(folder).isEmptyDirectory();
  }
}
