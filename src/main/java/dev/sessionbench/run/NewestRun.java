package dev.sessionbench.run;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds what the newest run left, for commands that are given no file. */
public final class NewestRun {
  private NewestRun() {}

  /**
   * The results of the newest run that has any.
   *
   * @param runs the folder of all runs
   * @param say where it says which run that is
   * @throws UsageException if there is none
   */
  public static Path resultFile(Path runs, PrintStream say) {
    Path file =
        newest(runs)
            .orElseThrow(
                () ->
                    new UsageException(
                        "no result file is named, and %s holds none: name one, or run first"
                            .formatted(runs)));
    say.println("Newest run: " + file);
    return file;
  }

  private static Optional<Path> newest(Path runs) {
    if (!Files.isDirectory(runs)) {
      return Optional.empty();
    }
    try (Stream<Path> folders = Files.list(runs)) {
      // The folders are named by the time at which their run began.
      return folders
          .filter(folder -> Files.exists(new RunDirectory(folder).resultFile()))
          .max(Comparator.naturalOrder())
          .map(folder -> new RunDirectory(folder).resultFile());
    } catch (IOException e) {
      throw new UsageException("%s: cannot be listed: %s".formatted(runs, e.getMessage()));
    }
  }
}
