package dev.sessionbench.house;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Holds the committed plug-in jar against the text that it is made of. */
class InTreePluginTest {
  private static final String DESCRIPTOR = "META-INF/maven/plugin.xml";
  private static final Path TEXT = Path.of(".mvn/jmh-plugin", DESCRIPTOR);
  private static final Path REPOSITORY = Path.of(".mvn/repo/dev/sessionbench/jmh-maven-plugin/3");
  private static final Path JAR = REPOSITORY.resolve("jmh-maven-plugin-3.jar");

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
