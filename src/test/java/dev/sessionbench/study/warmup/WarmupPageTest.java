package dev.sessionbench.study.warmup;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.sessionbench.base.model.Settings;
import dev.sessionbench.base.results.Json;
import dev.sessionbench.mock.profile.Profiles;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;

class WarmupPageTest {
  private static final WarmupOptions OPTIONS =
      WarmupOptions.of(
          Profiles.load("new-database"), Settings.read(WarmupLoad.SCHEMA, Map.of("seconds", "20")));
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
    String page = RESULT.page();
    assertThat(parse(page).getElementsByTagName("figure").getLength()).isEqualTo(4);
    assertThat(page)
        .contains("id=\"round-1\"", "server steady: ", "client says so: ")
        .contains("100 agents, 20 s a round, seed 1, in virtual time");
  }

  @Test
  void aStoppedStudyHasAPageOfItsRounds() throws Exception {
    WarmupResult stopped =
        new WarmupResult(
            false,
            RESULT.load().withSeconds(36),
            RESULT.profile(),
            RESULT.splits(),
            List.of(RESULT.rounds().get(0)),
            RESULT.environment());
    String page = stopped.page();
    assertThat(parse(page).getElementsByTagName("figure").getLength()).isEqualTo(1);
    assertThat(page).contains("control (stopped)");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5})
  void recordedRunsCanBeRead(int seed) throws Exception {
    Path file = Path.of("results/warmup/real/seed-%d.json.gz".formatted(seed));
    WarmupResult run = Json.read(file, new TypeReference<>() {});
    assertThat(run.load()).isEqualTo(OPTIONS.load().with(b -> b.seconds(36).seed(seed)));
    assertThat(run.text()).contains("control |", "round 3: ");
    assertThat(parse(run.page()).getElementsByTagName("figure").getLength()).isEqualTo(4);
  }

  @Test
  void resultsCanBeReadBack() {
    WarmupResult read = Json.parse("w.json", Json.text(RESULT), new TypeReference<>() {});
    assertThat(read).isEqualTo(RESULT);
  }
}
