package dev.sessionbench.bench.client;

import java.io.File;
import java.io.IOException;
import java.io.Reader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Properties;

/**
 * The class path of a client as Maven resolves it.
 *
 * @param jars the client and all that it depends on at run time, in Maven's order
 * @param managed whether its own dependencies contradict one another, so that they were taken in
 *     the versions that its parent's list names, which are those that it was built with
 */
public record ClientLibraries(List<Path> jars, boolean managed) {
  private static final String JARS = "jars";
  private static final String MANAGED = "managed";

  /** What a reader of a result must know, each by the artifact that tells its version. */
  private static final List<List<String>> TELLING =
      List.of(
          List.of("google-cloud-spanner", "google-cloud-spanner"),
          List.of("gRPC", "grpc-api"),
          List.of("gax", "gax"),
          List.of("protobuf", "protobuf-java"));

  /** Copies the list. */
  public ClientLibraries {
    jars = List.copyOf(jars);
  }

  static ClientLibraries of(String classPath, boolean managed) {
    return new ClientLibraries(
        Arrays.stream(classPath.strip().split(File.pathSeparator, -1)).map(Path::of).toList(),
        managed);
  }

  /** For people: {@code google-cloud-spanner 1.52.0, gRPC 1.27.2, gax 1.54.0, protobuf 3.11.4}. */
  public String words() {
    String versions =
        String.join(
            ", ", TELLING.stream().map(pair -> pair.get(0) + " " + version(pair.get(1))).toList());
    return managed ? versions + " (as its parent lists them)" : versions;
  }

  /** A repository's path ends with artifact, version and file. */
  private String version(String artifact) {
    return jars.stream()
        .filter(jar -> jar.getNameCount() > 2)
        .filter(jar -> jar.getName(jar.getNameCount() - 3).toString().equals(artifact))
        .map(jar -> jar.getName(jar.getNameCount() - 2).toString())
        .findFirst()
        .orElse("unknown");
  }

  /** The class path as a JVM takes it. */
  String classPath() {
    return String.join(File.pathSeparator, jars.stream().map(Path::toString).toList());
  }

  /** As a file's text. */
  String text() {
    Properties properties = new Properties();
    properties.setProperty(JARS, classPath());
    properties.setProperty(MANAGED, Boolean.toString(managed));
    StringWriter text = new StringWriter();
    try {
      properties.store(text, null);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    return text.toString();
  }

  /** Reads a file; nothing where it is not there, or names a jar that is not there any more. */
  static Optional<ClientLibraries> read(Path file) {
    Properties properties = new Properties();
    try (Reader in = Files.newBufferedReader(file)) {
      properties.load(in);
    } catch (IOException | IllegalArgumentException e) {
      return Optional.empty();
    }
    return Optional.ofNullable(properties.getProperty(JARS))
        .map(jars -> of(jars, Boolean.parseBoolean(properties.getProperty(MANAGED))))
        .filter(libraries -> libraries.jars.stream().allMatch(Files::isRegularFile));
  }
}
