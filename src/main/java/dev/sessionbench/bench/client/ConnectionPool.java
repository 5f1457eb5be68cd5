package dev.sessionbench.bench.client;

import com.google.common.base.Ascii;
import dev.sessionbench.base.model.Invalid;
import dev.sessionbench.base.model.Parameter;
import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.model.Schema;
import dev.sessionbench.base.model.Settings;
import io.grpc.ManagedChannel;
import java.lang.module.ModuleDescriptor.Version;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A version of a connection pool that runs on the {@link RemoteSessions}.
 *
 * @param library the pool
 * @param version its version
 */
public record ConnectionPool(PoolLibrary library, Version version) implements ClientUnderTest {
  /** How long a caller waits; sets each pool's own timeout. */
  public static final Parameter<Integer> ACQUIRE_TIMEOUT =
      Parameter.whole(
          "acquireTimeoutMillis",
          60_000,
          1,
          86_400_000,
          "how long a caller of a connection pool waits, not stretched by timeScale");

  private static final Pattern NAME =
      Pattern.compile(
          Arrays.stream(PoolLibrary.values())
              .map(PoolLibrary::toString)
              .collect(Collectors.joining("|", "(", ")(?:-(\\d[0-9A-Za-z.]{0,30}))?")));

  /**
   * Reads the name of a pool.
   *
   * @param text {@code hikaricp} for the latest known version, or a name as {@code hikaricp-6.3.0}
   * @return the pool; empty if the text names no pool
   */
  public static Optional<ConnectionPool> find(String text) {
    Matcher parts = NAME.matcher(text);
    if (!parts.matches()) {
      return Optional.empty();
    }
    PoolLibrary library = PoolLibrary.valueOf(Ascii.toUpperCase(parts.group(1)).replace('-', '_'));
    String version = Objects.requireNonNullElse(parts.group(2), library.coordinates().get(2));
    return Optional.of(new ConnectionPool(library, Version.parse(version)));
  }

  @Override
  public String name() {
    return library + "-" + version;
  }

  private DriverLoader loader() {
    List<String> of = library.coordinates();
    return LibraryResolver.ofThisMachine(of.get(0), of.get(1), library + "-").load(version);
  }

  @Override
  public String libraries() {
    var unused = loader();
    return library.coordinates().get(1) + " " + version;
  }

  @Override
  public Schema schema() {
    return Schema.of("the client", ACQUIRE_TIMEOUT);
  }

  @Override
  public boolean hasIncrement() {
    return !library.names().increment().isEmpty();
  }

  @Override
  public void check(Settings settings) {
    checkTimeout(settings.get(ACQUIRE_TIMEOUT));
    var unused = loader();
  }

  /**
   * Refuses a timeout that the pool would refuse.
   *
   * @param millis how long a caller is to wait
   * @throws IllegalArgumentException one line that names the timeout and what would be right
   */
  public void checkTimeout(long millis) {
    Invalid.when(
        millis < library.leastTimeoutMillis(),
        "client=%s: its callers cannot wait %d ms: %s must be at least %d ms",
        name(),
        millis,
        library.names().acquireTimeout(),
        library.leastTimeoutMillis());
  }

  @Override
  public PoolUnderTest build(
      PoolShape shape, Settings settings, ServerAddress server, Attempts attempts) {
    DriverLoader loader = loader();
    int min = shape.minSessions();
    int max = shape.maxSessions();
    int timeout = settings.get(ACQUIRE_TIMEOUT);
    Map<String, String> values = library.names().values(min, max, timeout, shape.incStep());
    AttemptCounter counter = new AttemptCounter(attempts);
    List<ManagedChannel> channels = server.channels(shape.numChannels(), List.of(counter));
    RemoteSessions sessions = new RemoteSessions(channels, Runnable::run);
    return new PooledConnections(
        () -> library.open(loader, sessions, values), shape.minSessions(), sessions, attempts);
  }
}
