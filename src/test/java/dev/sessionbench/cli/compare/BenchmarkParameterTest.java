package dev.sessionbench.cli.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.results.JmhCell;
import dev.sessionbench.cli.CommandFixture;
import dev.sessionbench.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** A parameter that only one benchmark has is one like any other to every command. */
class BenchmarkParameterTest extends CommandFixture {
  private static final String PARAMETER = "creationTimeoutMillis";

  private static JmhCell cell(String method, double score) {
    return JmhCell.of(method).times(JmhCell.constant(score, 6)).param("incStep", 25);
  }

  private String file() throws IOException {
    return JmhCell.write(
        folder,
        "result.json",
        cell("burst", 900).param(PARAMETER, 200),
        cell("burst", 400).param(PARAMETER, 500),
        cell("other", 700));
  }

  @Test
  void compareSetsItsValuesBesideOneAnother() throws IOException {
    assertThat(CommandRun.compared(file(), "--col", PARAMETER, "--filter", "benchmark=burst"))
        .contains("200", "500", "vs 200");
  }

  @Test
  void reportTakesARunThatHasIt() {
    String page = folder.resolve("report.html").toString();
    assertThat(run("report", "results/faults/result.json.gz", "-o", page)).isZero();
    assertThat(Path.of(page)).content().contains("internalOnce");
  }
}
