package dev.sessionbench.bench.client;

import com.google.common.io.Resources;
import dev.sessionbench.bench.client.LibraryResolver.ClientLibraries;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Loads a client with only its own libraries. Of this program it sees the classes that both sides
 * share, which show only types of the JDK. It sees none of this program's libraries. Each client
 * has the driver's classes of its own, from the byte code of this build.
 */
final class DriverLoader extends URLClassLoader {
  /** The prefix of this project's packages. */
  private static final String OURS = "dev.sessionbench.";

  private static final String PACKAGE = OURS + "bench.client.";
  private static final String DRIVER = PACKAGE + "SpannerDriver";
  private static final ClassLoader OUR_LOADER = DriverLoader.class.getClassLoader();

  /** The classes of the driver. */
  private static final List<String> CLASSES =
      List.of(
          PACKAGE + "AttemptCounter",
          PACKAGE + "CallLimiter",
          PACKAGE + "ChannelSetup",
          PACKAGE + "ForeignCalls",
          PACKAGE + "PoolInternals",
          DRIVER);

  private final ClientLibraries libraries;

  /** A loader for a client and all that it depends on. */
  DriverLoader(ClientLibraries libraries) {
    super(
        libraries.jars().stream().map(DriverLoader::url).toArray(URL[]::new),
        ClassLoader.getPlatformClassLoader());
    this.libraries = libraries;
  }

  private static URL url(Path jar) {
    try {
      return jar.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The client and all that it depends on. */
  ClientLibraries libraries() {
    return libraries;
  }

  /** Whether each client has its own class of this name, instead of this program's. */
  static boolean isDriver(String className) {
    return CLASSES.contains(className.replaceFirst("\\$.*", ""));
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    if (!name.startsWith(OURS)) {
      return super.findClass(name);
    }
    if (!isDriver(name)) {
      return OUR_LOADER.loadClass(name);
    }
    try {
      URL file = OUR_LOADER.getResource(name.replace('.', '/') + ".class");
      byte[] code = Resources.toByteArray(Objects.requireNonNull(file, name));
      return defineClass(name, code, 0, code.length);
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }

  /**
   * Builds a Spanner client.
   *
   * @param name its name in complaints
   * @param options what the driver needs
   * @param server its server
   * @return the unopened client
   * @throws IllegalStateException if it cannot be built with these options
   */
  PoolUnderTest client(Object name, DriverOptions options, ServerAddress server) {
    try {
      return loadClass(DRIVER)
          .asSubclass(PoolUnderTest.class)
          .getConstructor(DriverOptions.class, String.class, Optional.class)
          .newInstance(options, server.url(), server.messages());
    } catch (InvocationTargetException e) {
      throw unbuilt(name, Objects.requireNonNullElse(e.getCause(), e));
    } catch (ReflectiveOperationException | LinkageError e) {
      throw unbuilt(name, e);
    }
  }

  /** This program's own messages stay as they are; those of other faults also name the kind. */
  private static IllegalStateException unbuilt(Object name, Throwable why) {
    String reason =
        why instanceof IllegalStateException ? String.valueOf(why.getMessage()) : why.toString();
    return new IllegalStateException(
        "client=%s: cannot be built: %s".formatted(name, reason.lines().findFirst().orElse("")),
        why);
  }
}
