package dev.sessionbench.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.cli.Main;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks that each output in a page is what its command prints, and that the pages stay short.
 * After new data, rewrite the outputs and review the difference:
 *
 * <pre>mvn test -Dtest=PagesTest -Dgolden.write=true</pre>
 *
 * A page marks an output by a comment before it and {@code <!-- end -->} behind it. {@code <!--
 * output: COMMAND -->} is text in a code block, {@code <!-- table: COMMAND -->} is Markdown. {@code
 * <!-- file: PATH -->} is a source file. {@code <!-- shows: PACKAGE -->} is what the tests of a
 * package show. {@code | head N} behind a command keeps its first N lines.
 */
class PagesTest {
  private static final Pattern SHOWN =
      Pattern.compile("(?ms)^<!-- (output|table|file|shows): (.+?) -->\\n(.*?)^<!-- end -->$");
  private static final Pattern HEAD = Pattern.compile("(.*?)(?: \\| head (\\d+))?");
  private static final Pattern ARGUMENT = Pattern.compile("'([^']*)'|(\\S+)");
  private static final Pattern WORD = Pattern.compile("[A-Za-z0-9][\\w'’.,-]*");
  private static final Pattern BLOCK =
      Pattern.compile("(?ms)^```.*?^```$|<!--.*?-->|^(?: {4}|\\||\\t).*?$|^[^\\n]* \\| [^\\n]*$");
  private static final Pattern PARAGRAPH = Pattern.compile("\\n\\s*\\n|\\n(?=[-*#])");
  private static final Pattern SENTENCE = Pattern.compile("(?<=[.!?])\\s+");
  private static final int MOST_PAGES = 20;
  private static final int MOST_PROSE = 12_000;
  private static final int MOST_WORDS = 20_000;
  private static final int LONG_SENTENCE = 25;
  private static final double MOST_LONG_SENTENCES = 0.02;

  static List<Document> documents() {
    return Document.all();
  }

  @ParameterizedTest
  @MethodSource("documents")
  void outputsMatchTheirCommands(Document document) throws IOException {
    String filled =
        SHOWN
            .matcher(document.text())
            .replaceAll(
                shown ->
                    Matcher.quoteReplacement(
                        "<!-- %s: %s -->\n%s<!-- end -->"
                            .formatted(shown.group(1), shown.group(2), content(shown))));
    if (Boolean.getBoolean("golden.write")) {
      Files.writeString(document.path(), filled);
    } else {
      assertThat(document.text()).isEqualTo(filled);
    }
  }

  @Test
  void findsAStaleOutput() {
    String stale = "<!-- output: compare --help | head 1 -->\nold\n<!-- end -->";
    MatchResult shown = SHOWN.matcher(stale).results().findFirst().orElseThrow();
    assertThat(content(shown)).startsWith("```text\nUsage: ").isNotEqualTo(shown.group(3));
  }

  private static String content(MatchResult shown) {
    String text =
        switch (shown.group(1)) {
          case "file" -> Document.read(Path.of(shown.group(2))).text();
          case "shows" -> Behaviour.table(shown.group(2));
          default -> printed(shown.group(2));
        };
    String whole = text.stripTrailing() + "\n";
    return switch (shown.group(1)) {
      case "table", "shows" -> whole;
      case "file" -> "```java\n" + whole + "```\n";
      default -> "```text\n" + whole + "```\n";
    };
  }

