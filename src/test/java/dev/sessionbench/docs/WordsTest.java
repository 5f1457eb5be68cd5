package dev.sessionbench.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Documents tell what was found, and not what somebody had ordered. */
class WordsTest {
  /** Callers may ask for sessions and miss them; nobody may ask for figures. */
  private static final Pattern ORDERED =
      Pattern.compile(
          "(?i)\\b(?:required|demanded)\\b(?= *\\||[^.]*\\bby\\b)"
              + "|\\bas (?:ordered|required|requested)\\b"
              + "|\\b(?:asked for|wanted) by\\b(?! (?:an?|the)? ?(?:caller|client|user|rule)s?\\b)"
              + "|\\b(?:figure|limit|target)s? (?:asked|required|missed)\\b"
              + "|\\b(?:is|was|were) missed\\b|\\bacceptance\\b");

  static List<Document> documents() {
    return Document.all();
  }

  private static List<String> ordered(String text) {
    return ORDERED.matcher(text).results().map(MatchResult::group).toList();
  }

  @ParameterizedTest
  @MethodSource("documents")
  void noDocumentSpeaksOfWhatWasOrdered(Document document) {
    assertThat(ordered(document.prose())).isEmpty();
  }

  @Test
  void whatWasOrderedIsFound() {
    assertThat(ordered("| simulated | required |")).hasSize(1);
    assertThat(ordered("12 ms, as ordered; the limit asked for was missed")).hasSize(3);
    assertThat(ordered("the table asked for by the issue")).hasSize(1);
    assertThat(ordered("sessions that are asked for, and a key that is required")).isEmpty();
    assertThat(ordered("every session is asked for by a caller; when all have missed.")).isEmpty();
  }
}
