package dev.sessionbench.bench.client;

import com.google.common.base.Defaults;
import com.google.common.collect.Iterators;
import com.google.common.reflect.AbstractInvocationHandler;
import com.google.common.reflect.Reflection;
import com.google.common.util.concurrent.Uninterruptibles;
import com.google.protobuf.Value;
import io.grpc.StatusRuntimeException;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The JDBC driver through which connection pools use a {@link RemoteSessions}. Pools of every class
 * loader share it, because it shows them only JDK types.
 *
 * <p>Its connections do what pools and workloads ask for. All other methods do nothing and return
 * nothing. {@code isValid} asks the server by GetSession.
 */
public final class SessionDriver implements Driver {
  private static final String PREFIX = "jdbc:sessionbench:";
  private static final Map<String, RemoteSessions> SESSIONS = new ConcurrentHashMap<>();
  private static final AtomicInteger NUMBERS = new AtomicInteger();

  static {
    try {
      DriverManager.registerDriver(new SessionDriver());
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** For pools, which make the driver by its name. */
  public SessionDriver() {}

  /** A URL that connects to new sessions, until they are {@link #forget forgotten}. */
  static String url(RemoteSessions sessions) {
    String url = PREFIX + NUMBERS.incrementAndGet();
    SESSIONS.put(url, sessions);
    return url;
  }

  static void forget(RemoteSessions sessions) {
    SESSIONS.values().remove(sessions);
  }

  @Override
  public boolean acceptsURL(String url) {
    return url.startsWith(PREFIX);
  }

  @Override
  public @Nullable Connection connect(String url, Properties info) throws SQLException {
    if (!acceptsURL(url)) {
      return null;
    }
    RemoteSessions sessions = SESSIONS.get(url);
    if (sessions == null) {
      throw new SQLNonTransientConnectionException(url + ": is closed");
    }
    try {
      // Drivers over blocking sockets ignore interrupts, and Agroal interrupts the thread that
      // creates all its connections when a caller's wait times out.
      RemoteSession session =
          Objects.requireNonNull(Uninterruptibles.getUninterruptibly(sessions.connect()));
      return connection(sessions, session, () -> sessions.delete(session));
    } catch (ExecutionException e) {
      throw new SQLNonTransientConnectionException(e.getCause());
    }
  }

  /** A connection, and the action that closes it. */
  static Connection connection(
      RemoteSessions sessions, RemoteSession session, AutoCloseable close) {
    Map<String, Call> calls = new HashMap<>();
    calls.put(
        "prepareStatement",
        arguments -> statement(session, (String) Objects.requireNonNull(arguments[0])));
    calls.put("isValid", arguments -> session.exists());
    calls.put("getAutoCommit", arguments -> true);
    calls.put("getMetaData", arguments -> proxy(DatabaseMetaData.class, Map.of()));
    calls.put("isClosed", arguments -> !sessions.has(session));
    calls.put("close", withoutResult(close));
    return proxy(Connection.class, calls);
  }

  private static Call withoutResult(AutoCloseable action) {
    return arguments -> {
      action.close();
      return null;
    };
  }

  private static PreparedStatement statement(RemoteSession session, String sql) {
    Call query = arguments -> rows(session.query(sql));
    Call update = arguments -> session.update(sql);
    return proxy(PreparedStatement.class, Map.of("executeQuery", query, "executeUpdate", update));
  }

  /** A result with one column, so that each value is a row. */
  private static ResultSet rows(Iterator<Value> rows) {
    Call next = arguments -> Iterators.advance(rows, 1) == 1;
    Call close = withoutResult(() -> rows.forEachRemaining(row -> {}));
    return proxy(ResultSet.class, Map.of("next", next, "close", close));
  }

  @Override
  public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) {
    return new DriverPropertyInfo[0];
  }

  @Override
  public int getMajorVersion() {
    return 1;
  }

  @Override
  public int getMinorVersion() {
    return 0;
  }

  @Override
  public boolean jdbcCompliant() {
    return false;
  }

  @Override
  public Logger getParentLogger() {
    return Logger.getLogger(SessionDriver.class.getName());
  }

  /** What an object does when one of its methods is called. */
  private interface Call {
    @Nullable Object with(@Nullable Object[] arguments) throws Exception;
  }

  /** An object that runs an action for some methods, by name, and does nothing for all others. */
  private static <T> T proxy(Class<T> type, Map<String, Call> calls) {
    return Reflection.newProxy(
        type,
        new AbstractInvocationHandler() {
          @Override
          protected @Nullable Object handleInvocation(
              Object proxy, Method method, @Nullable Object[] arguments) throws Exception {
            Call call = calls.get(method.getName());
            Class<?> returned = method.getReturnType();
            try {
              return call == null ? Defaults.defaultValue(returned) : call.with(arguments);
            } catch (StatusRuntimeException e) {
              throw new SQLException(e);
            }
          }
        });
  }
}
