package dev.sessionbench.bench.client;

import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.model.Settings;
import dev.sessionbench.bench.client.DriverCompiler.DriverLoader;
import dev.sessionbench.bench.client.LibraryResolver.ClientLibraries;
import java.lang.module.ModuleDescriptor.Version;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Loads clients of other versions, each once in a process.
 *
 * <p>It keeps Maven's answers and compiled drivers in {@code session-pool-benchmarks} under {@code
 * $XDG_CACHE_HOME}, or else {@code ~/.cache}. The libraries themselves stay in Maven's own
 * repository.
 */
final class ClientLoader {
  /** The configuration of a client that is built only as a check. */
  private static final PoolShape ANY_SHAPE = new PoolShape(1, 1, 1, 1);

  /** The loader of this process. */
  static final ClientLoader OF_THIS_PROCESS =
      new ClientLoader(
          LibraryResolver.ofThisMachine("com.google.cloud", "google-cloud-spanner", ""),
          DriverCompiler::ofThisBuild);

  private final LibraryResolver resolver;
  private final Supplier<DriverCompiler> compiler;
  private final Map<Version, Loaded> loaded = new HashMap<>();
  private final Set<Checked> checked = new HashSet<>();

  private record Checked(Generation generation, ClientChannels channels) {}

  private record Loaded(ClientLibraries libraries, Class<? extends PoolUnderTest> driver) {}

  ClientLoader(LibraryResolver resolver, Supplier<DriverCompiler> compiler) {
    this.resolver = resolver;
    this.compiler = compiler;
  }

  /**
   * The libraries of a version, resolved if necessary.
   *
   * @throws IllegalArgumentException if there is no such version, or no driver suits it: one line
   */
  ClientLibraries libraries(Version version) {
    return load(version).libraries;
  }

  /**
   * Checks that a client can be driven, before any fork needs it. It fetches the libraries,
   * compiles the driver, builds the client and closes it again, each once. It sends nothing to any
   * server.
   *
   * @param settings a value for some of its parameters
   * @throws IllegalArgumentException if the client cannot be driven: one line that says why
   */
  synchronized void check(Generation generation, Settings settings) {
    DriverOptions options = generation.options(ANY_SHAPE, settings, new Attempts());
    Checked check = new Checked(generation, options.channels());
    if (checked.contains(check)) {
      return;
    }
    Version version = generation.version();
    load(version);
    try {
      client(version, options, new ServerAddress.Tcp("localhost", 1)).close();
    } catch (IllegalStateException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
    checked.add(check);
  }

  /**
   * Builds a client.
   *
   * @param version its version
   * @param options what the driver needs
   * @param server its server
   * @return the unopened client
   * @throws IllegalArgumentException if there is no such version, or no driver suits it: one line
   * @throws IllegalStateException if it cannot be built with these options
   */
  PoolUnderTest client(Version version, DriverOptions options, ServerAddress server) {
    try {
      return load(version)
          .driver
          .getConstructor(DriverOptions.class, String.class, Optional.class)
          .newInstance(options, server.url(), server.messages());
    } catch (InvocationTargetException e) {
      throw unbuilt(version, Objects.requireNonNullElse(e.getCause(), e));
    } catch (ReflectiveOperationException | LinkageError e) {
      throw unbuilt(version, e);
    }
  }

  /** This program's own messages stay as they are; those of other faults also name the kind. */
  private static IllegalStateException unbuilt(Version version, Throwable why) {
    String reason =
        why instanceof IllegalStateException ? String.valueOf(why.getMessage()) : why.toString();
    return new IllegalStateException(
        "client=%s: cannot be built: %s".formatted(version, reason.lines().findFirst().orElse("")),
        why);
  }

  private synchronized Loaded load(Version version) {
    return loaded.computeIfAbsent(version, this::find);
  }

  private Loaded find(Version version) {
    ClientLibraries libraries = resolver.resolve(version);
    try {
      Path classes = compiler.get().compile(libraries, resolver.folder(version));
      // It stays open as long as the process, because a client loads classes to its end.
      DriverLoader loader = new DriverLoader(libraries, classes);
      return new Loaded(
          libraries, loader.loadClass(DriverCompiler.DRIVER).asSubclass(PoolUnderTest.class));
    } catch (IllegalArgumentException | ReflectiveOperationException | LinkageError e) {
      throw new IllegalArgumentException("client=%s: %s".formatted(version, e.getMessage()), e);
    }
  }
}
