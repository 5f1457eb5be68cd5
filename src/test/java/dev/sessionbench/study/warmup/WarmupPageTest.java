package dev.sessionbench.study.warmup;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.sessionbench.base.model.Settings;
import dev.sessionbench.base.results.Json;
import dev.sessionbench.mock.profile.Profiles;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;

class WarmupPageTest {
  private static final WarmupOptions OPTIONS =
      WarmupOptions.of(
          Profiles.load("new-database"),
          Settings.read(WarmupOptions.SCHEMA, Map.of("seconds", "20")));
  private static final WarmupResult RESULT = WarmupStudy.virtual(OPTIONS);

  private static Document parse(String page) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setNamespaceAware(true);
    return factory
        .newDocumentBuilder()
        .parse(
            new ByteArrayInputStream(
                page.replace("<!DOCTYPE html>", "").getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void showsTheRoundsSideBySideWithBothMoments() throws Exception {
    String page = RESULT.page("study warmup --seconds 20");
    assertThat(parse(page).getElementsByTagName("figure").getLength()).isEqualTo(4 + 3);
    assertThat(page)
        .contains("id=\"round-1\"", "id=\"method-commit\"")
        .contains("server steady: ", "client says so: ", "closed loop")
        .contains("<pre class=\"scroll\" tabindex=\"0\">study warmup --seconds 20</pre>");
  }

  @Test
  void aStoppedStudyHasAPageOfItsRounds() throws Exception {
    WarmupResult stopped =
        new WarmupResult(
            false,
            RESULT.load().withSeconds(36),
            RESULT.profile(),
            RESULT.splits(),
            50,
            100,
            List.of(RESULT.rounds().get(0)),
            RESULT.environment());
    String page = stopped.page("");
    assertThat(parse(page).getElementsByTagName("h1").item(0).getTextContent())
        .isEqualTo("Stopped before the first round against the cold server had ended");
    assertThat(page).contains("control (stopped)");
  }

  @Test
  void resultsCanBeReadBack() {
    WarmupResult read = Json.parse("w.json", Json.text(RESULT), new TypeReference<>() {});
    assertThat(read).isEqualTo(RESULT);
  }
}
