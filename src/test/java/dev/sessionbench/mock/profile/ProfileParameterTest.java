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
    assertThat(POOLS.recorded(Map.of("a", "1"))).isEqualTo(Map.of("a", "1"));
    assertThat(POOLS.recorded(Map.of("profile", "original"))).isEmpty();
    assertThat(STUDY.recorded(Map.of("profile", "original"))).containsKeys("profile");
    assertThat(STUDY.recorded(Map.of()))
        .containsEntry("profile", "leaderboard")
        .containsEntry("profileContent", Profiles.load("leaderboard").contentHash());
  }

  @Test
  void keepsTheTextOfAnIdentifiedProfile() {
    Map<String, String> recorded = POOLS.recorded(Map.of("profile", "cold"));
    assertThat(POOLS.recorded(recorded)).isEqualTo(recorded);
    assertThat(POOLS.files(recorded))
        .containsEntry(
            "profile-" + recorded.get("profileContent") + ".yaml", Profiles.load("cold").text());
    assertThat(POOLS.files(Map.of())).isEmpty();
  }

  @Test
  void rejectsAChangedFile() throws Exception {
    Path file = Files.writeString(folder.resolve("p.yaml"), "latencies: {Commit: 5}\n");
    Map<String, String> recorded = POOLS.recorded(Map.of("profile", file.toString()));
    POOLS.requireUnchanged(recorded);
    Files.writeString(file, "latencies: {Commit: 6}\n");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> POOLS.requireUnchanged(recorded))
        .withMessageMatching(
            "profile=.*p.yaml: has changed since this was planned: its content was "
                + recorded.get("profileContent")
                + ", is [0-9a-f]{16}");
  }
}
