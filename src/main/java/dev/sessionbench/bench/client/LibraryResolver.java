package dev.sessionbench.bench.client;

import com.google.common.base.Ascii;
import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.results.AtomicFile;
import dev.sessionbench.base.text.BuildTool;
import dev.sessionbench.bench.client.ClientJar.Kept;
import java.io.File;
import java.io.IOException;
import java.io.Reader;
import java.lang.module.ModuleDescriptor.Version;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Asks Maven once for the class path of a client and keeps the answer, so that later calls need no
 * network. The answers are in {@code session-pool-benchmarks} under {@code $XDG_CACHE_HOME}, or
 * else {@code ~/.cache}. The libraries themselves stay in Maven's own repository.
 *
 * @param group the group of the artifact in Maven
 * @param artifact its name; the name of its parent ends with {@code -parent}
 * @param prefix the part before the version in the client's name
 * @param cache the folder of all kept answers
 * @param maven the Maven program to run
 * @param progress receives a message before a client is fetched, which may take minutes
 */
record LibraryResolver(
    String group,
    String artifact,
    String prefix,
    Path cache,
    String maven,
    Consumer<String> progress) {
  private static final String PLUGIN =
      "org.apache.maven.plugins:maven-dependency-plugin:3.11.0:build-classpath";

  private static final String CLIENT =
      "<groupId>%s</groupId><artifactId>%s%s</artifactId><version>%s</version>";

  /** Maven's message for dependencies of one client that exclude each other, as those of 1.53.0. */
  private static final String CONFLICT = "Could not resolve version conflict";

  /** Maven's messages for a missing artifact, the first time and later. */
  private static final Pattern MISSING =
      Pattern.compile("Could not find artifact [^ ]+|[^ ]+:[^ ]+ was not found");

  private static final int REASON_CHARS = 303;

  /** They stay open as long as the process, because clients load classes to its end. */
  private static final Map<Path, DriverLoader> LOADERS = new ConcurrentHashMap<>();

  /** Asks Maven on this machine, and keeps its answers for later processes. */
  static LibraryResolver ofThisMachine(String group, String artifact, String prefix) {
    String maven = BuildTool.maven(Path.of("").toAbsolutePath());
    return new LibraryResolver(group, artifact, prefix, cacheFolder(), maven, System.err::println);
  }

  /** The folder that keeps files for later processes. */
  static Path cacheFolder() {
    return Optional.ofNullable(System.getenv("XDG_CACHE_HOME"))
        .filter(folder -> !folder.isBlank())
        .map(Path::of)
        .orElse(Path.of(System.getProperty("user.home", ""), ".cache"))
        .resolve("session-pool-benchmarks");
  }

  /**
   * The class path of a version.
   *
   * @throws IllegalArgumentException if it cannot be resolved: one line that says why
   */
  ClientLibraries resolve(Version version) {
    Path file = folder(version).resolve("libraries.properties");
    return ClientLibraries.read(file).orElseGet(() -> keep(ask(version), file));
  }

  /**
   * The classes of a version, loaded once in a process.
   *
   * @throws IllegalArgumentException as above
   */
  DriverLoader load(Version version) {
    return LOADERS.computeIfAbsent(folder(version), folder -> new DriverLoader(resolve(version)));
  }

  /** The folder that is kept for a version. */
  private Path folder(Version version) {
    return cache.resolve(prefix + version);
  }

  private static ClientLibraries keep(ClientLibraries libraries, Path file) {
    try {
      Files.createDirectories(file.resolveSibling(""));
      AtomicFile.write(file, libraries.text());
      return libraries;
    } catch (IOException | BadInput e) {
      throw new IllegalArgumentException(file + ": cannot be written: " + e.getMessage(), e);
    }
  }

  private ClientLibraries ask(Version version) {
    progress.accept(
        "client=%s: fetching %s and all that it runs on, once"
            .formatted(prefix + version, artifact));
    try {
      Path scratch = Files.createTempDirectory("client");
      try {
        return ask(version, scratch);
      } finally {
        BuildTool.delete(scratch);
      }
    } catch (IOException e) {
      throw new IllegalArgumentException("client=%s: %s".formatted(prefix + version, e), e);
    }
  }

  private ClientLibraries ask(Version version, Path scratch) throws IOException {
    Path log = scratch.resolve("log.txt");
    Path classPath = scratch.resolve("classpath.txt");
    String output = "-Dmdep.outputFile=" + classPath;
    List<String> command =
        List.of(maven, "-B", "-ntp", "-q", PLUGIN, "-Dmdep.includeScope=runtime", output);
    String error = "";
    Optional<Kept> own = ClientJar.find(version.toString(), folder(version));
    for (boolean managed : new boolean[] {false, true}) {
      Files.deleteIfExists(log);
      // Below the scratch folder, so that a parent is looked for in repositories only.
      Path project = Files.createDirectories(scratch.resolve("project/client"));
      String pom = own.isPresent() ? own.get().project() : pom(version, managed);
      Files.writeString(project.resolve("pom.xml"), pom);
      if (BuildTool.run(project, log, command) == 0 && Files.exists(classPath)) {
        String jar = own.map(kept -> kept.jar() + File.pathSeparator).orElse("");
        return ClientLibraries.of(jar + Files.readString(classPath), managed);
      }
      error = BuildTool.firstError(log);
      if (!error.contains(CONFLICT)) {
        break;
      }
    }
    String hint = own.isEmpty() ? "" : "; its pom needs it: run mvn install where it was built";
    throw new IllegalArgumentException(
        "client=%s: cannot be resolved: %s%s".formatted(prefix + version, reason(error), hint));
  }

  private static String reason(String error) {
    Matcher missing = MISSING.matcher(error);
    if (missing.find()) {
      return "Maven finds no " + missing.group().replaceFirst(".*artifact | was not found", "");
    }
    return error.contains(CONFLICT) ? error : Ascii.truncate(error, REASON_CHARS, "...");
  }

  /** A project whose only dependency is the client. */
  private String pom(Version version, boolean managed) {
    String parent =
        managed
            ? "<dependencyManagement><dependencies><dependency>"
                + CLIENT.formatted(group, artifact, "-parent", version)
                + "<type>pom</type><scope>import</scope>"
                + "</dependency></dependencies></dependencyManagement>"
            : "";
    return """
        <project><modelVersion>4.0.0</modelVersion><groupId>dev.sessionbench</groupId>
        <artifactId>client</artifactId><version>1</version><packaging>pom</packaging>
        %s<dependencies><dependency>%s</dependency></dependencies></project>
        """
        .formatted(parent, CLIENT.formatted(group, artifact, "", version));
  }

  /**
   * The class path of a client as Maven resolves it.
   *
   * @param jars the client and all that it depends on at run time, in Maven's order
   * @param managed whether its dependencies contradict each other; they then have the versions that
   *     its parent lists, with which it was built
   */
  public record ClientLibraries(List<Path> jars, boolean managed) {
    private static final String JARS = "jars";
    private static final String MANAGED = "managed";

    /** What readers of a result must know, each by the artifact that has its version. */
    private static final List<List<String>> TELLING =
        List.of(
            List.of("google-cloud-spanner", "google-cloud-spanner"),
            List.of("gRPC", "grpc-api"),
            List.of("gax", "gax"),
            List.of("protobuf", "protobuf-java"));

    static ClientLibraries of(String classPath, boolean managed) {
      return new ClientLibraries(
          Arrays.stream(classPath.strip().split(File.pathSeparator, -1)).map(Path::of).toList(),
          managed);
    }

    /**
     * The versions, for people to read: {@code google-cloud-spanner 1.52.0, gRPC 1.27.2, gax
     * 1.54.0, protobuf 3.11.4}.
     */
    public String versions() {
      Stream<String> parts = TELLING.stream().map(pair -> pair.get(0) + " " + version(pair.get(1)));
      String versions = parts.collect(Collectors.joining(", "));
      return managed ? versions + " (as its parent lists them)" : versions;
    }

    /** The path in a repository ends with artifact, version and file. */
    private String version(String artifact) {
      return jars.stream()
          .filter(jar -> jar.getNameCount() > 2)
          .filter(jar -> jar.getName(jar.getNameCount() - 3).toString().equals(artifact))
          .map(jar -> jar.getName(jar.getNameCount() - 2).toString())
          .findFirst()
          .orElse("unknown");
    }

    /** The class path in the form that a JVM takes. */
    String classPath() {
      return String.join(File.pathSeparator, jars.stream().map(Path::toString).toList());
    }

    /** The text of a file of properties. */
    String text() {
      return "%s=%s\n%s=%s\n".formatted(JARS, classPath().replace("\\", "\\\\"), MANAGED, managed);
    }

    /** Reads a file; empty if the file is missing or names a jar that no longer exists. */
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
}
