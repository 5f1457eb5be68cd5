package dev.sessionbench.cli.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.cli.Main;
import dev.sessionbench.results.JmhCell;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The client is a parameter like any other to every command. */
class ClientParameterTest {
  @TempDir private Path folder;

  private static String execute(int code, String... args) {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);
    int exit = Main.execute(out, out, args);
    assertThat(exit).as("%s", printed).isEqualTo(code);
    return printed.toString(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "client=1.40.0|client=1.40.0: must be 1.50.0 or later",
        "client=oldest|client=oldest: must be built, newest, a version as in 6.107.0, or"
            + " multiplexed-VERSION",
        "writeFraction=2|writeFraction=2: must be from 0 to 1",
        "writeFraction=half|writeFraction=half: must be from 0 to 1",
        "writeFraction=0.5|writeFraction=0.5: means nothing to client=built, as none prepares"
            + " sessions for writing since 3.0.0",
      })
  void runChecksItBeforeAnythingRuns(String parameter, String complaint) {
    assertThat(execute(2, "run", "burstRead$", "-p", parameter)).contains(complaint);
  }

  private String file() throws IOException {
    return JmhCell.write(
        folder,
        "result.json",
        cell("1.52.0", 1_000, 304),
        cell("1.53.0", 700, 16),
        cell("6.123.0", 500, 0));
  }

  private static JmhCell cell(String client, double score, int rpcs) {
    return JmhCell.of("burstRead")
        .times(JmhCell.constant(score, 6))
        .rpcs(rpcs, 6)
        .param("incStep", 25)
        .param("client", client);
  }

  @Test
  void compareSetsClientsBesideOneAnother() throws IOException {
    assertThat(CompareRun.printed(file(), "--col", "client"))
        .contains("1.52.0", "1.53.0", "6.123.0", "vs 1.52.0");
  }

  @Test
  void reportDrawsClientsAlongItsAxis() throws IOException {
    String page = folder.resolve("report.html").toString();
    execute(0, "report", file(), "--x", "client", "-o", page);
    assertThat(Path.of(page)).content().contains("1.52.0", "6.123.0");
  }
}
