package dev.sessionbench.bench.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GenerationTest {
  @ParameterizedTest
  @CsvSource({
    "1.52.0, true, false, true, false",
    "1.53.0, true, true, true, false",
    "2.0.2, true, true, true, false",
    "3.0.0, true, true, false, false",
    "6.107.0, true, true, false, false",
    "multiplexed-6.107.0, true, true, false, true",
    "6.108.0, false, false, false, true",
    "6.123.0, false, false, false, true",
  })
  void versionDecidesThePoolAndItsSessions(
      String name, boolean pool, boolean step, boolean prepares, boolean multiplexed) {
    Generation generation = Generation.parse(name);
    assertThat(generation.hasPool()).isEqualTo(pool);
    assertThat(generation.takesStep()).isEqualTo(step);
    assertThat(generation.preparesSessions()).isEqualTo(prepares);
    assertThat(generation.multiplexed()).isEqualTo(multiplexed);
    assertThat(generation.name()).isEqualTo(name);
  }

  @Test
  void refusesAnEnvironmentThatChoosesMultiplexedSessions() {
    Generation.requireOwnChoice(Map.of("GOOGLE_CLOUD_SPANNER_MULTIPLEXED_SESSIONS", "true"));
    assertThatIllegalStateException()
        .isThrownBy(
            () ->
                Generation.requireOwnChoice(
                    Map.of("GOOGLE_CLOUD_SPANNER_MULTIPLEXED_SESSIONS_FOR_RW", "false")))
        .withMessage(
            "GOOGLE_CLOUD_SPANNER_MULTIPLEXED_SESSIONS_FOR_RW=false decides what multiplexed"
                + " sessions serve: unset it");
  }

  @Test
  void newestHasItsVersionAsName() {
    assertThat(Generation.parse("newest").name()).isEqualTo(Generation.NEWEST);
    assertThat(Generation.parse("newest").multiplexed()).isTrue();
  }

  /** The whole project names one release as the newest, and tests it against the server. */
  @Test
  void newestIsTheVersionOfTheCompatibilityCases() throws IOException {
    assertThat(Files.readString(Path.of("compat/cases")))
        .contains("run_case java-" + Generation.NEWEST + " ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1.49.0|client=1.49.0: must be 1.50.0 or later",
        "multiplexed-6.96.0|client=multiplexed-6.96.0: not all that it does is multiplexed by"
            + " default (reads are since 6.96.0, read-write transactions since 6.98.0); name it as"
            + " 6.96.0",
        "multiplexed-6.123.0|client=multiplexed-6.123.0: has nothing but multiplexed sessions; name"
            + " it as 6.123.0",
      })
  void errorsSayWhatIsWrongAndWhatIsRight(String name, String complaint) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Generation.parse(name))
        .withMessage(complaint);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "6", "6.107", "v6.107.0", "6.107.0-SNAPSHOT", "99999.0.0", "latest"})
  void refusesOtherNames(String name) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Generation.parse(name))
        .withMessage(
            "client=%s: must be built, newest, a version as in 6.107.0, or multiplexed-VERSION",
            name);
  }

  @Test
  void comparesVersionsByNumber() {
    assertThat(Generation.parse("6.99.0").hasPool()).isTrue();
    assertThat(Generation.parse("6.108.0").hasPool()).isFalse();
    assertThat(Generation.parse("10.2.0").preparesSessions()).isFalse();
  }
}
