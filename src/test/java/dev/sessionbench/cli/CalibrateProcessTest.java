package dev.sessionbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.mock.fault.FaultPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests what happens to sessions when the process itself is killed or interrupted. */
@Timeout(120)
class CalibrateProcessTest extends CalibrateFixture {
  /** Starts a process that has created sessions and has not finished. */
  private Process started() throws IOException, InterruptedException {
    Process process = process("localhost:" + server.port(), "-o", profile().toString()).start();
    while (server.counters().count(Rpc.BATCH_CREATE_SESSIONS) < 20) {
      assertThat(process.waitFor(20, TimeUnit.MILLISECONDS)).isFalse();
    }
    return process;
  }

  private ProcessBuilder process(String... arguments) {
    List<String> command = new ArrayList<>(List.of("calibrate"));
    command.addAll(List.of(arguments));
    return CommandProcess.of(folder, folder.resolve("printed.txt"), List.of(), command);
  }

  @Test
  void withoutCredentialsItIsOneLineAndExitCodeTwo() throws Exception {
    Process started =
        process("--database", "projects/p/instances/i/databases/d2", "-o", profile().toString())
            .start();
    assertThat(started.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(started.exitValue()).isEqualTo(2);
    assertThat(Files.readAllLines(folder.resolve("printed.txt")))
        .filteredOn(line -> line.contains("credentials"))
        .singleElement()
        .asString()
        .startsWith("error: no application default credentials: Your default credentials were not");
    assertThat(state()).doesNotExist();
  }

  @Test
  @Tag("slow")
  void anotherProcessCleansUpAfterAKilledOne() throws Exception {
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
  void aProcessThatIsInterruptedDeletesItsSessions() throws Exception {
    // A process inherits ignored signals from the process that starts it.
    assumeThat(hearsInterrupts()).isTrue();
    Process process = started();
    try {
      assertThat(new ProcessBuilder("kill", "-INT", "" + process.pid()).start().waitFor()).isZero();
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isNotZero();
    } finally {
      process.destroyForcibly();
    }
    assertThat(measured().stopped()).isEqualTo("it was interrupted");
    assertThatNothingIsLeft();
  }

  private static boolean hearsInterrupts() throws IOException {
    Path status = Path.of("/proc/self/status");
    return Files.exists(status)
        && Files.readAllLines(status).stream()
            .filter(line -> line.startsWith("SigIgn:"))
            .allMatch(line -> (Long.parseUnsignedLong(line.substring(7).strip(), 16) & 2) == 0);
  }
}
