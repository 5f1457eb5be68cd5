package dev.sessionbench.results;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.sessionbench.model.BadInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The accepted baselines in order, as JSON lines: one object a line, so that a diff is one line.
 */
public final class HistoryFile {
  private static final TypeReference<HistoryLine> TYPE = new TypeReference<>() {};

  private HistoryFile() {}

  /**
   * Reads a history.
   *
   * @param file the file; one that does not exist is an empty history
   * @return its lines, oldest first
   * @throws BadInput naming file, line and column
   */
  public static List<HistoryLine> read(Path file) {
    List<HistoryLine> history = new ArrayList<>();
    int number = 0;
    for (String line : text(file).split("\n", -1)) {
      number++;
      if (!line.isBlank()) {
        history.add(Json.parse(file + " line " + number, line, TYPE));
      }
    }
    return history;
  }

  /**
   * Adds a line, leaving those before it as they are, byte for byte.
   *
   * @param file the file, in a folder that need not exist
   * @param line the line
   * @throws BadInput if the file cannot be read or written
   */
  public static void append(Path file, HistoryLine line) {
    read(file); // A broken history is reported, not buried under one more line.
    String before = text(file);
    String separator = before.isEmpty() || before.endsWith("\n") ? "" : "\n";
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
    } catch (IOException e) {
      throw new BadInput(file + ": cannot be written: " + e.getMessage(), e);
    }
    AtomicFile.write(file, before + separator + Json.line(line));
  }

  private static String text(Path file) {
    return Files.exists(file) ? Json.readText(file) : "";
  }
}
