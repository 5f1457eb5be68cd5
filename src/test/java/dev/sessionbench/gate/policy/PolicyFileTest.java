package dev.sessionbench.gate.policy;

import static dev.sessionbench.base.model.Refusals.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.google.common.collect.Maps;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PolicyFileTest {
  private static final String RPCS = "numBatchCreateSessionsRpcs";
  private static final String LONGEST = "acquireWaitP99";
  private static final String WAIT = "acquireWaitP50";

  @Test
  void projectPolicyIsValidAndBuiltIn() {
    PolicyFile project = PolicyFile.read(PolicyFile.PROJECT_FILE);
    assertThat(project.policy()).isEqualTo(PolicyFile.bundled().policy());
    // A default gate detects changes of 3 % in the time of a burst; the machine does not limit it.
    assertThat(project.policy().metric("score").margin()).isEqualTo(0.015);
    assertThat(project.policy().timedCells())
        .allSatisfy(
            cell -> {
              boolean loop = cell.benchmark().startsWith("SessionLoopBenchmark");
              assertThat(cell.gated()).contains("score", loop ? "releaseP99" : RPCS);
              assertThat(cell.margins().keySet())
                  .isSubsetOf(
                      loop ? Set.of("score", "callP50", "callP99") : Set.of("score", LONGEST));
              assertThat(cell.params().getOrDefault("timeScale", "none"))
                  .isIn(loop ? Set.of("none") : Set.of("2", "5"));
            });
    // All tests share alpha, and the policy's blocks still suffice to find a change.
    assertThat(project.policy().tests(List.of())).isEqualTo(27);
    assertThat(project.policy().fewestBlocks(List.of())).isEqualTo(10);
    // CPU time must not include the work of the second compiler.
    assertThat(project.policy().timedCells())
        .extracting(PolicyCell::compilers)
        .containsOnly(PolicyCell.Compilers.FIRST);
    assertThat(project.policy().metrics().values())
        .as("the candidate can change whatever a metric is divided by")
        .allMatch(metric -> metric.per().isEmpty());
    assertThat(project.policy().metrics())
        .as("a change that strikes seldom is no minimum")
        .allSatisfy(
            (name, metric) ->
                assertThat(metric.estimate() == Estimate.MINIMUM).isEqualTo(name.equals("score")));
    // Each iteration of this load has a dozen long waits, so a change of them strikes in each.
    assertThat(project.policy().timedCells())
        .filteredOn(cell -> cell.estimates().containsValue(Estimate.MINIMUM))
        .singleElement()
        .satisfies(
            cell -> {
              assertThat(cell.benchmark()).endsWith(".steadyIncrease");
              assertThat(cell.estimates()).containsEntry(LONGEST, Estimate.MINIMUM);
            });
  }

  /** The waits are those of a gate whose candidate took two milliseconds longer. */
  @Test
  void waitOfTwoMillisecondsMattersWithoutQueues() {
    Policy policy = PolicyFile.bundled().policy();
    PolicyCell steady =
        policy.timedCells().stream()
            .filter(cell -> cell.benchmark().endsWith(".steadyIncrease"))
            .findFirst()
            .orElseThrow();
    double margin = policy.marginLog(steady, WAIT, 0.005967);
    assertThat(margin).isLessThan(Math.log(0.237567 / 0.005967));
    // The smallest and the largest wait in forks of equal sides.
    assertThat(margin).isGreaterThan(Math.log(0.0116 / 0.0053));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "alpha: 0.1 | alpha: 0.7 | :1:8: alpha: must be a number above 0 and below 0.5, is '0.7'",
        "alpha: 0.1 | alpha: many | :1:8: alpha: must be a number above 0 and below 0.5, is 'many'",
        "alpha: 0.1 | alpah: 0.05 | :1:1: unknown key 'alpah' (nearest: alpha); there are: alpha, confirmAlpha,",
        "warmups: 1 | warmups: 1, warmth: 2 | cells[0]: unknown key 'warmth' (nearest: warmups); there are: benchmark, params, compilers, cores, warmups, iterations, gated, margins, estimates",
        "blocks: 12 | blocks: 0 | :6:1: blocks: 0: must be from 6",
        "blocks: 12 | blocks: 1.5 | :6:9: blocks: must be a whole number from 0 to 1000, is '1.5'",
        "blocks: 12 | blocks: | :6:8: blocks: must be a whole number from 0 to 1000, is nothing",
        "{at: 1, alarm: 0.9, | {at: 0.9, alarm: 0.9, | :9:1: looks: the last at: 0.9: must be 1",
        "clear: 0.63 | clear: 0.73 | :9:1: looks: the sum of clear: 1.1: must be at most 1",
        "clear: 0.63 | clear: 1.1 | looks[0].clear: must be a number from 0 to 1, is '1.1'",
        "gated: [score, cpu] | gated: [score, p99] | :17:1: cells: burst incStep=25: gated: p99: must be one of the metrics that decide: score, cpu",
        "warmups: 1 | warmups: -1 | cells[0].warmups: must be a whole number from 0, is '-1'",
        "a.B.steady | a.B.burst | :17:1: cells: burst incStep=25: must be named once only",
        "params: {incStep: 25} | params: {seed: 25} | :18:28: cells[0]: params: seed: must be another",
        "gated: [score, cpu] | gated: [score, cpu], margins: {p99: 0.1} | cells[0]: margins: p99: must be one of this cell's",
        "gated: [score, cpu] | gated: [score, cpu], estimates: {p99: median} | cells[0]: estimates: p99: must be one of this cell's",
        "gated: [score, cpu] | gated: [score, cpu], estimates: {cpu: average} | cells[0].estimates.cpu: ",
        "gated: [score, cpu] | gated: [score, cpu], margins: {cpu: 1.5} | cells[0].margins.cpu: must be a number above 0 and below 1",
        "label: p99 | label: '' | metrics.p99.label: must be a text, is ''",
        "clearAlpha: 0.05 | clearAlpha: 0.05, | :3:13: clearAlpha: must be a number above 0 and below 0.5, is '0.05,'",
        "clearAlpha: 0.05 | alpha: 0.03 | :3:1: 'alpha' occurs twice, first at policy.yaml:1:1",
        "exact: [sessionsCreated, overshoot] | exact: [sessionCreated] | exact: sessionCreated: must be one of: numBatchCreateSessionsRpcs,",
        "exact: [sessionsCreated, overshoot] | exact: [sessionsCreated | :13:8: not YAML: ",
      })
  void errorIsNamedWithItsPlace(String from, String to, String expected) {
    String text = SyntheticPolicy.YAML.replaceFirst(java.util.regex.Pattern.quote(from), to);
    assertThat(text).isNotEqualTo(SyntheticPolicy.YAML);
    refused(() -> PolicyFile.parse("policy.yaml", text))
        .satisfies(
            e ->
                assertThat(e.getMessage())
                    .startsWith("policy.yaml:")
                    .contains(expected)
                    .doesNotContain("\n"));
  }

  @Test
  void selftestPolicyIsAPartOfTheProjectPolicy() {
    Policy whole = PolicyFile.bundled().policy();
    Policy reduced = PolicyFile.read(Path.of("results", "policy-reduced.yaml")).policy();
    // Everything is equal except the metrics and cells, which are a part.
    assertThat(reduced)
        .usingRecursiveComparison()
        .ignoringFields("metrics", "cells")
        .isEqualTo(whole);
    assertThat(reduced.timedCells()).hasSize(1);
    reduced
        .timedCells()
        .get(0)
        .gated()
        .forEach(name -> assertThat(reduced.metric(name)).isEqualTo(whole.metric(name)));
  }

  @Test
  void policyForDifferentClientsHasTheSameMetricsAndMargins() {
    Policy whole = PolicyFile.bundled().policy();
    Policy clients = PolicyFile.read(Path.of("results", "policy-generations.yaml")).policy();
    assertThat(clients)
        .usingRecursiveComparison()
        .ignoringFields("metrics", "cells", "blocks", "confirmBlocks", "looks")
        .isEqualTo(whole);
    clients
        .metrics()
        .forEach(
            (name, metric) ->
                assertThat(metric)
                    .usingRecursiveComparison()
                    .ignoringFields(
                        name.equals("clientCpu")
                            ? new String[] {"of"}
                            : name.equals(WAIT) ? new String[] {"negligible"} : new String[0])
                    .isEqualTo(whole.metric(name)));
    // Without queues this policy does not stretch time, so waits are not divided.
    assertThat(clients.metric(WAIT).negligible()).isEqualTo(10 * whole.metric(WAIT).negligible());
    assertThat(whole.metrics().keySet())
        .as("what such clients differ in by design, or has much noise without a timeScale")
        .containsAll(clients.metrics().keySet())
        .hasSize(clients.metrics().size() + List.of(RPCS, LONGEST, "acquireWaitMax").size());
    // Such clients differ in their session requests by design. The longest waits have little noise
    // only where times are stretched. The loop of one caller is there for small changes.
    assertThat(clients.timedCells())
        .extracting(PolicyCell::benchmark, PolicyCell::gated)
        .containsExactlyElementsOf(
            whole.timedCells().stream()
                .filter(cell -> !"1".equals(cell.params().get("maxSessions")))
                .map(
                    cell ->
                        tuple(
                            cell.benchmark(),
                            cell.gated().stream().filter(clients.metrics()::containsKey).toList()))
                .toList());
    // Where both measure the same cell, they judge it alike.
    Map<String, PolicyCell> cells = Maps.uniqueIndex(whole.timedCells(), PolicyCell::name);
    assertThat(clients.timedCells())
        .filteredOn(cell -> cells.containsKey(cell.name()))
        .hasSize(2)
        .allSatisfy(
            cell -> {
              PolicyCell same = Objects.requireNonNull(cells.get(cell.name()));
              assertThat(cell.margins()).isEqualTo(same.margins());
              assertThat(cell.estimates()).isEqualTo(same.estimates());
            });
  }

  @Test
  void missingKeyIsNamed() {
    refused(() -> PolicyFile.parse("p", SyntheticPolicy.YAML.replace("clearAlpha: 0.05\n", "")))
        .hasMessage("p:1:1: needs the key 'clearAlpha'");
    refused(() -> PolicyFile.parse("p", "")).hasMessage("p:1:1: is empty");
  }

  @Test
  void projectPolicyAndBuiltInPolicyAreDefaults() {
    assertThat(PolicyFile.read(PolicyFile.PROJECT_FILE).isDefault()).isTrue();
    assertThat(PolicyFile.bundled().isDefault()).isTrue();
    assertThat(PolicyFile.read(Path.of("results", "policy-reduced.yaml")).isDefault()).isFalse();
  }

  @Test
  void missingFileIsNamed() {
    refused(() -> PolicyFile.read(Path.of("no", "such.yaml"))).hasMessageContaining("such.yaml");
  }
}
