package dev.sessionbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jmh.runner.BenchmarkList;

/**
 * Every command answers bad input with one line that names what was wrong and what would be right,
 * with exit code 2, and runs nothing. One table holds the commands and their complaints; write it
 * anew by {@code mvn test -Dtest=ComplaintsTest -Dgolden.write=true} and read the difference.
 */
@Timeout(120)
class ComplaintsTest {
  private static final Path TABLE =
      Path.of("src/test/resources/dev/sessionbench/cli/complaints-of-commands.txt");

  @TempDir private static Path folder;

  /** A command and what it complains. */
  private record Complaint(String command, String message) {
    @Override
    public String toString() {
      return command;
    }
  }

  static List<Complaint> table() throws IOException {
    List<String> lines = Files.readAllLines(TABLE);
    List<Complaint> table = new ArrayList<>();
    for (int i = 0; i < lines.size(); i += 2) {
      assertThat(lines.get(i)).startsWith("$ ");
      table.add(new Complaint(lines.get(i).substring(2), lines.get(i + 1)));
    }
    return table;
  }

  /** What a command says, with the folders of this test and of this tree under fixed names. */
  private static String said(String command) {
    String[] args = command.replace("FOLDER", folder.toString()).split(" ");
    FakeRuns runs = new FakeRuns();
    runs.benchmarks = BenchmarkList.defaultList();
    // Only run and gate would start forks.
    CommandRun run =
        Set.of("run", "gate").contains(args[0])
            ? CommandRun.in(runs::world, args)
            : CommandRun.of(args);
    assertThat(run.code()).as("%s: %s", command, run).isEqualTo(2);
    assertThat(runs.ran).isEmpty();
    return run.err()
        .replace(folder.toString(), "FOLDER")
        .replace(Path.of("").toAbsolutePath().toString(), "TREE");
  }

  @ParameterizedTest
  @MethodSource("table")
  void badInputIsOneLineAndNothingRuns(Complaint complaint) {
    if (!Boolean.getBoolean("golden.write")) {
      assertThat(said(complaint.command)).isEqualTo(complaint.message + "\n");
    }
  }

  @Test
  void everyComplaintIsOneLineAndNoCommandStandsTwice() throws IOException {
    if (Boolean.getBoolean("golden.write")) {
      StringBuilder table = new StringBuilder();
      for (Complaint complaint : table()) {
        table.append("$ ").append(complaint.command).append('\n').append(said(complaint.command));
      }
      Files.writeString(TABLE, table);
    }
    assertThat(table()).extracting(Complaint::message).allMatch(line -> line.startsWith("error: "));
    assertThat(table()).extracting(Complaint::command).doesNotHaveDuplicates();
  }

  @Test
  void everyCommandIsInTheTable() throws IOException {
    Map<String, Long> rows = new TreeMap<>();
    table().forEach(row -> rows.merge(row.command.replaceFirst(" .*", ""), 1L, Long::sum));
    assertThat(rows.keySet())
        .containsAll(
            List.of(
                "run",
                "compare",
                "report",
                "simulate",
                "advise",
                "serve",
                "calibrate",
                "gate",
                "study",
                "diagnose"));
  }
}
