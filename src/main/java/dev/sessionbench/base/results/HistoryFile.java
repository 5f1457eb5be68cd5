package dev.sessionbench.base.results;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.TextFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The accepted baselines, as JSON lines: one object a line, oldest first, so that a diff is one
 * line.
 */
public final class HistoryFile {
  private static final TypeReference<JsonNode> ANY = new TypeReference<>() {};
  private static final TypeReference<HistoryLine> LINE = new TypeReference<>() {};

  private HistoryFile() {}

  /** What a file holds, and its text without a torn last line. */
  private record Lines(String whole, List<HistoryLine> all) {}

  /**
   * Reads a history. A last line that was torn, as by a full disk, is left out: what is before it
   * is whole.
   *
   * @param file the file; one that does not exist is an empty history
   * @param complaints is told of a torn last line, by file and line
   * @return its lines, oldest first
   * @throws BadInput naming file, line and column
   */
  public static List<HistoryLine> read(Path file, Consumer<String> complaints) {
    return lines(file, complaints).all();
  }

  private static Lines lines(Path file, Consumer<String> complaints) {
    String text = Files.exists(file) ? TextFile.read(file) : "";
    String whole = whole(text);
    List<HistoryLine> history = new ArrayList<>();
    int number = 0;
    for (String line : whole.split("\n", -1)) {
      number++;
      if (!line.isBlank()) {
        history.add(Json.parse(file + " line " + number, line, LINE));
      }
    }
    if (whole.length() < text.length()) {
      complaints.accept(
          "%s line %s: torn, and left out: the file ends in the midst of it"
              .formatted(file, number));
    }
    return new Lines(whole, history);
  }

  /**
   * Adds a line that is not there yet, leaving those before it as they are, byte for byte; it takes
   * the place of a torn one.
   *
   * @param file the file, in a folder that need not exist
   * @param line the line
   * @param complaints is told of a torn last line, by file and line
   * @throws BadInput if the file cannot be read or written
   */
  public static void append(Path file, HistoryLine line, Consumer<String> complaints) {
    // A broken history is reported, not buried under one more line.
    Lines lines = lines(file, complaints);
    String text = lines.whole();
    if (!lines.all().contains(line)) {
      text += (text.isEmpty() || text.endsWith("\n") ? "" : "\n") + Json.line(line);
    }
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
    } catch (IOException e) {
      throw new BadInput(file + ": cannot be written: " + e.getMessage(), e);
    }
    AtomicFile.write(file, text);
  }

  /** A text without its last line where that has no end and is no JSON. */
  private static String whole(String text) {
    int last = text.lastIndexOf('\n') + 1;
    try {
      if (!text.substring(last).isBlank()) {
        Json.parse("", text.substring(last), ANY);
      }
      return text;
    } catch (BadInput e) {
      return text.substring(0, last);
    }
  }
}
