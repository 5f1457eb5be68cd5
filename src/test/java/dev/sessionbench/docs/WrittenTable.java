package dev.sessionbench.docs;

import dev.sessionbench.text.TextTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * What a script wrote down, line by line, with tabs between the columns.
 *
 * @param origin how it came about: the first line, without the mark of a comment
 * @param lines the headings, then the rows
 */
record WrittenTable(String origin, List<List<String>> lines) {
  /** The table of a file. */
  static WrittenTable read(Path file) {
    try {
      List<String> all = Files.readAllLines(file);
      return new WrittenTable(
          all.get(0).replaceFirst("^# ", ""),
          all.stream().skip(1).map(line -> Arrays.asList(line.split("\t", -1))).toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** All of it. */
  String markdown() {
    TextTable table = new TextTable("l".repeat(lines.get(0).size()), lines.get(0));
    lines.stream().skip(1).forEach(table::add);
    return table.markdown();
  }
}
