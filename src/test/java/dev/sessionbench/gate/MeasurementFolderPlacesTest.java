package dev.sessionbench.gate;

import static dev.sessionbench.base.model.Refusals.refused;
import static dev.sessionbench.gate.RecordedForks.BURST;
import static dev.sessionbench.gate.RecordedForks.PLAN;
import static dev.sessionbench.gate.RecordedForks.POLICY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.gate.ForkId.Stage;
import dev.sessionbench.gate.policy.PolicyFile;
import dev.sessionbench.gate.policy.SyntheticPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks which folders a gate writes to, and which folders and zip files it reads. */
class MeasurementFolderPlacesTest {
  @TempDir private Path temporary;
  private MeasurementFolder folder;

  @BeforeEach
  void create() {
    folder = MeasurementFolder.create(temporary.resolve("out"));
    folder.write(PLAN);
  }

  @Test
  void createsOnlyInANewOrUnusedFolder() throws IOException {
    refused(() -> MeasurementFolder.create(folder.path()))
        .hasMessage(
            "--out %s: must be a new or empty folder: name another, or delete all that is in it"
                .formatted(folder.path()));
    // An attempt that ended before its first fork leaves only folders and the built sides.
    Path unused = temporary.resolve("unused");
    Files.createDirectories(unused.resolve("blocks"));
    Files.createFile(Files.createDirectory(unused.resolve("arms")).resolve("base.jar"));
    assertThat(MeasurementFolder.create(unused).path()).isEqualTo(unused);
    assertThat(unused.resolve("confirmation")).isDirectory();
    assertThat(MeasurementFolder.create(unused).path()).isEqualTo(unused);
    Path other = Files.createDirectory(temporary.resolve("other"));
    Files.createFile(other.resolve("notes.txt"));
    refused(() -> MeasurementFolder.create(other));
    refused(() -> MeasurementFolder.create(other.resolve("notes.txt")))
        .hasMessageContaining("must be a new or empty folder");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "blocks/001-burst-incStep=25-head.json",
        "confirmation/001-burst-incStep=25-head.failed.txt",
        "series/001-burst-incStep=25-head.json"
      })
  void refusesAFolderWithAForkOfAnotherGate(String left) throws IOException {
    Path emptied = MeasurementFolder.create(temporary.resolve("emptied")).path();
    Files.createFile(emptied.resolve(left));
    refused(() -> MeasurementFolder.create(emptied))
        .hasMessage(
            "--out %s: must be a new or empty folder: name another, or delete all that is in it"
                .formatted(emptied));
  }

  @Test
  void opensOnlyAFolderWithAPlan() {
    Path nowhere = temporary.resolve("nowhere");
    refused(() -> MeasurementFolder.open(nowhere))
        .hasMessage(nowhere + ": must be the folder of a gate, with plan.json in it");
  }

  @Test
  void readsAZipFileLikeItsFolder() throws IOException {
    folder.write(new PolicyFile("here", SyntheticPolicy.YAML, POLICY));
    RecordedForks.write(folder, Stage.BLOCKS, 1, Side.BASELINE, 1);
    RecordedForks.write(folder, Stage.BLOCKS, 1, Side.CANDIDATE, 2);
    Path zip = RecordedForks.zipped(folder.path(), temporary.resolve("gate.zip"));
    MeasurementFolder zipped = MeasurementFolder.recorded(zip);
    assertThat(zipped.plan()).isEqualTo(PLAN);
    assertThat(zipped.policy().text()).isEqualTo(SyntheticPolicy.YAML);
    assertThat(zipped.read(POLICY, BURST)).isEqualTo(folder.read(POLICY, BURST));
    Path packed = Files.createDirectory(temporary.resolve("packed"));
    RecordedForks.zipped(folder.path(), packed.resolve("gate.zip"));
    Path twice = RecordedForks.zipped(packed, temporary.resolve("twice.zip"));
    assertThat(MeasurementFolder.recorded(twice).read(POLICY, BURST))
        .isEqualTo(folder.read(POLICY, BURST));
    refused(() -> MeasurementFolder.open(zip));
  }

  @Test
  void readsAnUploadedFolderLikeTheOriginal() {
    // Nothing was flagged, so nothing was confirmed.
    RecordedForks.write(folder, Stage.BLOCKS, 1, Side.BASELINE, 1);
    RecordedForks.write(folder, Stage.BLOCKS, 1, Side.CANDIDATE, 2);
    Path copy = RecordedForks.uploaded(folder.path(), temporary.resolve("copy"));
    assertThat(MeasurementFolder.recorded(copy).read(POLICY, BURST))
        .isEqualTo(folder.read(POLICY, BURST))
        .isNotEqualTo(CellData.NONE);
  }

  @Test
  void namesAZipFileOfSomethingElse() throws IOException {
    Path zip = RecordedForks.zipped(folder.path().resolve("blocks"), temporary.resolve("b.zip"));
    refused(() -> MeasurementFolder.recorded(zip))
        .hasMessage(zip + ": must hold the folder of a gate, with plan.json at its top");
    Path text = Files.writeString(temporary.resolve("text.zip"), "text");
    refused(() -> MeasurementFolder.recorded(text))
        .hasMessageStartingWith(text + ": cannot be read as a zip file: ");
  }

  @Test
  void aPartThatIsNotThereHoldsNoFork() throws IOException {
    RecordedForks.write(folder, Stage.BLOCKS, 1, Side.BASELINE, 1);
    CellData read = folder.read(POLICY, BURST);
    Files.delete(folder.path().resolve("confirmation"));
    assertThat(folder.read(POLICY, BURST)).isEqualTo(read).isNotEqualTo(CellData.NONE);
  }

  @Test
  void policyOfAZipFileIsNamedByTheZipFile() {
    Path zip = Path.of("results/gate/selftest/none/001.zip");
    assertThat(MeasurementFolder.recorded(zip).policy().origin()).isEqualTo(zip + "!/policy.yaml");
  }

  @Test
  void missingCountsOfAZipFileAreNamedByTheZipFile() throws IOException {
    Files.writeString(folder.path().resolve("verdict.json"), "{}");
    Path zip = RecordedForks.zipped(folder.path(), temporary.resolve("gate.zip"));
    assertThat(MeasurementFolder.recorded(zip).counts())
        .isEqualTo(
            CountData.failed(zip + "!/counts.json: no file with a cell; nothing was counted"));
  }

  @Test
  void commandNamesTheFoldersOwnPolicyUnlessItIsTheBundledOne() {
    Path zip = RecordedForks.zipped(folder.path(), temporary.resolve("gate.zip"));
    assertThat(folder.reproduce()).endsWith(" --policy " + folder.path().resolve("policy.yaml"));
    assertThat(MeasurementFolder.recorded(zip).reproduce())
        .endsWith(" --policy " + zip + "!/policy.yaml");
    folder.write(PLAN.withPolicyHash(PolicyFile.bundled().hash()));
    assertThat(folder.reproduce()).endsWith(" --budget 600s");
  }
}
