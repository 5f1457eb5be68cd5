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

/** Runs git and builds to completion with their output in a file, and deletes scratch folders. */
public final class BuildTool {
  private BuildTool() {}

  /** Maven from the path, or the wrapper of a checkout if the path has none. */
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
   * The first error that a build printed, else its last line.
   *
   * @param log what it printed
   * @return one line
   * @throws IOException if the log cannot be read
   */
  public static String firstError(Path log) throws IOException {
    List<String> lines =
        Files.readString(log)
            .lines()
            // Removes colours, which some installations write even to files.
            .map(line -> line.replaceAll("\u001b\\[[0-9;]*m", "").strip())
            .filter(line -> !line.isEmpty())
            .toList();
    return lines.stream()
        .filter(line -> line.startsWith("[ERROR]") || line.contains("error:"))
        .map(line -> line.replace("[ERROR]", "").strip())
        .filter(line -> !line.isEmpty() && !line.startsWith("COMPILATION ERROR"))
        .findFirst()
        .orElse(lines.isEmpty() ? "it printed nothing" : lines.get(lines.size() - 1));
  }

  /**
   * Runs a command.
   *
   * @param folder the working folder
   * @param output the file for its output
   * @param command the command
   * @return its exit code
   * @throws BadInput if it cannot be started
   */
  public static int run(Path folder, Path output, List<String> command) {
    try {
      ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
      // Variables that Maven's start-up scripts set for this process must not reach another Maven.
      Map<String, String> environment = builder.environment();
      environment.remove("MAVEN_CMD_LINE_ARGS");
      environment.remove("MAVEN_PROJECTBASEDIR");
      ProcessBuilder.Redirect log = ProcessBuilder.Redirect.appendTo(output.toFile());
      Process process = builder.redirectErrorStream(true).redirectOutput(log).start();
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
   * @param folder the working folder
   * @param complaint the error message if git fails
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

  /** Deletes a scratch folder and its contents. */
  public static void delete(Path folder) {
    try {
      MoreFiles.deleteRecursively(folder, RecursiveDeleteOption.ALLOW_INSECURE);
    } catch (IOException e) {
      // The system clears its temporary files later; the jar is safe elsewhere.
      System.getLogger(BuildTool.class.getName()).log(System.Logger.Level.DEBUG, "scratch", e);
    }
  }
}
