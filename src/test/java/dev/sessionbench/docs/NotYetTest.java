package dev.sessionbench.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Nothing is awaited that is there. */
class NotYetTest {
  private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\{([a-zA-Z0-9.]+)}}");

  @Test
  void everyOptionThatIsAwaitedIsStillMissing() {
    for (String awaited : NotYet.OPTIONS) {
      int dashes = awaited.indexOf(" --");
      assertThat(CommandLines.options(awaited.substring(0, dashes)))
          .doesNotContain(awaited.substring(dashes + 1));
    }
  }

  @Test
  void everyFileThatIsAwaitedIsStillMissing() {
    assertThat(NotYet.FILES).allSatisfy(file -> assertThat(Path.of(file)).doesNotExist());
  }

  @Test
  void thePlaceholdersInTheDocumentsAreThoseThatAreAwaited() {
    Set<String> found =
        Document.all().stream()
            .flatMap(document -> PLACEHOLDER.matcher(document.text()).results())
            .map(placeholder -> placeholder.group(1))
            .collect(Collectors.toSet());
    assertThat(found).isEqualTo(NotYet.PLACEHOLDERS);
  }
}
