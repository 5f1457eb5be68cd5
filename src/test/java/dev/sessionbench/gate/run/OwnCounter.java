package dev.sessionbench.gate.run;

import dev.sessionbench.bench.client.ClientChange;
import dev.sessionbench.bench.count.CountCell;
import dev.sessionbench.bench.count.Counting;
import dev.sessionbench.gate.CountData.Run;
import dev.sessionbench.gate.Side;
import dev.sessionbench.gate.run.Sides.SideCounter;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import net.bytebuddy.dynamic.ClassFileLocator;

/**
 * Counts a client in this process, each cell once.
 *
 * @param counting counts a cell
 * @param loader loads the classes that count and the client's classes
 * @param known the counts so far
 */
record OwnCounter(
    Function<String, Map<String, Long>> counting,
    ClassLoader loader,
    Map<String, Map<String, Long>> known)
    implements SideCounter {
  private OwnCounter(Function<String, Map<String, Long>> counting, ClassLoader loader) {
    this(counting, loader, new ConcurrentHashMap<>());
  }

  /** A counter for this process's own client. */
  static OwnCounter ofBase() {
    Counting counting = new Counting(Map.of());
    return new OwnCounter(
        cell -> counting.count(CountCell.parse(cell)), OwnCounter.class.getClassLoader());
  }

  /** A counter with its own classes, as in its own process but without starting one. */
  @SuppressWarnings("unchecked")
  static OwnCounter loaded(String classPath, ClientChange... changes) {
    try {
      URL[] entries =
          Pattern.compile(Pattern.quote(File.pathSeparator))
              .splitAsStream(classPath)
              .map(OwnCounter::url)
              .toArray(URL[]::new);
      // Left open: the client's threads may load classes after the last count.
      ClassLoader loader = new ClientAnew(entries, List.of(changes));
      Class<?> type = loader.loadClass(Counting.class.getName());
      Class<?> cellType = loader.loadClass(CountCell.class.getName());
      Object counting = type.getConstructor(Map.class).newInstance(Map.of());
      Method parse = cellType.getMethod("parse", String.class);
      Method count = type.getMethod("count", cellType);
      return new OwnCounter(
          cell -> {
            try {
              return (Map<String, Long>) count.invoke(counting, parse.invoke(null, cell));
            } catch (ReflectiveOperationException e) {
              throw new IllegalStateException(e);
            }
          },
          loader);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static URL url(String entry) {
    try {
      return Path.of(entry).toUri().toURL();
    } catch (MalformedURLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A counter of a changed client, as in its own process. */
  static OwnCounter changed(String change) {
    return loaded(classPath(), ClientChange.parse(change));
  }

  /** The class path without the client's own tests, whose services need Byte Buddy. */
  static String classPath() {
    return Pattern.compile(Pattern.quote(File.pathSeparator))
        .splitAsStream(System.getProperty("java.class.path", ""))
        .filter(entry -> !entry.endsWith("-tests.jar"))
        .collect(Collectors.joining(File.pathSeparator));
  }

  @Override
  public Run count(Side side, String cell) {
    try {
      return new Run(side, counts(cell), "", 0);
    } catch (IllegalStateException e) {
      return new Run(side, Map.of(), String.valueOf(e), 0);
    }
  }

  /** The counts of a cell by name. */
  Map<String, Double> counts(String cell) {
    Map<String, Double> counts = new HashMap<>();
    known
        .computeIfAbsent(cell, counting)
        .forEach((name, value) -> counts.put(name, (double) value));
    return counts;
  }

  @Override
  public void close() {}

  /**
   * Loads the client again, with its callers and the registry of its metrics. Other libraries are
   * those of this process.
   */
  private static final class ClientAnew extends URLClassLoader {
    private static final List<String> ANEW =
        List.of(
            "com.google.cloud.spanner.",
            "com.google.cloud.grpc.",
            "dev.sessionbench.",
            "io.opencensus.");

    private final List<ClientChange> changes;

    ClientAnew(URL[] entries, List<ClientChange> changes) {
      super(entries, ClientAnew.class.getClassLoader());
      this.changes = changes;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      if (changes.isEmpty() || !name.startsWith("com.google.cloud.spanner.")) {
        return super.findClass(name);
      }
      try (ClassFileLocator client = ClassFileLocator.ForClassLoader.of(this)) {
        byte[] code = client.locate(name).resolve();
        for (ClientChange change : changes) {
          code = change.changed(name, code, client);
        }
        return defineClass(name, code, 0, code.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (ANEW.stream().noneMatch(name::startsWith)) {
        return super.loadClass(name, resolve);
      }
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        return loaded == null ? findClass(name) : loaded;
      }
    }
  }
}
