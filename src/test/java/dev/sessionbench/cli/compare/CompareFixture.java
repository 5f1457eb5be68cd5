package dev.sessionbench.cli.compare;

import static dev.sessionbench.base.results.JmhCell.about;

import dev.sessionbench.base.results.JmhCell;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** A folder for result files, and cells to put in them. */
abstract class CompareFixture {
  @TempDir Path folder;

  static JmhCell cell(String method, Object step, String model, double time) {
    return JmhCell.of(method)
        .param("incStep", step)
        .param("costModel", model)
        .times(about(time, 6))
        .rpcs(8, 6);
  }
}
