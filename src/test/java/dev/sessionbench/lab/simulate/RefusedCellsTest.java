package dev.sessionbench.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests settings that a measured cell must refuse because they would have no effect. */
class RefusedCellsTest {
  @ParameterizedTest
  @CsvSource({"burstRead, failPercent, 20", "poisson, batchLimit, 10"})
  void settingsOfOurServerAreRefusedForAnotherServer(String load, String name, String value) {
    Map<String, String> given =
        MeasuredCellTest.given("server=localhost:9010 strategy=fixed-step", name + "=" + value);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> MeasuredCell.read(load, given))
        .withMessage(
            "%s=%s: says what the suite's own server does and has no meaning with server=localhost:9010; leave it out"
                .formatted(name, value));
    given.remove(name);
    assertThat(MeasuredCell.read(load, given).cell().options().server()).isPresent();
  }

  @Test
  void aDescribedLoadRefusesSettingsOfItsServer(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("load.yaml");
    Files.writeString(
        file, "description: x\ncallers: [{perSecond: 20, lastsMillis: 200, holdMillis: 1}]\n");
    Map<String, String> given =
        MeasuredCellTest.standards("server=localhost:9010 strategy=fixed-step", "load=" + file);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> MeasuredCell.read("described", given))
        .withMessage(
            "server=localhost:9010: the file of described says what the suite's own server does;"
                + " leave server out");
    given.remove("server");
    given.put("strategy", "clairvoyant");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> MeasuredCell.read("described", given))
        .withMessageContaining("say fillsFirst: false of the pool in the file, or use simulate");
  }

  @Test
  void aMeasuredBoundNeedsAPoolThatIsNotFilledFirst() {
    Map<String, String> given =
        MeasuredCellTest.given("strategy=clairvoyant minSessions=0 ratePerSecond=50 holdMillis=5");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> MeasuredCell.read("poisson", given))
        .withMessageContaining("and when it begins; set waitForMinSessions=false, or use simulate");
    given.put("waitForMinSessions", "false");
    assertThat(MeasuredCell.read("poisson", given).cell().filled().fillsFirst()).isFalse();
  }
}
