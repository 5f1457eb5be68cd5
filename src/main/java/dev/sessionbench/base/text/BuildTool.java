package dev.sessionbench.base.text;

import com.google.common.io.MoreFiles;
import com.google.common.io.RecursiveDeleteOption;
import dev.sessionbench.base.model.BadInput;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Runs git and Maven, each to its end, their output into a file, and clears away behind them. */
public final class BuildTool {
  private BuildTool() {}

  /** Maven from the path; the wrapper of a checkout where there is none. */
  public static String maven(Path source) {
    String path = System.getenv().getOrDefault("PATH", "");
    boolean onPath =
        Stream.of(path.split(File.pathSeparator, -1))
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, "mvn")));
    return onPath || !Files.isExecutable(source.resolve("mvnw"))
        ? "mvn"
        : source.resolve("mvnw").toString();
  }

  /**
   * What Maven complained of first.
   *
   * @param log what it printed
   * @return one line
   * @throws IOException if the log cannot be read
   */
  public static String firstError(Path log) throws IOException {
    return Files.readString(log)
        .lines()
        // Without colours, which some installations give even to a file.
        .map(line -> line.replaceAll("\u001b\\[[0-9;]*m", ""))
        .filter(line -> line.startsWith("[ERROR]"))
        .map(line -> line.substring("[ERROR]".length()).strip())
        .filter(line -> !line.isEmpty() && !line.startsWith("COMPILATION ERROR"))
        .findFirst()
        .orElse("Maven said nothing");
  }

  /**
   * Runs a command.
   *
   * @param folder where
   * @param output where its output goes
   * @param command the command
   * @return its exit code
   * @throws BadInput if it cannot be started
   */
  public static int run(Path folder, Path output, List<String> command) {
    try {
      ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
      // What Maven's own start-up scripts set for this process is not meant for another Maven.
      Map<String, String> environment = builder.environment();
      environment.remove("MAVEN_CMD_LINE_ARGS");
      environment.remove("MAVEN_PROJECTBASEDIR");
      Process process =
          builder
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()))
              .start();
      try {
        return process.waitFor();
      } finally {
        process.descendants().forEach(ProcessHandle::destroy);
        process.destroy();
      }
    } catch (IOException e) {
      throw new BadInput(command.get(0) + ": cannot be run: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BadInput(command.get(0) + ": was interrupted", e);
    }
  }

  /**
   * Runs git and returns what it printed.
   *
   * @param folder where
   * @param complaint what is said if it fails
   * @param arguments git's arguments
   * @return its output
   * @throws BadInput with the complaint and git's first line
   */
  public static String git(Path folder, String complaint, String... arguments) {
    try {
      Path output = Files.createTempFile("gate-git", ".txt");
      try {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(arguments));
        int code = run(folder, output, command);
        String printed = Files.readString(output);
        if (code != 0) {
          throw new BadInput(
              complaint + " (" + printed.lines().findFirst().orElse("git failed") + ")");
        }
        return printed;
      } finally {
        Files.delete(output);
      }
    } catch (IOException e) {
      throw new BadInput(complaint + " (" + e.getMessage() + ")", e);
    }
  }

  /** Deletes a scratch folder with all that is in it. */
  public static void delete(Path folder) {
    try {
      MoreFiles.deleteRecursively(folder, RecursiveDeleteOption.ALLOW_INSECURE);
    } catch (IOException e) {
      // Left to the system, which clears its temporary files; the jar is safe elsewhere.
      System.getLogger(BuildTool.class.getName()).log(System.Logger.Level.DEBUG, "scratch", e);
    }
  }
}
