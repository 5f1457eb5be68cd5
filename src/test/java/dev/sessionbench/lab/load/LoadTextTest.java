package dev.sessionbench.lab.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.model.SimulatedTime;
import dev.sessionbench.base.text.YamlText;
import dev.sessionbench.mock.profile.Profiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LoadTextTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "c3p0-65",
        "google-cloud-java-3786",
        "hikaricp-379",
        "hikaricp-774",
        "hikaricp-797",
        "spring-cloud-gcp-1637"
      })
  void whatIsWrittenIsReadAsTheSameLoad(String name) {
    DescribedLoad load = LoadFile.read("results/lab/cases/" + name + ".yaml");
    assertThat(LoadFile.parse("again.yaml", LoadFile.text(load))).isEqualTo(load);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"it's", "two\nlines \t", "a\\b \"c\": #d", "\u0001\u0085\u2028\ufeff\u202e"})
  void aDescriptionMayHaveAnyCharacters(String description) {
    DescribedLoad load =
        LoadFile.parse(
            "a.yaml",
            "{description: %s, callers: [{atOnce: 3, holdMillis: 1}]}"
                .formatted(YamlText.quoted(description)));
    assertThat(load.description()).isEqualTo(description);
    assertThat(LoadFile.parse("b.yaml", LoadFile.text(load))).isEqualTo(load);
  }

  @Test
  void aProfileGivesATimeThatNoKeyCanExpress() {
    String yaml =
        """
        description: 'what somebody''s server takes'
        creation: {profile: saturated}
        callers:
          - {perSecond: 12.5, lastsMillis: 1e3, meanHoldMillis: 0.25}
        """;
    DescribedLoad load = LoadFile.parse("a.yaml", yaml);
    SimulatedTime server = Profiles.load("saturated").inVirtualTime();
    for (long i = 0; i < 100; i++) {
      assertThat(load.creation().time().withSeed(7).nanos(Rpc.BATCH_CREATE_SESSIONS, i, 25, 3))
          .isEqualTo(server.withSeed(7).nanos(Rpc.BATCH_CREATE_SESSIONS, i, 25, 3));
    }
    assertThat(LoadFile.parse("b.yaml", LoadFile.text(load))).isEqualTo(load);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{profile: nosuch} | nosuch: there is no such file",
        "{profile: original, millis: 3} | it sets every time, so it must stand alone",
        "{profile: new-database} | has a section splits, which virtual time lacks"
      })
  void aProfileThatCannotBeIsOneLine(String text) {
    String[] parts = text.split(" \\| ", 2);
    assertThatThrownBy(
            () ->
                LoadFile.parse(
                    "a.yaml",
                    "{description: x, creation: %s, callers: [{atOnce: 1, keeps: true}]}"
                        .formatted(parts[0])))
        .isInstanceOf(BadInput.class)
        .message()
        .contains(parts[1])
        .hasLineCount(1);
  }
}
