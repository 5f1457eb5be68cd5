package dev.sessionbench.house;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.cli.Main;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** Checks the committed plug-in jar against its source text. */
class InTreePluginTest {
  private static final String DESCRIPTOR = "META-INF/maven/plugin.xml";
  private static final Path TEXT = Path.of(".mvn/jmh-plugin", DESCRIPTOR);
  private static final Path REPOSITORY = Path.of(".mvn/repo/dev/sessionbench/jmh-maven-plugin/8");
  private static final Path JAR = REPOSITORY.resolve("jmh-maven-plugin-8.jar");

  @Test
  void jarHasOnlyTheDescriptorAsWritten() throws IOException {
    try (JarFile jar = new JarFile(JAR.toFile())) {
      assertThat(jar.stream().filter(entry -> !entry.isDirectory()).map(entry -> entry.getName()))
          .containsExactly(DESCRIPTOR);
      try (var stored = jar.getInputStream(jar.getEntry(DESCRIPTOR))) {
        assertThat(new String(stored.readAllBytes(), UTF_8)).isEqualTo(Files.readString(TEXT));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "run",
        "compare",
        "report",
        "serve",
        "gate",
        "simulate",
        "advise",
        "calibrate",
        "study",
        "diagnose"
      })
  void commandsAreGoalsThatPassTheirOptions(String goal) throws IOException {
    String descriptor = Files.readString(TEXT);
    int start = descriptor.indexOf("<goal>" + goal + "</goal>");
    assertThat(start).isPositive();
    String mojo = descriptor.substring(start, descriptor.indexOf("</mojo>", start));
    assertThat(mojo)
        .contains("-classpath %classpath dev.sessionbench.cli.Main " + goal + " ${jmh.args}\"")
        .contains("<executePhase>process-classes</executePhase>");
    // Maven silently ignores a configured parameter that is not declared.
    Matcher configured = Pattern.compile("<(\\w+) implementation=").matcher(mojo);
    while (configured.find()) {
      assertThat(mojo).contains("<parameter><name>" + configured.group(1) + "</name>");
    }
  }

  @Test
  void gateGoalPassesTheBaselineRevision() throws IOException {
    assertThat(Files.readString(TEXT)).contains("\"-Djmh.base=${jmh.base} -classpath %classpath");
  }

  /** The goal's command line as Maven would start it, with the user's properties filled in. */
  private static List<String> commandLine(String goal, String args, String base) throws Exception {
    NodeList lines =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(TEXT.toFile())
            .getElementsByTagName("commandlineArgs");
    return IntStream.range(0, lines.getLength())
        .mapToObj(i -> ((Element) lines.item(i)).getAttribute("default-value"))
        .map(line -> line.replace("${jmh.args}", args).replace("${jmh.base}", base))
        .map(line -> List.of(line.strip().split(" +")))
        .filter(line -> line.contains(goal))
        .findFirst()
        .orElseThrow();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "run | -l | | 0 | steadyIncrease",
        "run | nothingOfThisName | | 2 | nothingOfThisName",
        "compare | results/baseline/result.json.gz --filter benchmark=burstRead | | 0 | burstRead",
        "report | results/baseline/result.json.gz -o target/goal-report.html | | 0 | goal-report.html",
        "serve | --port none | | 2 | --port",
        "simulate | steadyIncrease -p incStep=100 -rff target/goal-simulate.json | | 0 | goal-simulate.json",
        "advise | --peak 5 --hold 1 | | 2 | --hold 1: must be a time",
        "calibrate | localhost:1 --dry-run | | 0 | 8 in flight",
        "gate | --out target/goal-gate | no-such-revision | 2 | no merge base with no-such-revision",
        "gate | --base a.jar --head b.jar --out target/goal-gate | | 2 | --base a.jar: there is no such file",
      })
  void goalsRunTheirCommandLines(
      String goal, String args, @Nullable String base, int code, String said) throws Exception {
    List<String> line = commandLine(goal, args, base == null ? "" : base);
    int main = line.indexOf("dev.sessionbench.cli.Main");
    Map<String, String> properties =
        line.subList(0, main).stream()
            .filter(word -> word.startsWith("-Djmh."))
            .map(word -> word.substring(2).split("=", -1))
            .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(output, true, UTF_8);
    PrintStream console = System.out;
    try {
      properties.forEach(System::setProperty);
      System.setOut(out);
      assertThat(Main.execute(out, out, line.subList(main + 1, line.size()).toArray(String[]::new)))
          .as(() -> output.toString(UTF_8))
          .isEqualTo(code);
    } finally {
      System.setOut(console);
      properties.keySet().forEach(System::clearProperty);
    }
    assertThat(output.toString(UTF_8)).contains(said);
  }

  @Test
  void pomUsesTheExistingVersion() throws IOException {
    assertThat(Files.readString(Path.of("pom.xml")))
        .containsPattern("jmh-maven-plugin</artifactId>\\s+<version>8</version>");
  }

  @Test
  void everyFileHasAChecksum() throws Exception {
    try (Stream<Path> files = Files.list(REPOSITORY)) {
      for (Path file : files.filter(f -> !f.toString().endsWith(".sha1")).toList()) {
        byte[] digest = MessageDigest.getInstance("SHA-1").digest(Files.readAllBytes(file));
        assertThat(Path.of(file + ".sha1")).content().isEqualTo(HexFormat.of().formatHex(digest));
      }
    }
  }
}
