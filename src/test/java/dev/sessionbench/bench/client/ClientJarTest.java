package dev.sessionbench.bench.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClientJarTest {
  private static final String MAVEN = "META-INF/maven/com.google.cloud/google-cloud-spanner/";
  private static final String POM =
      "<project><dependency>a</dependency><dependency>b<scope>test</scope></dependency>"
          + "<dependency><scope>provided</scope>c</dependency></project>";

  @TempDir Path folder;

  private Path jar(Map<String, String> entries) throws IOException {
    Path jar = folder.resolve("some.jar");
    try (OutputStream out = Files.newOutputStream(jar);
        ZipOutputStream zip = new ZipOutputStream(out)) {
      for (Map.Entry<String, String> entry : entries.entrySet()) {
        zip.putNextEntry(new ZipEntry(entry.getKey()));
        zip.write(entry.getValue().getBytes(StandardCharsets.UTF_8));
        zip.closeEntry();
      }
    }
    return jar;
  }

  private Path client() throws IOException {
    return jar(
        Map.of(MAVEN + "pom.xml", POM, MAVEN + "pom.properties", "version=6.106.1-SNAPSHOT"));
  }

  @Test
  void jarOfTheClientIsKeptUnderItsVersionAndDigest() throws IOException {
    Path jar = client();
    assertThat(ClientJar.isOne(jar)).isTrue();
    String name = ClientJar.keep(jar, folder);
    assertThat(name).matches("6\\.106\\.1-SNAPSHOT@[0-9a-f]{12}");
    assertThat(ClientUnderTest.parse(name).name()).isEqualTo(name);
    assertThat(ClientJar.find(name, folder.resolve(name)).orElseThrow().jar())
        .hasSameBinaryContentAs(jar);
  }

  @Test
  void projectHasOnlyWhatTheClientRunsOn() throws IOException {
    String name = ClientJar.keep(client(), folder);
    assertThat(ClientJar.find(name, folder.resolve(name)).orElseThrow().project())
        .isEqualTo("<project><dependency>a</dependency></project>");
  }

  @Test
  void benchmarksAndOtherFilesAreNoClients() throws IOException {
    assertThat(ClientJar.isOne(jar(Map.of(MAVEN + "pom.xml", "", "META-INF/BenchmarkList", ""))))
        .isFalse();
    assertThat(ClientJar.isOne(jar(Map.of("a", "")))).isFalse();
    assertThat(ClientJar.isOne(folder.resolve("none.jar"))).isFalse();
    assertThat(ClientJar.isOne(Files.writeString(folder.resolve("text.jar"), "text"))).isFalse();
  }

  @Test
  void clientWhoseJarIsNotKeptIsNamed() {
    String name = "6.106.1@0123456789ab";
    assertThat(ClientJar.find("6.106.1", folder)).isEmpty();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ClientJar.find(name, folder.resolve(name)))
        .withMessage(
            "client=6.106.1@0123456789ab: its jar is not kept here; name the jar itself in gate");
  }

  @Test
  void unreleasedVersionHasThePoolOfItsRelease() {
    assertThat(ClientUnderTest.parse("6.107.1-SNAPSHOT@0123456789ab").growsByStep()).isTrue();
    assertThat(ClientUnderTest.parse("6.108.0-SNAPSHOT@0123456789ab").hasPool()).isFalse();
  }
}
