package dev.sessionbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.sessionbench.base.results.CellCurves;
import dev.sessionbench.base.results.SyntheticRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Puts hostile text into every string and every name of a result and of its growth curve, one after
 * another. A page must have the same elements and attributes as with harmless text in that place.
 * Otherwise the file must be refused in one line.
 */
class HostileStringsTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String HOSTILE =
      "'\"`></title></style></textarea></svg>--><!--]]><script>alert(1)</script><img src=x"
          + " onerror=alert(1)> onload=alert(1) javascript:alert(1) {{x}} {{{x}}} &lt; &#x3c; %s"
          + " \u0000\u0001\u001b[31m\u009b31m\u202e\u2028\r\n# | *_~`=cmd";

  /** As long as the hostile text, because the layout of a table depends on its width. */
  private static final String HARMLESS = "x".repeat(HOSTILE.length());

  private static final int POINTS = 3;

  private static final Pattern TAG = Pattern.compile("<[^>]*>");

  /** The shapes of the output for the unchanged files, by kind. */
  private static final Map<String, Object> AS_WRITTEN = new HashMap<>();

  @TempDir private static Path files;

  @TempDir private Path folder;

  /** Writes two results and their growth, with one place of each kind. */
  @BeforeAll
  static void write() throws IOException {
    Path result = SyntheticRun.write(files);
    for (Path file : List.of(result, growthBeside(result))) {
      JsonNode all = MAPPER.readTree(file.toFile());
      ArrayNode some = MAPPER.createArrayNode().add(all.get(0)).add(all.get(1));
      for (JsonNode cell : some) {
        ((ObjectNode) cell.get("params")).retain("incStep", "transport");
        if (cell.get("secondaryMetrics") instanceof ObjectNode metrics) {
          metrics.retain("numBatchCreateSessionsRpcs", "acquireWaitP99");
        }
        for (JsonNode curve : cell.path("curves")) {
          curve.forEach(HostileStringsTest::shorten);
        }
      }
      MAPPER.writeValue(file.toFile(), some);
    }
  }

  /** Keeps the first few of many numbers, which contain no text. */
  private static void shorten(JsonNode values) {
    if (values instanceof ArrayNode array) {
      while (array.size() > POINTS) {
        array.remove(array.size() - 1);
      }
    }
  }

  /** One string or name of a tree, with its name in messages and a way to replace it. */
  private record Place(String file, String path, Consumer<String> put) {
    @Override
    public String toString() {
      return file + path;
    }
  }

  private static List<Place> places(String file, JsonNode node, String path) {
    List<Place> places = new ArrayList<>();
    if (node instanceof ObjectNode object) {
      object
          .properties()
          .forEach(
              entry -> {
                String name = entry.getKey();
                String here = path + "/" + name;
                if (entry.getValue().isTextual()) {
                  places.add(new Place(file, here, text -> object.put(name, text)));
                }
                if (path.endsWith("params") || path.endsWith("secondaryMetrics")) {
                  places.add(
                      new Place(
                          file, here + " (name)", text -> object.set(text, object.remove(name))));
                }
                places.addAll(places(file, entry.getValue(), here));
              });
    } else if (node instanceof ArrayNode array) {
      for (int i = 0; i < array.size(); i++) {
        int index = i;
        if (array.get(i).isTextual()) {
          places.add(new Place(file, path + "/" + i, text -> array.set(index, new TextNode(text))));
        }
        places.addAll(places(file, array.get(i), path + "/" + i));
      }
    }
    return places;
  }

  /** The names of all places of the first cell and the first curve. */
  static Stream<String> everyPlace() throws IOException {
    write();
    List<String> names = new ArrayList<>();
    for (String file : List.of("result.json", CellCurves.FILE_NAME)) {
      JsonNode first = MAPPER.readTree(files.resolve(file).toFile()).get(0);
      places(file, first, "").forEach(place -> names.add(place.toString()));
    }
    assertThat(names).hasSizeGreaterThan(40);
    return names.stream();
  }

  /** The run's folder with a text at one place of its first result or curve. */
  private Path with(String text, String place) throws IOException {
    Path to = Files.createDirectories(folder.resolve(text.equals(HOSTILE) ? "a" : "b"));
    for (String file : List.of("result.json", CellCurves.FILE_NAME)) {
      Files.copy(files.resolve(file), to.resolve(file), StandardCopyOption.REPLACE_EXISTING);
    }
    String changed = place.substring(0, place.indexOf('/'));
    JsonNode root = MAPPER.readTree(files.resolve(changed).toFile());
    places(changed, root.get(0), "").stream()
        .filter(p -> p.toString().equals(place))
        .forEach(p -> p.put.accept(text));
    MAPPER.writeValue(to.resolve(changed).toFile(), root);
    return to.resolve("result.json");
  }

  private static Path growthBeside(Path result) {
    return result.resolveSibling(CellCurves.FILE_NAME);
  }

  /** The part of a page or a text that must stay the same for any content. */
  private interface Shape {
    Object of(Path result) throws Exception;
  }

  /**
   * Also accepts the shape for the unchanged files: only text that differs is shown in addition.
   */
  private void assertHarmless(String kind, Object hostile, String place, Shape shape)
      throws Exception {
    Object written = AS_WRITTEN.get(kind);
    if (written == null) {
      written = shape.of(files.resolve("result.json"));
      AS_WRITTEN.put(kind, written);
    }
    if (!hostile.equals(written)) {
      assertThat(hostile).isEqualTo(shape.of(with(HARMLESS, place)));
    }
  }

  private static CommandRun compared(Path result, String format) {
    return CommandRun.compare(args(result, "--format", format, "--metric", "all"));
  }

  private static Object shape(CommandRun run, String format) {
    return switch (format) {
      case "html" -> List.of(run.code(), tags(run.out()));
      case "markdown" -> List.of(run.code(), run.out().lines().count(), pipes(run.out()));
      default -> List.of(run.code(), run.out().lines().count());
    };
  }

  private CommandRun assertComparedAlike(String format, String place) throws Exception {
    CommandRun hostile = compared(with(HOSTILE, place), format);
    assertHarmless(
        format, shape(hostile, format), place, file -> shape(compared(file, format), format));
    assertNothingUnseen(hostile.out());
    assertNothingUnseen(hostile.err());
    return hostile;
  }

  @ParameterizedTest
  @MethodSource("everyPlace")
  void hostileTextAddsNoTagsToThePageOfCompare(String place) throws Exception {
    CommandRun hostile = assertComparedAlike("html", place);
    if (hostile.code() != 0) {
      assertRefused(hostile.code(), hostile.out(), hostile.err());
    }
  }

  @ParameterizedTest
  @MethodSource("everyPlace")
  void hostileTextAddsNoLinesToTextAndMarkdownOfCompare(String place) throws Exception {
    assertComparedAlike("text", place);
    assertThat(assertComparedAlike("markdown", place).out()).doesNotContain("<");
  }

  @ParameterizedTest
  @MethodSource("everyPlace")
  void hostileTextAddsNoElementsOrAttributesToTheReport(String place) throws Exception {
    Report hostile = report(with(HOSTILE, place));
    assertHarmless("report", hostile.shape(), place, file -> report(file).shape());
    if (hostile.code != 0) {
      assertRefused(hostile.code, hostile.page, hostile.err);
    }
  }

  @Test
  void aHostileFileNameIsHarmless() throws Exception {
    String name = "'\"><script>alert(1)<!--&lt;{{x}}.json";
    Path odd = folder.resolve(name.replace('/', ' '));
    Files.copy(files.resolve("result.json"), odd);
    Path plain = folder.resolve("plain.json");
    Files.copy(files.resolve("result.json"), plain);
    assertThat(PageStructure.of(report(odd).page)).isEqualTo(PageStructure.of(report(plain).page));
    String[] html = {"--format", "html"};
    assertThat(tags(CommandRun.compared(args(odd, html))))
        .isEqualTo(tags(CommandRun.compared(args(plain, html))));
  }

  private record Report(int code, String page, String err) {
    Object shape() throws Exception {
      return code == 0 ? PageStructure.of(page) : code;
    }
  }

  private static Report report(Path result) throws IOException {
    Path page = result.resolveSibling("page.html");
    CommandRun run = CommandRun.of("report", result.toString(), "-o", page.toString());
    return new Report(run.code(), run.code() == 0 ? Files.readString(page) : "", run.err());
  }

  private static List<String> tags(String page) {
    return TAG.matcher(page).results().map(match -> match.group()).toList();
  }

  /** The number of cells in each line: pipes without a backslash. */
  private static List<Integer> pipes(String markdown) {
    return markdown
        .lines()
        .map(line -> line.replaceAll("\\\\.", "").replaceAll("[^|]", "").length())
        .sorted()
        .toList();
  }

  private static void assertNothingUnseen(String text) {
    assertThat(text).doesNotContainPattern("[\\p{Cc}\u2028\u202e&&[^\n]]");
  }

  private static void assertRefused(int code, String out, String err) {
    assertThat(code).isEqualTo(2);
    assertThat(out).isEmpty();
    assertThat(err.lines()).hasSize(1);
    assertNothingUnseen(err);
  }

  private static String[] args(Path result, String... options) {
    return Stream.concat(Stream.of(result.toString()), Stream.of(options)).toArray(String[]::new);
  }
}
