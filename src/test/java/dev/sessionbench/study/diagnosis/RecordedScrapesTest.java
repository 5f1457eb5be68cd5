package dev.sessionbench.study.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.study.diagnosis.Diagnosis.Cause;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests the scrapes that compat/scrapes/run recorded of an application of the real client in three
 * states.
 */
class RecordedScrapesTest {
  private static final Path FOLDER = Path.of("results/exhaustion/scrapes");
  private static final double SECONDS_BETWEEN = 3;

  @ParameterizedTest
  @CsvSource({"healthy, NOTHING", "exhausted, POOL_EXHAUSTED", "leaking, SESSION_LEAK"})
  void aLiveApplicationIsDiagnosed(String name, Cause cause) throws IOException {
    List<Scrape> scrapes = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      Path file = FOLDER.resolve(name + "-" + (i + 1) + ".prom");
      scrapes.add(
          Scrape.parse(
              file.toString(), Files.readString(file), OptionalDouble.of(i * SECONDS_BETWEEN)));
    }
    Diagnosis diagnosis = Scrapes.of(scrapes, Optional.empty()).diagnosis();
    assertThat(diagnosis.cause()).as(diagnosis::text).isEqualTo(cause);
  }
}
