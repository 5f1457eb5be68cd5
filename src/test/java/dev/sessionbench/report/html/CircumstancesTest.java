package dev.sessionbench.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.results.Environment;
import dev.sessionbench.base.results.SyntheticRun;
import dev.sessionbench.report.html.Circumstances.Fact;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CircumstancesTest {
  private static final Environment HERE = SyntheticRun.environment();
  private static final CellResult CELL = SyntheticRun.cell("a.B.c", Map.of(), "-Dx", HERE);

  @Test
  void oneEnvironmentGivesNoWarnings() {
    Circumstances alike = Circumstances.of(List.of(CELL, CELL));
    assertThat(alike.warnings()).isEmpty();
    assertThat(alike.facts())
        .contains(
            new Fact("JVM arguments", "-Xms1g -Xmx1g -Dx"),
            new Fact("Processor", "Invented Processor 9000 @ 2.50GHz, 2 cores"),
            new Fact("Each cell", "3 forks of 1 warm-up and 1 measured iterations"));
  }

  @Test
  void differingFactsAreARange() {
    assertThat(Circumstances.of(List.of(CELL, CELL.withWarmupIterations(12).withForks(2))).facts())
        .contains(
            new Fact("Each cell", "2 to 3 forks of 1 to 12 warm-up and 1 measured iterations"));
  }

  @Test
  void listsArgumentsAndCommitsOfAllFiles() {
    CellResult handicapped = CELL.withJvmArgs(List.of("-Dinject"));
    CellResult changed = CELL.withEnvironment(HERE.withGitCommit("abc").withDirty("true"));
    Circumstances all = Circumstances.of(List.of(CELL, handicapped, changed));
    assertThat(all.facts())
        .contains(
            new Fact("JVM arguments", "-Xms1g -Xmx1g -Dx; -Dinject"),
            new Fact(
                "Suite",
                "commit " + HERE.gitCommit() + "; commit abc, with changes not committed"));
    assertThat(all.warnings())
        .containsExactly(
            "Not all forks were measured in one environment: JVM arguments are [-Dinject], were"
                + " [-Xms1g, -Xmx1g, -Dx].");
  }
}
