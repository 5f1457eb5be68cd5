package dev.sessionbench.cli.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.results.JmhCell;
import dev.sessionbench.cli.CommandFixture;
import dev.sessionbench.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The client is a parameter like any other to every command. */
class ClientParameterTest extends CommandFixture {

  private String file() throws IOException {
    return JmhCell.write(
        folder,
        "result.json",
        cell("1.52.0", 1_000, 304),
        cell("1.53.0", 700, 16),
        cell("6.123.0", 500, 0));
  }

  private String generations() throws IOException {
    return JmhCell.write(
        folder,
        "generations.json",
        cell("6.123.0", 500, 0).secondary("createSessionRpcs", "#", JmhCell.constant(1, 6)),
        cell("multiplexed-6.107.0", 510, 4)
            .secondary("createSessionRpcs", "#", JmhCell.constant(1, 6)),
        cell("6.107.0", 700, 16)
            .secondary("createSessionRpcs", "#", JmhCell.constant(0, 6))
            .secondary("timeToMax", "ms", JmhCell.constant(80, 6)),
        cell("1.52.0", 1_000, 304).secondary("createSessionRpcs", "#", JmhCell.constant(0, 6)));
  }

  private static JmhCell cell(String client, double score, int rpcs) {
    return JmhCell.of("burstRead")
        .times(JmhCell.constant(score, 6))
        .rpcs(rpcs, 6)
        .param("incStep", 25)
        .param("minSessions", 100)
        .param("maxSessions", 400)
        .param("numChannels", 4)
        .param("client", client);
  }

  @Test
  void compareSetsClientsBesideOneAnother() throws IOException {
    assertThat(CommandRun.compared(file(), "--col", "client"))
        .contains("1.52.0", "1.53.0", "6.123.0", "vs 1.52.0");
  }

  @Test
  void theLastClientWithAPoolIsTheBaseAndReleasesComeInTheirOrder() throws IOException {
    ComparedJson compared = ComparedJson.of(generations(), "--col", "client");
    assertThat(compared.columns())
        .containsExactly("1.52.0", "6.107.0", "multiplexed-6.107.0", "6.123.0");
    assertThat(compared.table("score").get("base").asText()).isEqualTo("6.107.0");
  }

  @Test
  void aMoveFromOneClientToAnotherIsOneTableOfAllThatChanges() throws IOException {
    String printed =
        CommandRun.compared(
            generations(), "--by-row", "--col", "client", "--filter", "client=6.107.0,6.123.0");
    assertThat(printed.lines().filter(line -> line.contains("|")))
        .hasSize(6)
        .anyMatch(line -> line.matches("metric +\\| +6.107.0 \\| +6.123.0 \\| +vs 6.107.0"))
        .anyMatch(line -> line.matches("score, ms/op .* 0.714x .* better"))
        .anyMatch(line -> line.matches("createSessionRpcs, # .* n/a worse"))
        .anyMatch(line -> line.matches("timeToMax, ms .* 80.00 .* n=6 \\| +- \\| +-"));
    assertThat(printed).contains("timeToMax is not told by 6.123.0.");
  }

  @Test
  void withAllClientsTheTableHasARowForEach() throws IOException {
    assertThat(CommandRun.compared(generations(), "--by-row", "--col", "client"))
        .containsPattern("metric +\\| +client \\| +value \\| +vs 6.107.0")
        .containsPattern("\\| +multiplexed-6.107.0 \\| +510.0 ");
  }

  @Test
  void countsThatFollowFromNoRuleAreNotCalledWrong() throws IOException {
    JmhCell waiters =
        cell("1.52.0", 1_000, 304).secondary("numBatchCreateSessionsRpcs", "#", 70, 227, 227);
    JmhCell step = cell("1.53.0", 700, 16).secondary("numBatchCreateSessionsRpcs", "#", 16, 16, 17);
    String exact = "should be exact";
    assertThat(
            CommandRun.compared(JmhCell.write(folder, "w.json", waiters, cell("6.107.0", 1, 16))))
        .contains("depends on who has come to wait")
        .doesNotContain(exact);
    assertThat(CommandRun.compared(JmhCell.write(folder, "s.json", step, cell("6.107.0", 1, 16))))
        .contains(exact);
    assertThat(page(JmhCell.write(folder, "both.json", waiters, step)))
        .contains("70 - 227 (no fixed number)", "16 - 17 (runs disagree)");
    JmhCell inside =
        cell("1.53.0", 700, 16)
            .iterations("numBatchCreateSessionsRpcs", "#", new double[] {16, 16, 17});
    assertThat(page(JmhCell.write(folder, "inside.json", inside)))
        .contains("16 - 17 (runs disagree)");
  }

  @Test
  void theSuitesOwnClientInProcessIsSaidToBeSparedWhatOthersPay() throws IOException {
    JmhCell own =
        JmhCell.of("burstRead")
            .times(JmhCell.constant(600, 6))
            .rpcs(16, 6)
            .param("incStep", 25)
            .param("transport", "inprocess");
    JmhCell other = cell("6.107.0", 700, 16).param("transport", "inprocess");
    assertThat(CommandRun.compared(JmhCell.write(folder, "f.json", own, other), "--col", "client"))
        .contains("Where no client is named it is the suite's own");
    assertThat(CommandRun.compared(generations(), "--col", "client")).doesNotContain("suite's own");
  }

  @Test
  void alongAnAxisOfClientsThereIsNoFrontOfCosts() throws IOException {
    assertThat(page(generations()))
        .contains("id=\"table-methods\"", "The values of client are no numbers")
        .doesNotContain("id=\"cost-");
  }

  private String page(String file, String... words) throws IOException {
    String page = folder.resolve("report.html").toString();
    List<String> args = new ArrayList<>(List.of("report", file, "-o", page));
    args.addAll(List.of(words));
    assertThat(run(args.toArray(new String[0]))).as(this::said).isZero();
    return Files.readString(Path.of(page));
  }

  @Test
  void reportDrawsClientsAlongItsAxisAndSaysWhatEachChanges() throws IOException {
    assertThat(page(generations()))
        .contains("Time against client", "What another client changes", "Against client 6.107.0: ")
        .contains(
            "Median time by client: 1.52.0: 1,000 ms, 6.107.0: 700 ms, multiplexed-6.107.0: 510 ms,"
                + " 6.123.0: 500 ms.")
        // Of the clients that have none, no closed form is claimed.
        .contains(
            "RPCs by client: 1.52.0: 304, 6.107.0: 16 (closed form 16), multiplexed-6.107.0: 4,"
                + " 6.123.0: 0.");
  }

  @Test
  void besideStepsAFewClientsAreLines() throws IOException {
    String file =
        JmhCell.write(
            folder,
            "steps.json",
            cell("1.53.0", 1_500, 304).param("incStep", 1),
            cell("6.107.0", 1_400, 304).param("incStep", 1),
            cell("1.53.0", 720, 16),
            cell("6.107.0", 700, 16));
    assertThat(page(file))
        .contains("Time against incStep", ">client</text>", "What another client changes")
        .contains("Median time by incStep: 1.53.0 1: 1,500 ms, 6.107.0 1: 1,400 ms,");
  }
}
