package dev.sessionbench.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that the targets of a document's links and names exist. */
class LinksTest {
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
  private static final Pattern ELSEWHERE = Pattern.compile("[a-z]+:.*");

  /** A file or folder of this tree, except names with a placeholder and output of runs. */
  private static final Pattern PATH =
      Pattern.compile(
          "(?:docs|src|results|compat|\\.github|\\.ci|\\.mvn)/(?!runs\\b)[A-Za-z0-9_./-]*");

  private static final Pattern PAGE = Pattern.compile("docs/[a-z-]+\\.md");
  private static final Pattern TEST_CLASS = Pattern.compile("[A-Z][A-Za-z]*Test");
  private static final Pattern PROPERTY = Pattern.compile("sessionbench\\.[a-z]+");

  static List<Document> documents() {
    return Document.all();
  }

  @ParameterizedTest
  @MethodSource("documents")
  void relativeLinksLeadToAFileAndAHeading(Document document) {
    List<String> broken = new ArrayList<>();
    for (MatchResult link : LINK.matcher(document.prose()).results().toList()) {
      String target = link.group(1);
      if (!ELSEWHERE.matcher(target).matches() && !leadsSomewhere(document, target)) {
        broken.add(target);
      }
    }
    assertThat(broken).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("documents")
  void namedFilesExist(Document document) {
    assertThat(document.codeSpans())
        .filteredOn(PATH.asMatchPredicate())
        .allSatisfy(path -> assertThat(Path.of(path)).exists());
  }

  @ParameterizedTest
  @MethodSource("documents")
  void namedTestsAndSystemPropertiesExist(Document document) throws IOException {
    List<String> tests =
        document.codeSpans().stream().filter(TEST_CLASS.asMatchPredicate()).toList();
    List<String> properties =
        document.codeSpans().stream()
            .map(span -> span.replaceFirst("^-D", "").replaceFirst("=.*", ""))
            .filter(PROPERTY.asMatchPredicate())
            .toList();
    if (tests.isEmpty() && properties.isEmpty()) {
      return;
    }
    try (Stream<Path> files = Files.walk(Path.of("src"))) {
      List<Path> sources = files.filter(file -> file.toString().endsWith(".java")).toList();
      assertThat(sources)
          .extracting(file -> file.getFileName().toString().replace(".java", ""))
          .containsAll(tests);
      for (String property : properties) {
        assertThat(sources).as(property).anyMatch(file -> says(file, property));
      }
    }
  }

  @Test
  void pagesNamedInTheSourceExist() throws IOException {
    Set<String> pages = new TreeSet<>();
    try (Stream<Path> files = Files.walk(Path.of("src"))) {
      files
          .filter(file -> file.toString().endsWith(".java") && !file.startsWith("src/test"))
          .forEach(file -> pages.addAll(pages(Document.read(file).text())));
    }
    assertThat(pages).isNotEmpty().allSatisfy(page -> assertThat(Path.of(page)).exists());
  }

  private static List<String> pages(String text) {
    return PAGE.matcher(text).results().map(MatchResult::group).toList();
  }

  private static boolean leadsSomewhere(Document document, String target) {
    int hash = target.indexOf('#');
    String file = hash < 0 ? target : target.substring(0, hash);
    Path path = file.isEmpty() ? document.path() : document.path().resolveSibling(file);
    path = path.normalize();
    if (!Files.exists(path)) {
      return false;
    }
    return hash < 0 || Document.read(path).anchors().contains(target.substring(hash + 1));
  }

  private static boolean says(Path file, String text) {
    return file.startsWith("src/main") && Document.read(file).text().contains(text);
  }
}
