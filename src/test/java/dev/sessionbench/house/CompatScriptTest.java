package dev.sessionbench.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Checks the script that runs clients of other languages against the server. */
class CompatScriptTest {
  @Test
  void unknownCaseIsNamedAndNothingRuns() throws Exception {
    Process process =
        new ProcessBuilder("bash", "compat/run", "go-pool", "nood")
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isEqualTo(2);
    assertThat(said)
        .startsWith("error: nood: is no case; there are: python python-pool node")
        .containsOnlyOnce("\n");
  }

  @Test
  void nightlyRunSkipsNoClient() throws IOException {
    assertThat(Files.readString(Path.of(".github/workflows/nightly.yml")))
        .contains("- run: compat/run --all\n");
  }
}
