package dev.sessionbench.bench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sessionbench.base.results.Cell;
import dev.sessionbench.bench.run.ForkEngine.ForkFailedException;
import dev.sessionbench.bench.run.JmhForkRunner.SingleForkOptions;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.runner.options.CommandLineOptions;

class JmhForkRunnerTest {
  @Test
  void tellsTheLastMessageOfAForkWhoseJvmFailed() throws Exception {
    JmhForkRunner runner =
        new JmhForkRunner(
            new CommandLineOptions("-jvmArgs", "-XX:NoSuchOption"),
            new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
    Cell cell = new Cell("dev.sessionbench.SessionPoolBenchmark.burstRead", "ss", Map.of());
    assertThatExceptionOfType(ForkFailedException.class)
        .isThrownBy(() -> runner.run(new PlannedFork(1, new PlannedCell(cell, 1, 1), 1)))
        .withMessage(
            "java.lang.IllegalStateException: Forked VM failed with exit code 1:"
                + " Unrecognized VM option 'NoSuchOption'");
  }

  /** Otherwise JMH would run the cell once for each value, with several results. */
  @Test
  void givesACellOnlyItsOwnParameters() throws Exception {
    SingleForkOptions options =
        new SingleForkOptions(
            new CommandLineOptions("-p", "writeFraction=0,1", "-p", "incStep=1,25"),
            new PlannedCell(new Cell("b", "ss", Map.of("incStep", "25")), 1, 1));
    assertThat(options.getParameter("writeFraction").hasValue()).isFalse();
    assertThat(options.getParameter("incStep").get()).containsExactly("25");
  }
}
