package dev.sessionbench.bench.client;

import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Loads a driver beside its client's libraries alone. Of this program it sees the classes that both
 * sides share, which use nothing but the JDK; of this program's libraries it sees nothing.
 */
final class DriverLoader extends URLClassLoader {
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
