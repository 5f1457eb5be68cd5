package dev.sessionbench.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.bench.run.CellFinder;
import dev.sessionbench.bench.run.JmhArguments;
import dev.sessionbench.bench.run.PlannedCell;
import dev.sessionbench.lab.load.LoadFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.runner.BenchmarkList;

/** Tests which cells of described loads a command line of {@code run} asks for. */
class DescribedCellsTest {
  private static final String FILE = "load=results/lab/cases/spring-cloud-gcp-1637.yaml";

  private static List<PlannedCell> cells(String line) {
    return new CellFinder(BenchmarkList.defaultList())
        .find(JmhArguments.parse(List.of(line.split(" "))));
  }

  @Test
  void eachStrategyWithAValueIsACellOnThePoolOfTheFile() {
    List<PlannedCell> cells =
        cells(
            "described$ -p "
                + FILE
                + " -p strategy=client:incStep:10,doubling,fixed-step:incStep:1");
    assertThat(cells).hasSize(3);
    assertThat(cells)
        .allSatisfy(
            cell ->
                assertThat(cell.key().params())
                    .containsEntry("minSessions", "10")
                    .containsEntry("numChannels", "10")
                    .doesNotContainValue("standard"));
    assertThat(cells)
        .extracting(cell -> cell.key().params().get("incStep"))
        .contains("10", "1", null);
  }

  @Test
  void theContentOfTheFileIdentifiesTheCell(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("load.yaml");
    String text = "description: x\ncallers: [{perSecond: %d, lastsMillis: 100, holdMillis: 5}]\n";
    String line = "described -p strategy=doubling -p load=" + file;
    Files.writeString(file, text.formatted(100));
    List<PlannedCell> before = cells(line);
    Files.writeString(file, text.formatted(200));
    assertThat(cells(line)).hasSize(1).doesNotContainAnyElementsOf(before);
    Files.writeString(file, text.formatted(100));
    assertThat(cells(line)).isEqualTo(before);
  }

  @Test
  void theContentOfTheFilesProfileIdentifiesTheCell(@TempDir Path folder) throws IOException {
    Path profile = Files.writeString(folder.resolve("p.yaml"), "latencies: {Commit: 5}\n");
    Path file =
        Files.writeString(
            folder.resolve("load.yaml"),
            "description: x\ncreation: {profile: %s}\ncallers: [{atOnce: 1, keeps: true}]\n"
                .formatted(profile));
    String line = "described -p strategy=doubling -p load=" + file;
    List<PlannedCell> before = cells(line);
    assertThat(LoadFile.kept(file.toString()).keySet())
        .hasSize(2)
        .anyMatch(name -> name.startsWith("load-"))
        .anyMatch(name -> name.startsWith("profile-"));
    Files.writeString(profile, "latencies: {Commit: 50}\n");
    assertThat(cells(line)).hasSize(1).doesNotContainAnyElementsOf(before);
  }

  @Test
  void describedLoadsNeedAFileOrTheirName() {
    assertThat(cells("GrowthStrategyBenchmark -p strategy=doubling"))
        .noneMatch(cell -> cell.key().method().equals("described"));
    assertThat(cells("GrowthStrategyBenchmark -p strategy=doubling -p " + FILE))
        .anyMatch(cell -> cell.key().method().equals("described"))
        .allSatisfy(
            cell ->
                assertThat(cell.key().params().containsKey("load"))
                    .isEqualTo(cell.key().method().equals("described")));
    assertThatThrownBy(() -> cells("described -p strategy=doubling"))
        .isInstanceOf(BadInput.class)
        .hasMessage("load=standard: must be a file that describes a load");
  }
}
