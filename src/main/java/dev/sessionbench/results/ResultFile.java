package dev.sessionbench.results;

import com.fasterxml.jackson.core.type.TypeReference;
import java.nio.file.Path;
import java.util.List;

/** A standard JMH result file: a JSON array of results. */
public final class ResultFile {
  private static final TypeReference<List<CellResult>> TYPE = new TypeReference<>() {};

  private ResultFile() {}

  /**
   * Reads a file.
   *
   * @param file the file
   * @return its results
   * @throws ResultFileException naming file, line, column and what was expected
   */
  public static List<CellResult> read(Path file) {
    return Json.read(file, TYPE);
  }

  /**
   * Reads a text as JMH writes it.
   *
   * @param name how messages name its origin
   * @param text the text
   * @return its results
   * @throws ResultFileException naming line, column and what was expected
   */
  public static List<CellResult> parse(String name, String text) {
    return Json.parse(name, text, TYPE);
  }

  /**
   * Writes a file atomically.
   *
   * @param file the file
   * @param results its results
   * @throws ResultFileException if it cannot be written
   */
  public static void write(Path file, List<CellResult> results) {
    Json.write(file, results);
  }
}
