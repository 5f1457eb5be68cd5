package dev.sessionbench.gate.run;

import static dev.sessionbench.base.model.Refusals.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.gate.ForkId.Stage;
import dev.sessionbench.gate.Side;
import dev.sessionbench.gate.judge.Finding;
import dev.sessionbench.gate.judge.Finding.Outcome;
import dev.sessionbench.gate.policy.PolicyFile;
import dev.sessionbench.gate.show.GateReport;
import dev.sessionbench.gate.show.GateReport.GateFormat;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks gates that compare two clients of other versions, with a verdict for each metric. */
class GateClientsTest {
  private static final List<String> GATED =
      List.of("burst incStep=25 score", "burst incStep=25 cpuTime", "steady incStep=25 score");

  @TempDir Path folder;

  private final FakeSides sides = new FakeSides();

  private GateReport run(String base, String head) {
    sides.baseWords = "client=" + base;
    sides.headWords = "client=" + head;
    return sides.run(folder.resolve("out"));
  }

  private static List<String> judged(GateReport report, Outcome outcome) {
    return report.judgement().of(outcome).stream()
        .filter(finding -> finding.kind() == Finding.Kind.MEASURED)
        .map(finding -> finding.cell() + " " + finding.metric())
        .toList();
  }

  @ParameterizedTest
  @CsvSource({"6.106.0, 6.107.0", "1.52.0, 1.53.0"})
  void differentCountsDoNotEndTheGate(String base, String head) {
    sides.headRpcs = 17;
    GateReport report = run(base, head);
    assertThat(report.judgement().outcome()).isEqualTo(Outcome.CHANGED);
    assertThat(judged(report, Outcome.SAME)).containsExactlyElementsOf(GATED);
    assertThat(report.notes()).noneMatch(note -> note.contains("not measured"));
    assertThat(FakeSides.judgeAgain(sides.policy, folder.resolve("out")))
        .isEqualTo(report.judgement());
  }

  @Test
  void clientWithoutAStepHasNoClosedForm() {
    sides.headRpcs = 17;
    assertThat(run("1.52.0", "1.53.0").judgement().of(Outcome.CHANGED))
        .singleElement()
        .satisfies(found -> assertThat(found.note()).startsWith("more; constant in the"));
    sides.headRpcs = 16;
    assertThat(sides.run(folder.resolve("same")).judgement().outcome()).isEqualTo(Outcome.SAME);
  }

  @Test
  void grosslySlowerClientDoesNotEndTheGate() {
    sides.headChange = 1;
    GateReport report = run("6.106.0", "6.107.0");
    assertThat(judged(report, Outcome.REGRESSED)).contains(GATED.get(0));
    assertThat(report.judgement().findings())
        .filteredOn(finding -> finding.kind() == Finding.Kind.MEASURED)
        .hasSize(GATED.size())
        .allMatch(finding -> finding.blocks() >= 12);
  }

  @Test
  void timesOfBothClientsSetThePlan() {
    sides.headForks = 3;
    GateReport report = run("6.106.0", "6.107.0");
    assertThat(report.plan().forkMillis()).containsValue(8_000L).doesNotContainValue(4_000L);
    assertThat(report.judgement().outcome()).isEqualTo(Outcome.SAME);
    assertThat(sides.passedMillis()).isLessThanOrEqualTo(sides.budgetMillis);
  }

  @ParameterizedTest
  @CsvSource({
    "timeToMax, 6.107.0, newest, 6.123.0, candidate",
    "numBatchCreateSessionsRpcs, 6.107.0, newest, 6.123.0, candidate",
    "timeToMax, multiplexed-6.107.0, 6.107.0, multiplexed-6.107.0, baseline"
  })
  void unreportedMetricIsNamedAndNotMissing(
      String metric, String base, String head, String client, String side) {
    sides.policy = PolicyFile.parse("test", FakeSides.YAML.replace("cpuTime", metric));
    GateReport report = run(base, head);
    assertThat(judged(report, Outcome.SAME)).containsExactly(GATED.get(0), GATED.get(2));
    assertThat(report.judgement().of(Outcome.MISSING)).isEmpty();
    String note = "not reported: %s, the %s's client, fills no pool to a maximum";
    assertThat(report.judgement().findings())
        .filteredOn(finding -> finding.label().equals("CPU time"))
        .singleElement()
        .satisfies(finding -> assertThat(finding.decides()).isFalse())
        .satisfies(finding -> assertThat(finding.note()).isEqualTo(note.formatted(client, side)));
    assertThat(GateFormat.TEXT.render(report))
        .containsPattern("CPU time +\\| +- \\| +- \\| +\\| \\(none\\)");
  }

  @ParameterizedTest
  @CsvSource({"6.122.0, 6.123.0", "multiplexed-6.107.0, newest"})
  void clientsWithoutAPoolAreCountedAndNotTimed(String base, String head) {
    sides.policy =
        PolicyFile.parse(
            "test", FakeSides.YAML.replace("steady, params: {incStep: 25}", "steady, params: {}"));
    GateReport report = run(base, head);
    assertThat(report.plan().cells()).containsExactly("steady");
    assertThat(report.judgement().outcome()).isEqualTo(Outcome.SAME);
    assertThat(FakeSides.judgeAgain(sides.policy, folder.resolve("out")))
        .isEqualTo(report.judgement());
  }

  @Test
  void gateOfClientsWithoutAPoolNeedsNoStep() {
    GateReport report = run("6.123.0", "newest");
    assertThat(report.judgement().outcome()).isEqualTo(Outcome.SAME);
    assertThat(sides.ran).isEmpty();
    assertThat(report.notes())
        .contains(
            "Neither client has a session pool: what the policy times with a step is left out.");
    assertThat(report.judgement().findings())
        .extracting(Finding::cell)
        .containsExactly("5 counted cells");
  }

  @ParameterizedTest
  @CsvSource({"hikaricp, hikaricp-6.3.0", "dbcp2, 6.107.0"})
  void connectionPoolsAreClientsToo(String base, String head) {
    assertThat(run(base, head).judgement().outcome()).isEqualTo(Outcome.SAME);
  }

  @Test
  void failedClientEndsTheGate() {
    sides.failing = "blocks block 2, steady incStep=25, candidate";
    sides.headRpcs = 17;
    assertThat(run("6.106.0", "6.107.0").judgement().outcome()).isEqualTo(Outcome.FAILED);
    assertThat(sides.ran(Stage.BLOCKS)).hasSize(2 * 2 * 2 - 1);
  }

  @Test
  void bothSidesOrNeitherMustBeClients() {
    sides.baseWords = "client=6.107.0";
    refused(() -> sides.run(folder.resolve("out")))
        .hasMessage(
            "--head incStep=20: must name a client too, as --base does: add client=6.107.0 for the same client");
    refused(() -> run("6.107.0", "six"))
        .hasMessage(
            "--head client=six: client=six: must be built, newest, a version as in 6.107.0, or"
                + " multiplexed-VERSION; or a pool as in hikaricp or hikaricp-6.3.0, of hikaricp, dbcp2,"
                + " c3p0, tomcat-jdbc, agroal, vibur, reactor-pool");
    assertThat(SideSpec.parse(Side.BASELINE, "client=built").client(Side.BASELINE)).isEmpty();
  }
}
