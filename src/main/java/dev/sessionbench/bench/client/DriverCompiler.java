package dev.sessionbench.bench.client;

import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.text.BuildTool;
import dev.sessionbench.bench.client.LibraryResolver.ClientLibraries;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URI;
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
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/**
 * Compiles the driver against a client's own libraries, and keeps what came out. Of the driver is
 * also what drives the client that this suite is built with: one source, compiled for each.
 *
 * @param sources the text of each source file, by its path
 */
record DriverCompiler(Map<String, String> sources) {
  private static final String PACKAGE = "dev.sessionbench.bench.driver.";
  private static final String SHARED_SOURCE = "dev.sessionbench.bench.client.";

  /** The class that drives. */
  static final String DRIVER = PACKAGE + "GenerationDriver";

  /** The classes of the driver's source files. */
  static final List<String> CLASSES =
      List.of(
          SHARED_SOURCE + "AttemptCounter",
          SHARED_SOURCE + "ClientOperations",
          PACKAGE + "ForeignCall",
          PACKAGE + "ForeignChannel",
          DRIVER,
          PACKAGE + "SessionPoolDoor");

  private static final Pattern OURS = Pattern.compile("import (dev\\.sessionbench\\.[\\w.]+);");

  /** Copies the map. */
  DriverCompiler {
    sources = new TreeMap<>(sources);
  }

  /** Whether each client has a class of this name of its own, and not this program's. */
  static boolean isDriver(String className) {
    return CLASSES.contains(className.replaceFirst("\\$.*", ""));
  }

  /** Where a class's source is, below the folder of all source. */
  static String path(String className) {
    return className.replace('.', '/') + ".java";
  }