  private static String printed(String command) {
    Matcher parts = HEAD.matcher(command);
    assertThat(parts.matches()).isTrue();
    String[] args =
        ARGUMENT
            .matcher(parts.group(1))
            .results()
            .map(word -> word.group(1) == null ? word.group(2) : word.group(1))
            .toArray(String[]::new);
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);
    int exit = Main.execute(out, out, args);
    String text = printed.toString(StandardCharsets.UTF_8);
    assertThat(exit).as("%s: %s", command, text).isIn(0, 1, 3);
    Stream<String> lines = text.lines().map(String::stripTrailing);
    int most = parts.group(2) == null ? Integer.MAX_VALUE : Integer.parseInt(parts.group(2));
    return String.join("\n", lines.limit(most).toList());
  }

  /** The folders of pictures, each with the results that it shows. */
  static Stream<Arguments> pictures() throws IOException {
    try (Stream<Path> questions = Files.list(Path.of("docs/questions"))) {
      return Stream.concat(
          Stream.of(
              Arguments.of(Path.of("docs/charts"), "results/baseline/result.json.gz"),
              Arguments.of(
                  Path.of("docs/lab"),
                  "results/lab/strategies.json.gz results/pools/100-to-400.json.gz --x strategy")),
          questions
              .map(
                  folder ->
                      Arguments.of(
                          folder,
                          "results/lab/cases/%s/result.json.gz".formatted(folder.getFileName())))
              .toList()
              .stream());
    }
  }

  /** Draws the charts that pages show, each anew from its results. */
  @ParameterizedTest
  @MethodSource("pictures")
  void picturesMatchTheirResults(Path shown, String results, @TempDir Path drawn)
      throws IOException {
    printed("report %s -o %s/page.html --svg %2$s".formatted(results, drawn));
    try (Stream<Path> pictures = Files.list(shown)) {
      for (Path picture : pictures.toList()) {
        String anew = Files.readString(drawn.resolve(picture.getFileName()));
        if (Boolean.getBoolean("golden.write")) {
          Files.writeString(picture, anew);
        }
        assertThat(picture).hasContent(anew);
      }
    }
  }

  @Test
  void pagesAreFewAndShort() {
    List<Document> ours =
        documents().stream().filter(page -> !page.path().startsWith("compat")).toList();
    assertThat(ours).hasSizeLessThanOrEqualTo(MOST_PAGES);
    assertThat(ours.stream().mapToLong(page -> count(prose(page))).sum())
        .isLessThanOrEqualTo(MOST_PROSE);
    assertThat(ours.stream().mapToLong(page -> count(page.text())).sum())
        .isLessThanOrEqualTo(MOST_WORDS);
    assertThat(Document.read(Path.of("README.md")).text().lines().count()).isLessThanOrEqualTo(120);
  }

  @ParameterizedTest
  @CsvSource({
    "add-a-growth-strategy, 400",
    "add-a-parameter, 400",
    "check-a-pull-request, 400",
    "choose-a-growth-step, 400",
    "choose-channels, 400",
    "find-why-it-waits, 400",
    "use-the-mock, 400",
    "how-the-gate-decides, 800",
    "virtual-time, 800",
    "workloads, 800"
  })
  void howToPagesAndExplanationsAreShort(String page, int most) {
    Document read = Document.read(Path.of("docs", page + ".md"));
    assertThat(count(prose(read))).isLessThanOrEqualTo(most);
  }

  @Test
  void fewSentencesHaveMoreThanTwentyFiveWords() {
    List<String> sentences = new ArrayList<>();
    documents().forEach(page -> sentences.addAll(sentences(page)));
    List<String> long25 =
        sentences.stream().filter(s -> s.split("\\s+").length > LONG_SENTENCE).toList();
    assertThat(long25).hasSizeLessThanOrEqualTo((int) (sentences.size() * MOST_LONG_SENTENCES));
  }

  private static String prose(Document page) {
    return BLOCK.matcher(page.text()).replaceAll(" ");
  }

  private static long count(String text) {
    return WORD.matcher(text).results().count();
  }

  private static List<String> sentences(Document page) {
    return Arrays.stream(PARAGRAPH.split(prose(page)))
        .map(paragraph -> paragraph.replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1").replace('\n', ' '))
        .flatMap(SENTENCE::splitAsStream)
        .filter(sentence -> count(sentence) > 5)
        .toList();
  }
}
