package dev.sessionbench.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The table of channels and threads, made of runs that were counted. */
class ChannelTableTest {
  private static final CommittedRun RUN =
      CommittedRun.read(Path.of("results/generations/others.json.gz"));

  private static List<String> row(String table, String start) {
    return table
        .lines()
        .filter(line -> line.startsWith(start))
        .findFirst()
        .map(line -> List.of(line.split(" \\| ", -1)))
        .orElseThrow();
  }

  @Test
  void aRowHasTheClientsOwnShareForEachOperation() {
    String table = new ChannelTable(RUN).render();
    assertThat(table.lines().skip(2).findFirst()).hasValue("|  |  | channels |" + " 4 |".repeat(5));
    List<String> row = row(table, "| burstRead | 800 | 6.123.0 |");
    assertThat(row).hasSize(8);
    // Between the least and the most of five runs, as docs/generations.md has them: 26-28.
    assertThat(row.get(7)).matches("2[678] \\|");
    assertThat(Integer.parseInt(row.get(5))).isBetween(50, 2_000);
  }
}
