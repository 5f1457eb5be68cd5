package dev.sessionbench.gate.run;

import static dev.sessionbench.base.model.Refusals.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sessionbench.base.results.AtomicFile;
import dev.sessionbench.bench.run.ForkEngine.ForkFailedException;
import dev.sessionbench.gate.MeasurementFolder;
import dev.sessionbench.gate.policy.PolicyFile;
import dev.sessionbench.gate.show.GateReport.GateFormat;
import dev.sessionbench.mock.profile.Profiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks gates on servers with a profile. */
class GateProfilesTest {
  @TempDir private Path folder;
  private final FakeSides sides = new FakeSides();
  private Path profile = Path.of("");
  private Path out = Path.of("");

  @BeforeEach
  void name() throws Exception {
    profile = Files.writeString(folder.resolve("p.yaml"), "latencies: {Commit: 5}\n");
    out = folder.resolve("gate");
    sides.policy = naming(profile.toString());
  }

  private static PolicyFile naming(String profile) {
    return PolicyFile.parse(
        "test",
        FakeSides.YAML.replaceFirst(
            "params: \\{incStep: 25}", "params: {incStep: 25, profile: '%s'}".formatted(profile)));
  }

  @Test
  void recordsTheContentOfThePolicysProfiles() {
    sides.run(out);
    assertThat(MeasurementFolder.open(out).plan().profiles())
        .isEqualTo(Map.of(profile.toString(), Profiles.load(profile.toString()).contentHash()));
  }

  @Test
  void verdictNamesTheProfile() {
    String named = "profile of the server: %s (%s)\n";
    assertThat(GateFormat.TEXT.render(sides.run(out)))
        .contains(named.formatted(profile, Profiles.load(profile.toString()).contentHash()));
    assertThat(out.resolve(GateFormat.JSON.fileName())).content().contains("\"profiles\" : {");
  }

  @Test
  void refusesAMissingProfileBeforeAnythingRuns() {
    sides.policy = naming("none.yaml");
    refused(() -> sides.run(out)).hasMessageStartingWith("none.yaml: there is no such file");
    assertThat(sides.ran).isEmpty();
  }

  @Test
  void refusesAProfileThatChangesMeanwhile() {
    sides.meanwhile = () -> AtomicFile.write(profile, "latencies: {Commit: 6}\n");
    refused(() -> sides.run(out))
        .hasMessageStartingWith(out + ": the profiles of the server were {");
  }

  @Test
  void sideThatIgnoresAParameterIsRefused() {
    for (Map<String, String> ran : List.of(Map.of("incStep", "25"), Map.of("profile", "q.yaml"))) {
      assertThatThrownBy(() -> ProcessForkRunner.requireTaken("profile", "p.yaml", ran))
          .isInstanceOf(ForkFailedException.class);
    }
    assertThatThrownBy(() -> ProcessForkRunner.requireTaken("client", "1.53.0", Map.of()))
        .isInstanceOf(ForkFailedException.class)
        .hasMessageContaining("no parameter client");
    // JMH would still divide by it, and the candidate would look twice as fast.
    assertThatThrownBy(
            () -> ProcessForkRunner.requireTaken("timeScale", "2", Map.of("incStep", "25")))
        .isInstanceOf(ForkFailedException.class);
  }
}
