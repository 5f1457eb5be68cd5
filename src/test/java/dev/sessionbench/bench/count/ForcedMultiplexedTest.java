package dev.sessionbench.bench.count;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Starts its own process, because a process cannot change its own environment. */
class ForcedMultiplexedTest {
  private static final String VARIABLE = "GOOGLE_CLOUD_SPANNER_MULTIPLEXED_SESSIONS";

  @Test
  void refusesAVariableThatForcesMultiplexedSessions(@TempDir Path folder) throws Exception {
    Path question = Files.writeString(folder.resolve("cell"), "burstRead incStep=10 inprocess\n");
    Path answer = folder.resolve("answer");
    ProcessBuilder counting =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:TieredStopAtLevel=1",
                    "-XX:+UseSerialGC",
                    "-cp",
                    System.getProperty("java.class.path"),
                    CountingProcess.class.getName()))
            .redirectInput(question.toFile())
            .redirectOutput(answer.toFile())
            .redirectError(folder.resolve("errors").toFile());
    counting.environment().put(VARIABLE, "true");
    Process process = counting.start();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(Files.readAllLines(answer))
        .singleElement()
        .asString()
        .startsWith(
            CountingProcess.FAILED
                + "java.lang.IllegalStateException: "
                + VARIABLE
                + " forces multiplexed sessions");
  }
}
