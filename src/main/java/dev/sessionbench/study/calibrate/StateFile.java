package dev.sessionbench.study.calibrate;

import dev.sessionbench.base.model.BadInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * A file that names the sessions of a calibration while some may be alive, so that a later process
 * can delete them when this one was killed. It is there from before the first is asked for until
 * the last is deleted.
 *
 * @param path where it is
 */
record StateFile(Path path) {
  private static final String HEAD =
      "# Sessions that a calibration may have left. calibrate --clean deletes them.\n";
  private static final String SERVER = "server ";
  private static final String DATABASE = "database ";
  private static final String LABEL = "label ";

  /**
   * What it says.
   *
   * @param server host and port, or empty for the service itself
   * @param database the database
   * @param label the label of the sessions
   * @param sessions those whose names had come back
   */
  record State(String server, String database, String label, List<String> sessions) {}

  /**
   * Begins the file, which outlives this process from now on; refuses to take the place of another.
   */
  void begin(String server, String database, String label) {
    if (Files.exists(path)) {
      throw new BadInput(
          "%s: sessions of an earlier calibration may be alive: run calibrate --clean with the same -o first"
              .formatted(path));
    }
    write(
        HEAD + SERVER + server + "\n" + DATABASE + database + "\n" + LABEL + label + "\n",
        StandardOpenOption.CREATE_NEW);
  }

  void add(List<String> sessions) {
    if (!sessions.isEmpty()) {
      write(String.join("\n", sessions) + "\n", StandardOpenOption.APPEND);
    }
  }

  private void write(String text, StandardOpenOption option) {
    try {
      Files.writeString(path, text, StandardOpenOption.WRITE, option);
    } catch (IOException e) {
      throw new BadInput(path + ": cannot be written: " + e, e);
    }
  }

  /** Ends it: nothing is left. */
  void end() {
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      throw new BadInput(path + ": cannot be deleted: " + e, e);
    }
  }

  /** Reads what another process has left. */
  State read() {
    List<String> lines;
    try {
      lines = Files.readAllLines(path);
    } catch (NoSuchFileException e) {
      throw new BadInput(path + ": there is no such file: no calibration has left sessions here");
    } catch (IOException e) {
      throw new BadInput(path + ": cannot be read: " + e, e);
    }
    String database = value(lines, DATABASE);
    String label = value(lines, LABEL);
    if (database.isEmpty() || label.isEmpty()) {
      throw new BadInput(path + ": is not the file of a calibration");
    }
    // A line that was cut off when the process was killed names no session.
    String session = database + "/sessions/";
    return new State(
        value(lines, SERVER),
        database,
        label,
        lines.stream().filter(line -> line.startsWith(session)).toList());
  }

  private static String value(List<String> lines, String key) {
    return lines.stream()
        .filter(line -> line.startsWith(key))
        .map(line -> line.substring(key.length()))
        .findFirst()
        .orElse("");
  }
}
