package dev.sessionbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Judges again what was measured of heads whose truth is known. */
class RecordedGatesTest {
  private static final Path GATES = Path.of("results", "gate");

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  private int judge(Path gate) {
    return Main.execute(
        new PrintStream(out, true, StandardCharsets.UTF_8),
        new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8),
        "gate",
        "--from",
        gate.toString());
  }

  private static List<Path> gates() throws IOException {
    try (Stream<Path> files = Files.walk(GATES)) {
      return files.filter(file -> file.toString().endsWith(".zip")).sorted().toList();
    }
  }

  /** The first of each folder. */
  private static Collection<Path> firsts() throws IOException {
    return gates().stream()
        .collect(Collectors.toMap(Path::getParent, gate -> gate, (first, later) -> first))
        .values();
  }

  private void judgesAsIsTrue(Path gate) {
    String name = gate.toString();
    boolean harmless = name.contains("none") || name.contains("6.106.0-6.107.0");
    assertThat(judge(gate))
        .as(out.toString(StandardCharsets.UTF_8))
        .isIn(harmless ? List.of(0, 3) : List.of(1));
  }

  @ParameterizedTest
  @MethodSource("firsts")
  void theFirstOfEachKindIsJudgedAsIsTrue(Path gate) {
    judgesAsIsTrue(gate);
  }

  @Tag("slow")
  @ParameterizedTest
  @MethodSource("gates")
  void eachIsJudgedAsIsTrue(Path gate) {
    judgesAsIsTrue(gate);
  }

  @Test
  void theWaitOfTwoMillisecondsIsFoundWhereCallersComeOneAfterTheOther() {
    judge(GATES.resolve("heads/acquire_2ms/001.zip"));
    assertThat(out.toString(StandardCharsets.UTF_8))
        .startsWith("REGRESSED: steadyIncrease incStep=25 timeScale=")
        .contains(" wall time ");
  }
}
