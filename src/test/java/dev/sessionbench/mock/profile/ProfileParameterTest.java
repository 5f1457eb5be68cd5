package dev.sessionbench.mock.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProfileParameterTest {
  private static final ProfileParameter POOLS = new ProfileParameter(Profiles.ORIGINAL);
  private static final ProfileParameter STUDY = new ProfileParameter("leaderboard");

  @TempDir private Path folder;

  @Test
  void theOriginalIsLeftOutOnlyAsDefault() {
    assertThat(POOLS.told(Map.of("a", "1"))).isEqualTo(Map.of("a", "1"));
    assertThat(POOLS.told(Map.of("profile", "original"))).isEmpty();
    assertThat(STUDY.told(Map.of("profile", "original"))).containsKeys("profile");
    assertThat(STUDY.told(Map.of()))
        .containsEntry("profile", "leaderboard")
        .containsEntry("profileContent", Profiles.load("leaderboard").contentHash());
  }

  @Test
  void keepsTheTextOfAnIdentifiedProfile() {
    Map<String, String> telling = POOLS.told(Map.of("profile", "cold"));
    assertThat(POOLS.told(telling)).isEqualTo(telling);
    assertThat(POOLS.files(telling))
        .containsEntry(
            "profile-" + telling.get("profileContent") + ".yaml", Profiles.load("cold").text());
    assertThat(POOLS.files(Map.of())).isEmpty();
  }

  @Test
  void rejectsAChangedFile() throws Exception {
    Path file = Files.writeString(folder.resolve("p.yaml"), "latencies: {Commit: 5}\n");
    Map<String, String> telling = POOLS.told(Map.of("profile", file.toString()));
    POOLS.requireUnchanged(telling);
    Files.writeString(file, "latencies: {Commit: 6}\n");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> POOLS.requireUnchanged(telling))
        .withMessageMatching(
            "profile=.*p.yaml: has changed since this was planned: its content was "
                + telling.get("profileContent")
                + ", is [0-9a-f]{16}");
  }
}
