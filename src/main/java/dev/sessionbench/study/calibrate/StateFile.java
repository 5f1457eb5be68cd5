package dev.sessionbench.study.calibrate;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.TextFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A file that names the sessions of a calibration while some may be alive. A later process can
 * delete them if this one was killed. It exists from before the first is asked for until the last
 * is deleted.
 *
 * @param path its path
 */
record StateFile(Path path) {
  private static final String HEAD =
      "# Sessions that a calibration may have left. calibrate --clean deletes them.\n";

  /**
   * The content of the file.
   *
   * @param server host and port, or empty for the service itself
   * @param database the database
   * @param label the label of the sessions
   * @param sessions the sessions whose names had come back
   */
  record State(String server, String database, String label, List<String> sessions) {}

  /** Creates the file, which from now on outlives this process; never replaces another. */
  void begin(String server, String database, String label) {
    BadInput.when(
        Files.exists(path),
        "%s: sessions of an earlier calibration may be alive: run calibrate --clean with the same -o first",
        path);
    String lines = "server %s\ndatabase %s\nlabel %s\n".formatted(server, database, label);
    write(HEAD + lines, StandardOpenOption.CREATE_NEW);
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

  /** Deletes the file: no session is left. */
  void end() {
    try {
      Files.deleteIfExists(path);
    } catch (IOException e) {
      throw new BadInput(path + ": cannot be deleted: " + e, e);
    }
  }

  /** Reads the file of another process. */
  State read() {
    BadInput.when(
        Files.notExists(path),
        "%s: there is no such file: no calibration has left sessions here",
        path);
    List<String> lines = TextFile.read(path.toString()).lines().toList();
    Map<String, String> values =
        lines.stream()
            .map(line -> line.split(" ", 2))
            .filter(pair -> pair.length == 2)
            .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1], (first, later) -> first));
    String database = values.getOrDefault("database", "");
    String label = values.getOrDefault("label", "");
    BadInput.when(
        database.isEmpty() || label.isEmpty(), "%s: is not the file of a calibration", path);
    // A line cut off when the process was killed names no session.
    String session = database + "/sessions/";
    return new State(
        values.getOrDefault("server", ""),
        database,
        label,
        lines.stream().filter(line -> line.startsWith(session)).toList());
  }
}
