package dev.sessionbench.bench.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.bench.client.LibraryResolver.ClientLibraries;
import dev.sessionbench.bench.count.CountCell;
import dev.sessionbench.bench.count.Counting;
import dev.sessionbench.bench.count.CountingProcess;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Counts a client with its own libraries, as a gate does: in a process whose cache gives the jars
 * of this build as Maven's answer.
 */
class CountedClientTest {
  private static final Map<String, String> SMALL =
      Map.of("minSessions", "4", "maxSessions", "40", "numChannels", "3");

  private static final List<String> CELLS =
      List.of(
          "burstRead incStep=7 inprocess",
          "burstWrite incStep=7 tcp 50%",
          "steadyIncrease incStep=7 inprocess 25%");

  @TempDir private Path folder;

  private static List<String> classPath() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
        .filter(part -> !part.endsWith("-tests.jar"))
        .toList();
  }

  private List<String> answers() throws IOException, InterruptedException {
    Path kept = Files.createDirectories(folder.resolve("session-pool-benchmarks/6.107.0"));
    String jars =
        classPath().stream()
            .filter(part -> part.endsWith(".jar"))
            .collect(Collectors.joining(File.pathSeparator));
    Files.writeString(kept.resolve("libraries.properties"), ClientLibraries.of(jars, false).text());
    List<String> command =
        new ArrayList<>(
            List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp"));
    // The source is needed too, because the driver is compiled from it.
    command.add(
        "src/main/java" + File.pathSeparator + String.join(File.pathSeparator, classPath()));
    command.addAll(List.of(CountingProcess.class.getName(), "client=6.107.0"));
    SMALL.forEach((name, value) -> command.add(name + "=" + value));
    Path questions =
        Files.writeString(folder.resolve("questions"), String.join("\n", CELLS) + "\n");
    Path answers = folder.resolve("answers");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectInput(questions.toFile())
            .redirectOutput(answers.toFile())
            .redirectError(folder.resolve("errors").toFile());
    builder.environment().put("XDG_CACHE_HOME", folder.toString());
    Process process = builder.start();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return Files.readAllLines(answers);
  }

  @Test
  void countsMatchTheClosedFormAtEveryDemand() throws Exception {
    List<String> answers = answers();
    assertThat(answers).as(Files.readString(folder.resolve("errors"))).hasSize(CELLS.size());
    for (int i = 0; i < CELLS.size(); i++) {
      String answer = answers.get(i);
      new Counting(SMALL)
          .byRule(CountCell.parse(CELLS.get(i)))
          .forEach((name, value) -> assertThat(answer).contains(name + "=" + value));
    }
  }
}
