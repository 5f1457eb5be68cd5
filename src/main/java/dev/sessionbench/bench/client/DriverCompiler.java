package dev.sessionbench.bench.client;

import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import com.google.common.io.MoreFiles;
import com.google.common.io.Resources;
import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.text.BuildTool;
import dev.sessionbench.bench.client.LibraryResolver.ClientLibraries;
import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileManager.Location;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/**
 * Compiles the driver against a client's own libraries, and keeps the classes. The same source also
 * drives the client that this suite is built with.
 *
 * @param sources the text of each source file, by its path
 */
record DriverCompiler(Map<String, String> sources) {
  /** The prefix of this project's packages. */
  private static final String OURS = "dev.sessionbench.";

  private static final String PACKAGE = OURS + "bench.client.";

  /** The class of the driver. */
  static final String DRIVER = PACKAGE + "SpannerDriver";

  /** The classes of the driver's source files. */
  static final List<String> CLASSES =
      List.of(
          PACKAGE + "AttemptCounter",
          PACKAGE + "CallLimiter",
          PACKAGE + "ChannelSetup",
          PACKAGE + "ForeignCalls",
          PACKAGE + "PoolInternals",
          DRIVER);

  /**
   * A class that a source names: one imported from this project, or possibly one of its package.
   */
  private static final Pattern NAMED =
      Pattern.compile("import (dev\\.sessionbench\\.[\\w.]+);|\\b[A-Z]\\w+");

  /** Copies the map. */
  DriverCompiler {
    sources = new TreeMap<>(sources);
  }

  /** Whether each client has its own class of this name, instead of this program's. */
  static boolean isDriver(String className) {
    return CLASSES.contains(className.replaceFirst("\\$.*", ""));
  }

  /** The path of a class's source, below the folder of all source. */
  static String path(String className) {
    return className.replace('.', '/') + ".java";
  }

  /** The driver's source in this build. */
  static DriverCompiler ofThisBuild() {
    Map<String, String> sources = new TreeMap<>();
    for (String driver : CLASSES) {
      byte[] text =
          resource(path(driver))
              .orElseThrow(
                  () ->
                      new BadInput(
                          "this build has no sources of the drivers and cannot run another"
                              + " client than its own: build it with Maven"));
      sources.put(path(driver), new String(text, StandardCharsets.UTF_8));
    }
    return new DriverCompiler(sources);
  }

  private static Optional<byte[]> resource(String name) {
    URL url = DriverCompiler.class.getClassLoader().getResource(name);
    try {
      return url == null ? Optional.empty() : Optional.of(Resources.toByteArray(url));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Compiles the driver, unless it is already compiled.
   *
   * @param libraries the client and all that it depends on
   * @param folder keeps the drivers for these libraries
   * @return the folder of the classes
   * @throws IllegalArgumentException if the driver does not suit these libraries; one line with the
   *     compiler's first error
   */
  Path compile(ClientLibraries libraries, Path folder) {
    Path classes =
        folder.resolve(
            "driver-" + digest(libraries, name -> resource(name.replace('.', '/') + ".class")));
    try {
      if (!Files.isDirectory(classes)) {
        Files.createDirectories(folder);
        Path own = Files.createTempDirectory(folder, "part");
        try {
          compileInto(own, libraries);
          Files.move(own, classes);
        } catch (IOException e) {
          // Another process has already compiled the same.
          if (!Files.isDirectory(classes)) {
            throw e;
          }
        } finally {
          if (Files.exists(own)) {
            BuildTool.delete(own);
          }
        }
      }
      return classes;
    } catch (IOException e) {
      throw new IllegalArgumentException(folder + ": cannot be written: " + e.getMessage(), e);
    }
  }

  private void compileInto(Path folder, ClientLibraries libraries) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    if (compiler == null) {
      throw new IllegalArgumentException(
          "a client of another version needs a JDK to compile its driver: this Java has no"
              + " compiler");
    }
    List<Path> units = new ArrayList<>();
    for (Map.Entry<String, String> source : sources.entrySet()) {
      Path unit = folder.resolve(source.getKey());
      MoreFiles.createParentDirectories(unit);
      units.add(Files.writeString(unit, source.getValue()));
    }
    DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      List<String> options = List.of("-proc:none", "-nowarn", "-Xlint:none", "-implicit:none");
      if (!compiler
          .getTask(
              null,
              separated(files, libraries.jars(), folder),
              found,
              options,
              null,
              files.getJavaFileObjectsFromPaths(units))
          .call()) {
        throw new IllegalArgumentException(
            "the driver does not suit this version: " + firstError(found));
      }
    }
  }

