package dev.sessionbench.base.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BadInputTest {
  @ParameterizedTest
  @CsvSource({
    "bxrxt, burst",
    "burts, burst",
    "brst, burst",
    "bursst, burst",
    "BURST, burst",
    "tedy, steady"
  })
  void suggestsANameThatIsHalfRight(String given, String nearest) {
    assertThat(BadInput.unknown("load", given, List.of("steady", "burst")))
        .hasMessage(
            "unknown load '%s' (nearest: %s); there are: steady, burst".formatted(given, nearest));
  }

  @Test
  void suggestsNoDistantName() {
    assertThat(BadInput.unknown("load", "xxxst", List.of("steady", "burst")))
        .hasMessage("unknown load 'xxxst'; there are: steady, burst");
  }

  @Test
  void errorsWithAPlaceAreOneLine() {
    assertThat(BadInput.at("a.yaml:1:2", "a \n b")).hasMessage("a.yaml:1:2: a b");
  }
}
