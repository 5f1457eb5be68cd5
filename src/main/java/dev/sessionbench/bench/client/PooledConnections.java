package dev.sessionbench.bench.client;

import com.google.common.base.Throwables;
import dev.sessionbench.base.model.LatencyProfile;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.bench.client.Attempts.AcquireWait;
import dev.sessionbench.bench.client.PoolLibrary.Opened;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A connection pool under a load. Each operation acquires a connection, executes one statement, and
 * closes it. Its wait ends when the pool lends the connection.
 */
final class PooledConnections implements PoolUnderTest {
  private final Callable<Opened> opening;
  private final int minimum;
  private final RemoteSessions sessions;
  private final Attempts attempts;
  private final AtomicInteger inUse = new AtomicInteger();
  private @Nullable Opened pool;
  private boolean retired;

  /**
   * Wraps a pool that is not opened yet.
   *
   * @param opening opens the pool
   * @param minimum connections that the filled pool holds
   * @param sessions the sessions that the connections are
   * @param attempts counts the RPCs
   */
  PooledConnections(
      Callable<Opened> opening, int minimum, RemoteSessions sessions, Attempts attempts) {
    this.opening = opening;
    this.minimum = minimum;
    this.sessions = sessions;
    this.attempts = attempts;
  }

  /**
   * Does something with the pool. Copies the pool's exception, for processes that do not have the
   * pool's classes.
   */
  private static <T> T failingWithoutPoolClasses(Callable<T> action) {
    try {
      return action.call();
    } catch (Exception e) {
      Throwable root = Throwables.getRootCause(e);
      boolean named = e.toString().contains(String.valueOf(root.getMessage()));
      IllegalStateException copy = new IllegalStateException(named ? "" + e : e + ": " + root);
      copy.setStackTrace(root.getStackTrace());
      throw copy;
    }
  }

  @Override
  public void open() {
    pool = failingWithoutPoolClasses(opening);
  }

  /** A connection in use. */
  private record Loan(Connection connection, AtomicInteger inUse) implements AutoCloseable {
    @Override
    public void close() throws SQLException {
      inUse.decrementAndGet();
      connection.close();
    }
  }

  private Loan acquire() throws Exception {
    if (pool == null) {
      throw new IllegalStateException("the pool has not been opened");
    }
    Connection connection = pool.lender().call();
    AcquireWait.endCurrent();
    inUse.incrementAndGet();
    return new Loan(connection, inUse);
  }

  @Override
  public void write() {
    failingWithoutPoolClasses(
        () -> {
          try (Loan loan = acquire()) {
            return loan.connection.prepareStatement(UPDATE).executeUpdate();
          }
        });
  }

  @Override
  public OpenRead openRead() {
    return failingWithoutPoolClasses(
        () -> {
          Loan loan = acquire();
          try {
            ResultSet rows = loan.connection.prepareStatement(QUERY).executeQuery();
            if (!rows.next()) {
              throw new IllegalStateException("the server returned no row for " + QUERY);
            }
            return () -> failingWithoutPoolClasses(() -> close(rows, loan));
          } catch (SQLException | RuntimeException e) {
            loan.close();
            throw e;
          }
        });
  }

  private static boolean close(ResultSet rows, Loan loan) throws SQLException {
    try (loan;
        rows) {
      return true;
    }
  }

  @Override
  public PoolState state() {
    int alive = sessions.alive();
    return new PoolState(alive, Math.max(0, alive - inUse.get()), sessions.creating());
  }

  /** None: many pools open one connection after another, for minutes if the server is slow. */
  @Override
  public LatencyProfile filling(LatencyProfile measured) {
    return LatencyProfile.none();
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
    failingWithoutPoolClasses(
        () -> {
          AutoCloseable closer = pool == null ? null : pool.closer();
          try (sessions;
              closer) {
            return true;
          }
        });
  }
}
