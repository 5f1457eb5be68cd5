package dev.sessionbench.bench.client;

import static java.util.stream.Collectors.joining;

import dev.sessionbench.base.model.Invalid;
import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.model.Schema;
import dev.sessionbench.base.model.Settings;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A client that can be measured instead of the one that the suite is built with. A new kind of
 * client is one class that implements this, and a case in {@link #parse}. {@link LibraryResolver}
 * fetches its libraries, and {@link DriverLoader} loads them apart from this program's libraries.
 */
public interface ClientUnderTest {
  /** How the names of Spanner clients begin. */
  Pattern OF_SPANNER = Pattern.compile("newest|multiplexed-|\\d");

  /**
   * Reads the name of a client.
   *
   * @param text a connection pool as in {@code hikaricp-6.3.0}, or a name for {@link
   *     Generation#parse}
   * @throws IllegalArgumentException if there is no such client: one line
   */
  static ClientUnderTest parse(String text) {
    Optional<ConnectionPool> pool = ConnectionPool.find(text);
    Invalid.when(
        pool.isEmpty() && !OF_SPANNER.matcher(text).lookingAt(),
        "client=%s: must be %s; or a pool as in hikaricp or hikaricp-6.3.0, of %s",
        text,
        Generation.FORMS,
        Arrays.stream(PoolLibrary.values()).map(Object::toString).collect(joining(", ")));
    return pool.isPresent() ? pool.get() : Generation.parse(text);
  }

  /** Its name in results, which {@link #parse} reads. */
  String name();

  /**
   * Its libraries with versions, for people to read.
   *
   * @throws IllegalArgumentException if they cannot be fetched: one line
   */
  String libraries();

  /** Its parameters except the size of its pool. */
  Schema schema();

  /**
   * Fetches its libraries and checks that it can be built, before anything is measured.
   *
   * @param settings as {@link #build} takes them
   * @throws IllegalArgumentException if it cannot be built: one line that says why
   */
  void check(Settings settings);

  /**
   * The same client with the sessions that it uses by default.
   *
   * @throws IllegalArgumentException if it is no Spanner client: one line
   */
  default ClientUnderTest asItComes() {
    throw new IllegalArgumentException(
        "client=%s: must be a Spanner client here, by its version".formatted(name()));
  }

  /**
   * Builds the client. It is not opened and sends nothing yet.
   *
   * @param shape the size of its pool
   * @param settings a value for each parameter of its schema, and possibly for others
   * @param server its server
   * @param attempts receives each call attempt
   * @throws IllegalArgumentException if it cannot be fetched: one line
   * @throws IllegalStateException if it cannot be built
   */
  PoolUnderTest build(PoolShape shape, Settings settings, ServerAddress server, Attempts attempts);

  /**
   * The class path of its pool of sessions and all libraries.
   *
   * @throws IllegalArgumentException if it uses no such pool, or they cannot be fetched: one line
   */
  default String poolClassPath() {
    throw new IllegalArgumentException(
        "client=%s: must be a Spanner client with a pool to be changed".formatted(name()));
  }

  /** Whether it has a pool of sessions. */
  default boolean hasPool() {
    return true;
  }

  /** Whether it chooses among several gRPC channels. */
  default boolean hasChannels() {
    return false;
  }

  /** Whether it uses one multiplexed session. */
  default boolean multiplexed() {
    return false;
  }

  /** Whether {@code incStep} has a meaning for it. */
  default boolean hasIncrement() {
    return hasPool() && !multiplexed();
  }

  /** Whether its pool grows by a fixed step. */
  default boolean growsByStep() {
    return false;
  }

  /** Whether its pool asks for as many sessions as have begun to wait, with any step. */
  default boolean growsByWaiters() {
    return false;
  }
}
