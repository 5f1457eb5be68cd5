package dev.sessionbench.mock.profile;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sessionbench.base.model.BadInput;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProfileFilesTest {
  @Test
  void missingFilesAreReportedWithTheShippedNames() {
    assertThatThrownBy(() -> Profiles.load("no-such.yaml"))
        .isInstanceOf(BadInput.class)
        .hasMessage(
            "no-such.yaml: there is no such file, and the profiles shipped are original,"
                + " same-region, cross-region, contended, cold, saturated, new-database, leaderboard");
  }

  @Test
  void rejectsFoldersAndFilesThatAreNotText(@TempDir Path folder) throws Exception {
    assertThatThrownBy(() -> Profiles.load(folder.toString()))
        .hasMessage(folder + ": is a folder, not a profile");
    Path binary = Files.write(folder.resolve("b.yaml"), new byte[] {(byte) 0xff, (byte) 0xfe, 0});
    assertThatThrownBy(() -> Profiles.load(binary.toString()))
        .hasMessage(binary + ": is not text in UTF-8");
  }
}
