package dev.sessionbench.docs;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;

/**
 * When data that does not say so itself was made: results of virtual time are equal, to the byte,
 * whenever they are made.
 */
final class Made {
  private static final Path RESULTS = Path.of("results");
  private static final Path SAID = RESULTS.resolve("made.properties");

  private Made() {}

  /**
   * When data was made.
   *
   * @param data a file or folder under results/
   * @return the date, and before it the commit where the data does not name that either
   * @throws IllegalArgumentException if nobody wrote it down
   */
  static String of(Path data) {
    Properties said = new Properties();
    try (Reader reader = Files.newBufferedReader(SAID)) {
      said.load(reader);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    String made = said.getProperty(RESULTS.relativize(data).toString().replace('\\', '/'));
    if (made == null) {
      throw new IllegalArgumentException(SAID + " does not say when " + data + " was made");
    }
    return made;
  }
}
