package dev.sessionbench.house;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Holds the committed plug-in jar against the text that it is made of. */
class InTreePluginTest {
  private static final String DESCRIPTOR = "META-INF/maven/plugin.xml";
  private static final Path TEXT = Path.of(".mvn/jmh-plugin", DESCRIPTOR);
  private static final Path REPOSITORY = Path.of(".mvn/repo/dev/sessionbench/jmh-maven-plugin/4");
  private static final Path JAR = REPOSITORY.resolve("jmh-maven-plugin-4.jar");

  @Test
  void theJarHoldsTheDescriptorAsItIsWrittenAndNothingElse() throws IOException {
    try (JarFile jar = new JarFile(JAR.toFile())) {
      assertThat(jar.stream().filter(entry -> !entry.isDirectory()).map(entry -> entry.getName()))
          .containsExactly(DESCRIPTOR);
      try (var stored = jar.getInputStream(jar.getEntry(DESCRIPTOR))) {
        assertThat(new String(stored.readAllBytes(), UTF_8)).isEqualTo(Files.readString(TEXT));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"run", "compare", "report", "serve", "gate"})
  void everyCommandIsAGoalThatHandsItsOptionsOn(String goal) throws IOException {
    String descriptor = Files.readString(TEXT);
    int start = descriptor.indexOf("<goal>" + goal + "</goal>");
    assertThat(start).isPositive();
    String mojo = descriptor.substring(start, descriptor.indexOf("</mojo>", start));
    assertThat(mojo)
        .contains("-classpath %classpath dev.sessionbench.cli.Main " + goal + " ${jmh.args}\"")
        .contains("<executePhase>process-classes</executePhase>");
    // What is configured and not declared, Maven leaves out without a word.
    Matcher configured = Pattern.compile("<(\\w+) implementation=").matcher(mojo);
    while (configured.find()) {
      assertThat(mojo).contains("<parameter><name>" + configured.group(1) + "</name>");
    }
  }

  @Test
  void theGateHandsOnTheRevisionThatItIsHeldAgainst() throws IOException {
    assertThat(Files.readString(TEXT)).contains("\"-Djmh.base=${jmh.base} -classpath %classpath");
  }

  @Test
  void thePomUsesTheVersionThatIsThere() throws IOException {
    assertThat(Files.readString(Path.of("pom.xml")))
        .containsPattern("jmh-maven-plugin</artifactId>\\s+<version>4</version>");
  }

  @Test
  void everyFileHasItsChecksumBesideIt() throws Exception {
    try (Stream<Path> files = Files.list(REPOSITORY)) {
      for (Path file : files.filter(f -> !f.toString().endsWith(".sha1")).toList()) {
        byte[] digest = MessageDigest.getInstance("SHA-1").digest(Files.readAllBytes(file));
        assertThat(Path.of(file + ".sha1")).content().isEqualTo(HexFormat.of().formatHex(digest));
      }
    }
  }
}
