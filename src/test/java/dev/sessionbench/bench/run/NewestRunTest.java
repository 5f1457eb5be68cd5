package dev.sessionbench.bench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sessionbench.base.model.BadInput;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NewestRunTest {
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final PrintStream say = new PrintStream(said, true, StandardCharsets.UTF_8);

  @TempDir private Path runs;

  @Test
  void usesAndNamesTheNewestRunWithAResult() throws IOException {
    run("20261120T235959Z", true);
    run("20261121T120000Z", true);
    Path newest = run("20261121T120000Z-2", true);
    run("20261121T130000Z", false);

    assertThat(RunDirectory.newestResult(runs, say)).isEqualTo(newest);
    assertThat(said.toString(StandardCharsets.UTF_8).strip()).isEqualTo("Newest run: " + newest);
  }

  @Test
  void complaintWithoutARunSaysWhatToDo() throws IOException {
    run("20261121T130000Z", false);
    for (Path none : new Path[] {runs, runs.resolve("missing")}) {
      assertThatThrownBy(() -> RunDirectory.newestResult(none, say))
          .isInstanceOf(BadInput.class)
          .hasMessage("no result file is named, and %s holds none: name one, or run first", none);
    }
  }

  private Path run(String name, boolean finished) throws IOException {
    Path result = Files.createDirectory(runs.resolve(name)).resolve("result.json");
    if (finished) {
      Files.writeString(result, "[]");
    }
    return result;
  }
}
