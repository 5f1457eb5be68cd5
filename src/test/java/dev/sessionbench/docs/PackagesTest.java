package dev.sessionbench.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Holds the list of packages in docs/structure.md to what the packages say of themselves; {@code
 * -Dgolden.write=true} writes it anew.
 */
class PackagesTest {
  private static final Path DOCUMENT = Path.of("docs/structure.md");
  private static final Path ROOT = Path.of("src/main/java/dev/sessionbench");
  private static final String BEGIN = "<!-- packages -->\n";
  private static final String END = "<!-- end of packages -->";
  private static final Pattern SENTENCE = Pattern.compile("(?s)^/\\*\\*(.*?)\\*/");
  private static final Pattern CLASS = Pattern.compile("[A-Z][a-z]+[A-Za-z]*");

  @Test
  void theDocumentListsEveryPackageWithItsOwnSentence() throws IOException {
    String text = Files.readString(DOCUMENT);
    int begin = text.indexOf(BEGIN) + BEGIN.length();
    String listed = text.substring(0, begin) + table() + text.substring(text.indexOf(END));
    if (Boolean.getBoolean("golden.write")) {
      Files.writeString(DOCUMENT, listed);
    } else {
      assertThat(text).isEqualTo(listed);
    }
  }

  @Test
  void everyClassThatTheDocumentNamesIsThere() throws IOException {
    List<String> named =
        Document.read(DOCUMENT).codeSpans().stream().filter(CLASS.asMatchPredicate()).toList();
    try (Stream<Path> files = Files.walk(Path.of("src"))) {
      assertThat(files.map(file -> String.valueOf(file.getFileName())))
          .containsAll(named.stream().map(name -> name + ".java").toList());
    }
  }

  private static String table() throws IOException {
    try (Stream<Path> files = Files.walk(ROOT)) {
      return files
          .filter(file -> file.endsWith("package-info.java"))
          .filter(file -> !file.equals(ROOT.resolve("package-info.java")))
          .sorted()
          .map(PackagesTest::row)
          .collect(Collectors.joining("", "| package | |\n| --- | --- |\n", ""));
    }
  }

  private static String row(Path info) {
    Matcher javadoc = SENTENCE.matcher(Document.read(info).text());
    assertThat(javadoc.find()).as("%s", info).isTrue();
    String sentence =
        javadoc
            .group(1)
            .replaceAll("\\s*\\n \\* ?", " ")
            .replaceAll("(?s)<p>.*", "")
            .replaceAll("\\{@(?:code|link) ([^}]*)}", "`$1`")
            .strip();
    return "| `%s` | %s |\n".formatted(ROOT.relativize(info.resolveSibling("")), sentence);
  }
}
