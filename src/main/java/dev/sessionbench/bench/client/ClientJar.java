package dev.sessionbench.bench.client;

import com.google.common.hash.Hashing;
import com.google.common.io.MoreFiles;
import dev.sessionbench.base.model.BadInput;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Pattern;

/**
 * Makes a jar of google-cloud-spanner from another build a client with a name. The name is its
 * version and the start of its digest, as in {@code 6.106.1-SNAPSHOT@0123456789ab}.
 */
public final class ClientJar {
  private static final String ARTIFACT = "google-cloud-spanner";
  private static final String MAVEN = "META-INF/maven/com.google.cloud/" + ARTIFACT;
  private static final String POM = "pom.xml";
  private static final String BENCHMARKS = "META-INF/BenchmarkList";
  private static final int DIGITS = 12;
  private static final Pattern OF_BUILD =
      Pattern.compile(
          "(?s)<dependency>(?:(?!</dependency>).)*<scope>(?:test|provided)</scope>.*?</dependency>");

  private ClientJar() {}

  /** Whether a file is the client's jar: it names the client's version and has no benchmarks. */
  public static boolean isOne(Path jar) {
    try (FileSystem files = FileSystems.newFileSystem(jar)) {
      return Files.exists(files.getPath(MAVEN, POM)) && !Files.exists(files.getPath(BENCHMARKS));
    } catch (IOException | RuntimeException e) {
      return false;
    }
  }

  /**
   * Keeps a jar.
   *
   * @param jar the client's jar
   * @return the client's name, for {@link ClientUnderTest#parse}
   * @throws BadInput if it cannot be read or kept
   */
  public static String keep(Path jar) {
    return keep(jar, LibraryResolver.cacheFolder());
  }

  static String keep(Path jar, Path cache) {
    try (FileSystem files = FileSystems.newFileSystem(jar);
        InputStream in = Files.newInputStream(files.getPath(MAVEN, "pom.properties"))) {
      Properties properties = new Properties();
      properties.load(in);
      String version = properties.getProperty("version", "");
      String digest = MoreFiles.asByteSource(jar).hash(Hashing.sha256()).toString();
      String name = "%s@%s".formatted(version, digest.substring(0, DIGITS));
      Path folder = cache.resolve(name);
      // The path that a repository would have, from which its version is read.
      Path kept = jarIn(folder, version);
      Files.createDirectories(kept.resolveSibling(""));
      Files.copy(jar, kept, StandardCopyOption.REPLACE_EXISTING);
      Files.copy(
          files.getPath(MAVEN, POM), folder.resolve(POM), StandardCopyOption.REPLACE_EXISTING);
      return name;
    } catch (IOException e) {
      throw new BadInput(jar + ": cannot be kept as a client: " + e, e);
    }
  }

  private static Path jarIn(Path folder, String version) {
    return folder.resolve(ARTIFACT).resolve(version).resolve(ARTIFACT + ".jar");
  }

  /**
   * The project and the jar of a kept client; empty for a released version.
   *
   * @param version as in {@code 6.106.1-SNAPSHOT@0123456789ab}
   * @param folder the folder that is kept for it
   * @throws IllegalArgumentException if its jar is not kept on this machine
   */
  static Optional<Kept> find(String version, Path folder) {
    int at = version.indexOf('@');
    if (at < 0) {
      return Optional.empty();
    }
    Kept kept = new Kept(folder.resolve(POM), jarIn(folder, version.substring(0, at)));
    if (!Files.exists(kept.jar)) {
      throw new IllegalArgumentException(
          "client=%s: its jar is not kept here; name the jar itself in gate".formatted(version));
    }
    return Optional.of(kept);
  }

  /** What is kept of a client: the project that it was built from, and its jar. */
  record Kept(Path pom, Path jar) {
    /**
     * The project's text without what only its build and tests need, which is often not to be had.
     */
    String project() throws IOException {
      return OF_BUILD.matcher(Files.readString(pom)).replaceAll("");
    }
  }
}
