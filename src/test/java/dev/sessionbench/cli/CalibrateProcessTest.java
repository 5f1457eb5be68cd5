package dev.sessionbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.fault.FaultPlan;
import dev.sessionbench.model.Rpc;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What becomes of sessions when the process itself is ended. */
@Timeout(120)
class CalibrateProcessTest extends CalibrateFixture {
  /** A process that has created sessions and is not done. */
  private Process started() throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "dev.sessionbench.cli.Main",
                "calibrate",
                "localhost:" + server.port(),
                "-o",
                profile().toString())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    while (server.counters().count(Rpc.BATCH_CREATE_SESSIONS) < 20) {
      assertThat(process.waitFor(20, TimeUnit.MILLISECONDS)).isFalse();
    }
    return process;
  }

  @Test
  @Tag("slow")
  void whatAKilledProcessHasLeftIsCleanedUpByAnother() throws Exception {
    faults("- {name: a, on: BatchCreateSessions, calls: {from: 12}, delay: 400}");
    started().destroyForcibly().waitFor();
    assertThat(state()).exists();
    assertThat(server.sessions().alive()).isPositive();
    server.useFaults(FaultPlan.NONE);
    assertThat(calibrate("--clean")).isZero();
    assertThatNothingIsLeft();
  }

  @Test
  @Tag("slow")
  void aProcessThatIsTerminatedDeletesItsSessions() throws Exception {
    Process process = started();
    try {
      process.toHandle().destroy();
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isNotZero();
    } finally {
      process.destroyForcibly();
    }
    assertThat(measured().stopped()).isEqualTo("it was interrupted");
    assertThatNothingIsLeft();
  }
}
