package dev.sessionbench.generation;

import dev.sessionbench.client.DriverOptions;
import dev.sessionbench.client.PoolUnderTest;
import dev.sessionbench.tool.BuildTool;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The clients of other versions that this process has loaded, each once.
 *
 * <p>What Maven answered and what was compiled is kept in {@code session-pool-benchmarks} under
 * {@code $XDG_CACHE_HOME}, or else {@code ~/.cache}; the libraries themselves stay in Maven's own
 * repository.
 */
public final class Generations {
  /** Those of this process. */
  public static final Generations OF_THIS_PROCESS =
      new Generations(
          new LibraryResolver(
              cacheFolder(), BuildTool.maven(Path.of("").toAbsolutePath()), System.err::println),
          DriverCompiler::ofThisBuild);

  private final LibraryResolver resolver;
  private final Supplier<DriverCompiler> compiler;
  private final Map<ClientVersion, Loaded> loaded = new HashMap<>();

  private record Loaded(ClientLibraries libraries, Class<? extends PoolUnderTest> driver) {}

  Generations(LibraryResolver resolver, Supplier<DriverCompiler> compiler) {
    this.resolver = resolver;
    this.compiler = compiler;
  }

  private static Path cacheFolder() {
    return Optional.ofNullable(System.getenv("XDG_CACHE_HOME"))
        .filter(folder -> !folder.isBlank())
        .map(Path::of)
        .orElse(Path.of(System.getProperty("user.home", ""), ".cache"))
        .resolve("session-pool-benchmarks");
  }

  /**
   * What a version runs on, resolved if need be.
   *
   * @throws IllegalArgumentException if there is no such version, or no driver suits it: one line
   */
  public ClientLibraries libraries(ClientVersion version) {
    return load(version).libraries;
  }

  /**
   * Builds a client.
   *
   * @param version its version
   * @param options what the driver needs
   * @return the client, which has not been opened
   * @throws IllegalArgumentException if there is no such version, or no driver suits it: one line
   * @throws IllegalStateException if it cannot be built with these options
   */
  public PoolUnderTest client(ClientVersion version, DriverOptions options) {
    try {
      return load(version).driver.getConstructor(DriverOptions.class).newInstance(options);
    } catch (InvocationTargetException e) {
      throw new IllegalStateException("client %s: %s".formatted(version, e.getCause()), e);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private synchronized Loaded load(ClientVersion version) {
    return loaded.computeIfAbsent(version, this::find);
  }

  private Loaded find(ClientVersion version) {
    ClientLibraries libraries = resolver.resolve(version);
    try {
      Path classes = compiler.get().compile(libraries, resolver.folder(version));
      // Open for as long as the process is: a client loads classes to its end.
      DriverLoader loader = DriverLoader.of(classes, libraries);
      return new Loaded(
          libraries, loader.loadClass(DriverCompiler.DRIVER).asSubclass(PoolUnderTest.class));
    } catch (IllegalArgumentException | ReflectiveOperationException | LinkageError e) {
      throw new IllegalArgumentException("client=%s: %s".formatted(version, e.getMessage()), e);
    }
  }
}