  /** The driver's source as this build holds it. */
  static DriverCompiler ofThisBuild() {
    Map<String, String> sources = new TreeMap<>();
    for (String driver : CLASSES) {
      String resource = path(driver);
      try (InputStream in = DriverCompiler.class.getClassLoader().getResourceAsStream(resource)) {
        if (in == null) {
          throw new BadInput(
              "this build holds no source of the drivers, so that it can run no other client than"
                  + " its own: build it with Maven");
        }
        sources.put(resource, new String(in.readAllBytes(), StandardCharsets.UTF_8));
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }
    return new DriverCompiler(sources);
  }

  /**
   * Compiles the driver, unless that has been done.
   *
   * @param libraries the client and all that it depends on
   * @param folder where drivers for these libraries are kept
   * @return the folder of the classes
   * @throws IllegalArgumentException if the driver does not suit these libraries; one line with the
   *     compiler's first error
   */
  Path compile(ClientLibraries libraries, Path folder) {
    Path classes = folder.resolve("driver-" + digest(libraries, DriverCompiler::classBytes));
    try {
      if (!Files.isDirectory(classes)) {
        Files.createDirectories(folder);
        Path own = Files.createTempDirectory(folder, "part");
        try {
          compileInto(own, libraries);
          Files.move(own, classes);
        } catch (IOException e) {
          // Another process was faster, with the same.
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
          "a client of another version needs a JDK, for its driver is compiled: this Java has no"
              + " compiler");
    }
    DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
    try (DriverFiles files = DriverFiles.of(compiler, libraries.jars(), folder)) {
      boolean compiled =
          compiler
              .getTask(
                  null,
                  files,
                  found,
                  List.of("-proc:none", "-nowarn", "-Xlint:none", "-implicit:none"),
                  null,
                  units())
              .call();
      if (!compiled) {
        throw new IllegalArgumentException(
            "the driver does not suit this version: " + firstError(found));
      }
    }
  }

  private static String firstError(DiagnosticCollector<JavaFileObject> found) {
    return found.getDiagnostics().stream()
        .filter(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.ERROR)
        .map(diagnostic -> diagnostic.getMessage(null).replaceAll("\\s*\\R\\s*", "; "))
        .findFirst()
        .orElse("the compiler says nothing");
  }

  private List<JavaFileObject> units() {
    List<JavaFileObject> units = new ArrayList<>();
    sources.forEach((path, text) -> units.add(new Source(path, text)));
    return units;
  }

  private static final class Source extends SimpleJavaFileObject {
    private final String text;

    Source(String path, String text) {
      super(URI.create("string:///" + path), Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }

  /**
   * Changes with whatever the compiled form depends on.
   *
   * @param bytesOfClass the compiled form in this build of a class of a name
   */
  String digest(ClientLibraries libraries, Function<String, Optional<byte[]>> bytesOfClass) {
    Hasher hasher = Hashing.sha256().newHasher();
    hasher.putString(System.getProperty("java.specification.version", ""), StandardCharsets.UTF_8);
    hasher.putString(
        libraries.classPath().replace(File.separatorChar, '/'), StandardCharsets.UTF_8);
    // The compiler writes constants of other classes into the driver's own, which show them so.
    CLASSES.forEach(name -> bytesOfClass.apply(name).ifPresent(hasher::putBytes));
    for (String text : sources.values()) {
      hasher.putString(text, StandardCharsets.UTF_8);
      Matcher imports = OURS.matcher(text);
      while (imports.find()) {
        // A nested class by its binary name.
        String name = imports.group(1).replaceAll("\\.([A-Z]\\w*)\\.(?=[A-Z])", ".$1\\$");
        bytesOfClass.apply(name).ifPresent(hasher::putBytes);
      }
    }
    return hasher.hash().toString().substring(0, 16);
  }

  private static Optional<byte[]> classBytes(String name) {
    String resource = name.replace('.', '/') + ".class";
    try (InputStream in = DriverCompiler.class.getClassLoader().getResourceAsStream(resource)) {
      return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /**
   * What a driver is compiled against: this project's own classes from where this program has them,
   * and all others from the client's libraries alone.
   */
  static final class DriverFiles extends ForwardingJavaFileManager<StandardJavaFileManager> {
    private final StandardJavaFileManager ours;

    private DriverFiles(StandardJavaFileManager theirs, StandardJavaFileManager ours) {
      super(theirs);
      this.ours = ours;
    }

    /**
     * The files for one compilation.
     *
     * @param jars the client's libraries
     * @param output where the classes go
     * @throws IOException if a folder is none
     */
    static DriverFiles of(JavaCompiler compiler, List<Path> jars, Path output) throws IOException {
      StandardJavaFileManager theirs = compiler.getStandardFileManager(null, null, null);
      theirs.setLocationFromPaths(StandardLocation.CLASS_PATH, jars);
      theirs.setLocationFromPaths(StandardLocation.CLASS_OUTPUT, List.of(output));
      StandardJavaFileManager ours = compiler.getStandardFileManager(null, null, null);
      ours.setLocationFromPaths(
          StandardLocation.CLASS_PATH,
          Arrays.stream(System.getProperty("java.class.path", "").split(File.pathSeparator, -1))
              .map(Path::of)
              .toList());
      return new DriverFiles(theirs, ours);
    }

    @Override
    public Iterable<JavaFileObject> list(
        Location location, String packageName, Set<JavaFileObject.Kind> kinds, boolean recurse)
        throws IOException {
      boolean own =
          location == StandardLocation.CLASS_PATH && packageName.startsWith(DriverLoader.OURS);
      JavaFileManager from = own ? ours : fileManager;
      return from.list(location, packageName, kinds, recurse);
    }

    @Override
    public String inferBinaryName(Location location, JavaFileObject file) {
      String theirs = super.inferBinaryName(location, file);
      return theirs == null ? ours.inferBinaryName(location, file) : theirs;
    }

    @Override
    public void close() throws IOException {
      super.close();
      ours.close();
    }
  }

  /**
   * Loads a driver beside its client's libraries alone. Of this program it sees the classes that
   * both sides share, which use nothing but the JDK; of this program's libraries it sees nothing.
   */
  static final class DriverLoader extends URLClassLoader {
    /** How the names of this project's packages begin. */
    static final String OURS = "dev.sessionbench";

    private DriverLoader(List<URL> urls) {
      super(urls.toArray(new URL[0]), new Shared());
    }

    /**
     * A loader for a client.
     *
     * @param driver the folder of the driver's classes
     * @param libraries the client and all that it depends on
     */
    static DriverLoader of(Path driver, ClientLibraries libraries) {
      List<Path> places = new ArrayList<>(List.of(driver));
      places.addAll(libraries.jars());
      List<URL> urls = new ArrayList<>();
      for (Path place : places) {
        try {
          urls.add(place.toUri().toURL());
        } catch (MalformedURLException e) {
          throw new IllegalStateException(e);
        }
      }
      return new DriverLoader(urls);
    }

    /** The JDK, and of this project's classes those that no driver brings. */
    private static final class Shared extends ClassLoader {
      Shared() {
        super(ClassLoader.getPlatformClassLoader());
      }

      @Override
      protected Class<?> findClass(String name) throws ClassNotFoundException {
        if (name.startsWith(OURS + ".") && !DriverCompiler.isDriver(name)) {
          return DriverLoader.class.getClassLoader().loadClass(name);
        }
        throw new ClassNotFoundException(name);
      }
    }
  }
}