  /** This project's classes come from this program, others only from the jars. */
  private static JavaFileManager separated(
      StandardJavaFileManager files, List<Path> jars, Path output) throws IOException {
    // No annotations are processed, so the path of the processors is free for this use.
    Location ours = StandardLocation.ANNOTATION_PROCESSOR_PATH;
    files.setLocationFromPaths(StandardLocation.CLASS_PATH, jars);
    files.setLocationFromPaths(StandardLocation.CLASS_OUTPUT, List.of(output));
    files.setLocationFromPaths(
        ours, ClientLibraries.of(System.getProperty("java.class.path", ""), false).jars());
    return new ForwardingJavaFileManager<>(files) {
      @Override
      public Iterable<JavaFileObject> list(
          Location location, String packageName, Set<JavaFileObject.Kind> kinds, boolean recurse)
          throws IOException {
        boolean own = location == StandardLocation.CLASS_PATH && packageName.startsWith(OURS);
        return super.list(own ? ours : location, packageName, kinds, recurse);
      }
    };
  }

  private static String firstError(DiagnosticCollector<JavaFileObject> found) {
    return found.getDiagnostics().stream()
        .filter(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.ERROR)
        .map(diagnostic -> diagnostic.getMessage(null).replaceAll("\\s*\\R\\s*", "; "))
        .findFirst()
        .orElse("the compiler says nothing");
  }

  /**
   * A digest of everything that the compiled driver depends on.
   *
   * @param bytesOfClass gives the bytes of a class in this build, by name
   */
  String digest(ClientLibraries libraries, Function<String, Optional<byte[]>> bytesOfClass) {
    Hasher hasher = Hashing.sha256().newHasher();
    hasher.putString(System.getProperty("java.specification.version", ""), StandardCharsets.UTF_8);
    hasher.putString(
        libraries.classPath().replace(File.separatorChar, '/'), StandardCharsets.UTF_8);
    Set<String> named = new TreeSet<>();
    for (String text : sources.values()) {
      hasher.putString(text, StandardCharsets.UTF_8);
      NAMED.matcher(text).results().map(DriverCompiler::className).forEach(named::add);
    }
    // The compiler copies constants of other classes into the driver.
    named.forEach(name -> bytesOfClass.apply(name).ifPresent(hasher::putBytes));
    return hasher.hash().toString().substring(0, 16);
  }

  private static String className(MatchResult named) {
    return named.group(1) == null
        ? PACKAGE + named.group()
        // Gives a nested class its binary name.
        : named.group(1).replaceAll("\\.([A-Z]\\w*)\\.(?=[A-Z])", ".$1\\$");
  }

  /**
   * Loads a driver with only its client's libraries. Of this program it sees the classes that both
   * sides share, which use only the JDK. It sees none of this program's libraries.
   */
  static final class DriverLoader extends URLClassLoader {
    /**
     * A loader for a client.
     *
     * @param libraries the client and all that it depends on
     * @param driver the folder of the driver's classes; none if the shared classes suffice
     */
    DriverLoader(ClientLibraries libraries, Path... driver) {
      super(new URL[0], ClassLoader.getPlatformClassLoader());
      Stream.concat(Arrays.stream(driver), libraries.jars().stream()).forEach(this::add);
    }

    private void add(Path path) {
      try {
        addURL(path.toUri().toURL());
      } catch (MalformedURLException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      return name.startsWith(OURS) && !isDriver(name)
          ? DriverLoader.class.getClassLoader().loadClass(name)
          : super.findClass(name);
    }
  }
}
