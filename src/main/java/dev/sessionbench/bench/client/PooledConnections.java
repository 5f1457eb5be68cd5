package dev.sessionbench.bench.client;

import com.google.common.base.Throwables;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.bench.client.Attempts.AcquireWait;
import dev.sessionbench.bench.client.PoolLibrary.Maker;
import dev.sessionbench.bench.client.PoolLibrary.Opened;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A connection pool under a load. Each operation acquires a connection, executes one statement, and
 * closes it. Its wait ends when the pool lends the connection.
 */
final class PooledConnections implements PoolUnderTest {
  private final Maker opening;
  private final Map<String, String> values;
  private final ClassLoader loader;
  private final int minimum;
  private final RemoteSessions sessions;
  private final Attempts attempts;
  private final AtomicInteger inUse = new AtomicInteger();
  private Optional<Opened> pool = Optional.empty();
  private boolean retired;

  /**
   * Wraps a pool that is not opened yet.
   *
   * @param opening opens the pool
   * @param values values by the names of the pool's own settings
   * @param loader has the pool's classes
   * @param minimum connections that the filled pool holds
   * @param sessions the sessions that the connections are
   * @param attempts counts the RPCs
   */
  PooledConnections(
      Maker opening,
      Map<String, String> values,
      ClassLoader loader,
      int minimum,
      RemoteSessions sessions,
      Attempts attempts) {
    this.opening = opening;
    this.values = values;
    this.loader = loader;
    this.minimum = minimum;
    this.sessions = sessions;
    this.attempts = attempts;
  }

  @Override
  public void open() {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(loader);
    try {
      pool = Optional.of(opening.open(loader, sessions, values));
    } catch (Exception e) {
      throw failed(e);
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  /** Copies a pool's exception, for processes that do not have the pool's classes. */
  private static IllegalStateException failed(Exception e) {
    Throwable root = Throwables.getRootCause(e);
    boolean told = e.toString().contains(String.valueOf(root.getMessage()));
    IllegalStateException copy = new IllegalStateException(told ? "" + e : e + ": " + root);
    copy.setStackTrace(root.getStackTrace());
    return copy;
  }

  private Connection acquire() throws Exception {
    Connection connection =
        pool.orElseThrow(() -> new IllegalStateException("the pool has not been opened")).get();
    AcquireWait.endCurrent();
    inUse.incrementAndGet();
    return connection;
  }

  private void release(Connection connection) throws SQLException {
    inUse.decrementAndGet();
    connection.close();
  }

  /** An action with a connection. */
  private interface Use {
    void of(Connection connection) throws SQLException;
  }

  private void withConnection(Use use) {
    try {
      Connection connection = acquire();
      try {
        use.of(connection);
      } finally {
        release(connection);
      }
    } catch (Exception e) {
      throw failed(e);
    }
  }

  @Override
  public void read(Runnable atRow) {
    withConnection(
        connection -> {
          try (ResultSet rows = connection.prepareStatement(QUERY).executeQuery()) {
            while (rows.next()) {
              atRow.run();
            }
          }
        });
  }

  @Override
  public void write() {
    withConnection(
        connection -> {
          var unused = connection.prepareStatement(UPDATE).executeUpdate();
        });
  }

  @Override
  public OpenRead openRead() {
    try {
      Connection connection = acquire();
      ResultSet rows = connection.prepareStatement(QUERY).executeQuery();
      if (!rows.next()) {
        throw new IllegalStateException("the server returned no row for " + QUERY);
      }
      return () -> {
        try {
          rows.close();
          release(connection);
        } catch (SQLException e) {
          throw failed(e);
        }
      };
    } catch (Exception e) {
      throw failed(e);
    }
  }

  @Override
  public PoolState state() {
    int alive = sessions.alive();
    return new PoolState(alive, Math.max(0, alive - inUse.get()), sessions.creating());
  }

  @Override
  public void retire() {
    retired = true;
  }

  @Override
  public void awaitQuiescent(long limitNanos) {
    sessions.awaitQuiet(retired ? 0 : minimum, limitNanos);
  }

  @Override
  public long attempts(Rpc rpc) {
    return attempts.started(rpc);
  }

  @Override
  public void close() {
    try (sessions) {
      try {
        if (pool.isPresent()) {
          pool.get().close();
        }
      } finally {
        SessionDriver.forget(sessions);
      }
    } catch (Exception e) {
      throw failed(e);
    }
  }
}
