package dev.sessionbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import dev.sessionbench.base.results.Json;
import dev.sessionbench.gate.MeasurementFolder;
import dev.sessionbench.gate.judge.Finding.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Judges recorded measurements again, of candidates whose truth is known. */
class RecordedGatesTest extends CommandFixture {
  private static final Path GATES = Path.of("results", "gate");

  private static List<Path> gates() throws IOException {
    try (Stream<Path> files = Files.walk(GATES)) {
      return files.filter(file -> file.toString().endsWith(".zip")).sorted().toList();
    }
  }

  /** The first gate of each folder. */
  private static Collection<Path> firsts() throws IOException {
    return gates().stream()
        .collect(Collectors.toMap(Path::getParent, gate -> gate, (first, later) -> first))
        .values();
  }

  private void judgesAsIsTrue(Path gate) {
    assertThat(run("gate", "--from", gate.toString())).as(out()).isEqualTo(expected(gate));
  }

  private static int expected(Path gate) {
    String name = gate.toString();
    if (name.contains("selftest")) {
      // A gate may miss a change that is near its limit: the page counts how many do.
      Path verdict = MeasurementFolder.recorded(gate).path().resolve(MeasurementFolder.VERDICT);
      JsonNode outcome = Json.read(verdict, new TypeReference<JsonNode>() {}).path("outcome");
      Outcome own = Outcome.valueOf(outcome.asText().toUpperCase(Locale.ROOT));
      return own.fails() ? 1 : own == Outcome.INCONCLUSIVE ? 3 : 0;
    }
    return name.contains("6.106.0-6.107.0") ? 0 : 1;
  }

  @ParameterizedTest
  @MethodSource("firsts")
  void theFirstGateOfEachKindIsJudgedCorrectly(Path gate) {
    judgesAsIsTrue(gate);
  }

  @Tag("slow")
  @ParameterizedTest
  @MethodSource("gates")
  void everyGateIsJudgedCorrectly(Path gate) {
    judgesAsIsTrue(gate);
  }

  @Test
  void aWaitOfTwoMillisecondsIsFoundIfCallersComeOneAfterTheOther() {
    run("gate", "--from", GATES.resolve("selftest/acquire-slow-2000/001.zip").toString());
    assertThat(out())
        .startsWith("REGRESSED: steadyIncrease incStep=25 timeScale=")
        .contains(" wall time ");
  }
}
