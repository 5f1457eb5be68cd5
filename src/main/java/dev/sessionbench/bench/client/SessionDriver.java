package dev.sessionbench.bench.client;

import com.google.common.base.Defaults;
import com.google.spanner.v1.PartialResultSet;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
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
      RemoteSession session = sessions.connect().get();
      return connection(sessions, session, () -> sessions.delete(session));
    } catch (ExecutionException e) {
      throw new SQLNonTransientConnectionException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SQLNonTransientConnectionException(e);
    }
  }

  /** A connection, and the action that closes it. */
  static Connection connection(
      RemoteSessions sessions, RemoteSession session, AutoCloseable close) {
    return proxy(Connection.class, new ConnectionCalls(sessions, session, close));
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

  /** An object that calls the methods of a target with the same signatures. */
  private static <T> T proxy(Class<T> type, Object target) {
    return type.cast(
        Proxy.newProxyInstance(
            SessionDriver.class.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) ->
                method.getDeclaringClass() == Object.class
                    ? ofObject(proxy, method, arguments)
                    : call(target, method, arguments)));
  }

  private static Object ofObject(Object proxy, Method method, @Nullable Object[] arguments) {
    return switch (method.getName()) {
      case "equals" -> proxy == arguments[0];
      case "hashCode" -> System.identityHashCode(proxy);
      default -> "connection to sessionbench";
    };
  }

  private static final Map<Method, Optional<Method>> OF_TARGETS = new ConcurrentHashMap<>();

  private static @Nullable Object call(Object target, Method method, @Nullable Object[] arguments)
      throws Throwable {
    Optional<Method> own =
        OF_TARGETS.computeIfAbsent(method, wanted -> ofTarget(target.getClass(), wanted));
    if (own.isEmpty()) {
      return Defaults.defaultValue(method.getReturnType());
    }
    try {
      return own.get().invoke(target, arguments);
    } catch (InvocationTargetException e) {
      Throwable cause = e.getCause();
      throw cause instanceof io.grpc.StatusRuntimeException ? new SQLException(cause) : cause;
    }
  }

  private static Optional<Method> ofTarget(Class<?> target, Method wanted) {
    try {
      return Optional.of(target.getDeclaredMethod(wanted.getName(), wanted.getParameterTypes()));
    } catch (NoSuchMethodException e) {
      return Optional.empty();
    }
  }

  /** The methods of a connection. */
  @SuppressWarnings({"UnusedMethod", "UnusedVariable"}) // The proxy finds them by name.
  private record ConnectionCalls(
      RemoteSessions sessions, RemoteSession session, AutoCloseable closing) {
    PreparedStatement prepareStatement(String sql) {
      return proxy(PreparedStatement.class, new StatementCalls(session, sql));
    }

    boolean isValid(int seconds) {
      return session.exists();
    }

    boolean getAutoCommit() {
      return true;
    }

    DatabaseMetaData getMetaData() {
      return proxy(DatabaseMetaData.class, this);
    }

    boolean isClosed() {
      return !sessions.has(session);
    }

    void close() throws Exception {
      closing.close();
    }
  }

  /** The methods of a statement. */
  @SuppressWarnings({"UnusedMethod", "UnusedVariable"}) // The proxy finds them by name.
  private record StatementCalls(RemoteSession session, String sql) {
    ResultSet executeQuery() {
      return proxy(ResultSet.class, new ResultCalls(session.query(sql)));
    }

    int executeUpdate() {
      return session.update(sql);
    }
  }

  /** The methods of a result with one column, so that each value is a row. */
  @SuppressWarnings({"UnusedMethod", "UnusedVariable"}) // The proxy finds them by name.
  private static final class ResultCalls {
    private final Iterator<PartialResultSet> parts;
    private int rows;

    ResultCalls(Iterator<PartialResultSet> parts) {
      this.parts = parts;
    }

    boolean next() {
      while (rows == 0 && parts.hasNext()) {
        rows = parts.next().getValuesCount();
      }
      return rows-- > 0;
    }

    void close() {
      parts.forEachRemaining(part -> {});
    }
  }
}
