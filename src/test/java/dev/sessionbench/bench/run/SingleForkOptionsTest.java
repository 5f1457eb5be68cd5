package dev.sessionbench.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.results.Cell;
import dev.sessionbench.bench.run.JmhForkRunner.SingleForkOptions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.runner.options.CommandLineOptions;

class SingleForkOptionsTest {
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
