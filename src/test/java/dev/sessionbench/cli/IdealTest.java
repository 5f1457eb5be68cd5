package dev.sessionbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.results.CellCurves;
import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.results.Json;
import dev.sessionbench.base.results.ResultFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code compare --ideal} and {@code report --ideal}: virtual time beside what was measured. */
class IdealTest extends CommandFixture {
  private static final Path BASELINE = Path.of("results/baseline/result.json");

  private Path file = BASELINE;

  @BeforeEach
  void twoCellsThatVirtualTimePlaysAndThreeThatItDoesNot() {
    List<CellResult> cells = new ArrayList<>();
    for (CellResult cell : ResultFile.read(BASELINE)) {
      String step = Objects.requireNonNull(cell.key().params().get("incStep"));
      if (cell.key().method().equals("steadyIncrease") && step.matches("25|100")) {
        cells.add(cell);
        if (step.equals("25")) {
          cells.add(with(cell, "client", "1.53.0"));
          cells.add(with(cell, "client", "1.52.0"));
          cells.add(with(cell.withBenchmark("a.B.other"), "incStep", "25"));
        }
      }
    }
    file = folder.resolve("r.json");
    Json.write(file, cells);
  }

  private static CellResult with(CellResult cell, String name, String value) {
    Map<String, String> params = new TreeMap<>(cell.key().params());
    params.put(name, value);
    return cell.withParams(params);
  }

  @Test
  void compareShowsTheRatioOfEveryForkToVirtualTimeWithItsInterval() {
    assertThat(run("compare", file.toString(), "--ideal")).as(this::err).isZero();
    assertThat(out())
        .contains("overVirtual, times (lower is better)", "virtual.score, ms/op (lower is better)")
        .containsPattern("steadyIncrease.* 1\\.05[0-9] \\[1\\.0[0-9]+, 1\\.0[0-9]+\\] n=15")
        .containsPattern("steadyIncrease.* 292 n=1 ");
  }

  @Test
  void ofWhatItDoesNotPlayItSaysWhyOnceForEachReason() {
    run("compare", file.toString(), "--ideal");
    assertThat(err().lines())
        .hasSize(3)
        .anyMatch(line -> line.contains("what client=1.53.0 does is not known to it"))
        .anyMatch(line -> line.contains("B.other is no load that it plays"));
  }

  @Test
  void howAPoolGrowsAndWhatItCostsIsDrawnInVirtualTimeToo() throws IOException {
    Json.write(
        file,
        ResultFile.read(file).stream()
            .filter(cell -> cell.key().method().equals("steadyIncrease"))
            .filter(cell -> !cell.key().params().containsKey("client"))
            .toList());
    Json.write(
        CellCurves.beside(file),
        CellCurves.readBeside(BASELINE).stream()
            .filter(curves -> curves.key().method().equals("steadyIncrease"))
            .filter(curves -> curves.params().getOrDefault("incStep", "").matches("25|100"))
            .toList());
    Path page = folder.resolve("page.html");
    assertThat(run("report", file.toString(), "--ideal", "-o", page.toString())).isZero();
    assertThat(Files.readString(page))
        .contains("Sessions; thin: in virtual time", "rings: in virtual time; ms")
        .containsPattern("25 in virtual time: 16 RPCs, 292 ms");
    assertThat(run("report", file.toString(), "-o", page.toString())).isZero();
    assertThat(Files.readString(page)).doesNotContain("virtual time");
  }

  @Test
  void theReportHasColumnsAndADashedLine() throws IOException {
    Path page = folder.resolve("page.html");
    assertThat(run("report", file.toString(), "--ideal", "-o", page.toString()))
        .as(this::err)
        .isZero();
    assertThat(Files.readString(page))
        .contains("<th scope=\"col\">Virtual</th><th scope=\"col\">Ratio</th>", "<td>292.0</td>")
        .contains("The dashed line is virtual time", "dashed: in virtual time")
        .contains("RPCs (log scale); dashed: in virtual time", "(ms); rings: in virtual time")
        .containsPattern("incStep 25.*, median: 30[0-9] ms \\(in virtual time 292, ratio 1\\.05")
        .containsPattern("incStep 25.*: 16 RPCs \\(in virtual time 16\\)")
        .contains("25, p99: 25 ms in virtual time, 25.3 measured")
        .containsPattern("class=\"line thin d1 c[01]\"");
    assertThat(run("report", file.toString(), "-o", page.toString())).isZero();
    assertThat(Files.readString(page)).doesNotContain("Virtual", "in virtual time");
  }

  @Test
  void aSimulatedFileIsVirtualTimeItself() {
    String virtual = folder.resolve("v.json").toString();
    run("simulate", "burstRead$", "-p", "incStep=25", "-p", "maxSessions=120", "-rff", virtual);
    assertThat(run("compare", virtual, "--ideal")).isZero();
    assertThat(err()).contains("it is virtual time itself").hasLineCount(1);
  }

  @Test
  void whatIsKeptForGoodIsWhatWasMeasured() {
    String history = folder.resolve("h.jsonl").toString();
    assertThat(run("compare", file.toString(), "--ideal", "--accept", history)).isEqualTo(2);
    assertThat(err()).startsWith("error: --ideal: must not stand beside --accept").hasLineCount(1);
    assertThat(folder.resolve("h.jsonl")).doesNotExist();
  }
}
