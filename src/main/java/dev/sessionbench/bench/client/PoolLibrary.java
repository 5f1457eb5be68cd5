package dev.sessionbench.bench.client;

import java.beans.Expression;
import java.beans.PropertyEditor;
import java.beans.PropertyEditorManager;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.time.Duration;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import javax.sql.DataSource;

/**
 * The connection pools that can be measured: where each is found, how it is made, and how it names
 * its settings. A new pool is a constant here. All other settings keep the pool's defaults.
 */
@SuppressWarnings("ImmutableEnumChecker") // Nothing in it has a state that changes.
public enum PoolLibrary {
  HIKARICP(
      "com.zaxxer:HikariCP:6.3.0",
      new Names("minimumIdle", "maximumPoolSize", "connectionTimeout", ""),
      "isValid where idle for 0.5 s",
      bean("com.zaxxer.hikari.HikariDataSource", "jdbcUrl", "driverClassName", "getConnection")),
  DBCP2(
      "org.apache.commons:commons-dbcp2:2.13.0",
      new Names("initialSize, minIdle", "maxTotal, maxIdle", "maxWaitMillis", ""),
      "isValid",
      bean("org.apache.commons.dbcp2.BasicDataSource", "url", "driverClassName", "start")),
  C3P0(
      "com.mchange:c3p0:0.10.1",
      new Names(
          "minPoolSize, initialPoolSize", "maxPoolSize", "checkoutTimeout", "acquireIncrement"),
      "none",
      bean(
          "com.mchange.v2.c3p0.ComboPooledDataSource",
          "jdbcUrl",
          "driverClass",
          "getNumConnections")),
  TOMCAT_JDBC(
      "org.apache.tomcat:tomcat-jdbc:10.1.40",
      new Names("initialSize, minIdle", "maxActive, maxIdle", "maxWait", ""),
      "none",
      bean("org.apache.tomcat.jdbc.pool.DataSource", "url", "driverClassName", "createPool")),
  AGROAL(
      "io.agroal:agroal-pool:2.6",
      new Names("initialSize, minSize", "maxSize", "acquisitionTimeout_ms", ""),
      "none",
      PoolLibrary::agroal),
  VIBUR(
      "org.vibur:vibur-dbcp:26.0",
      new Names("poolInitialSize", "poolMaxSize", "connectionTimeoutInMs", ""),
      "isValid where idle for 5 s",
      bean(
          "org.vibur.dbcp.ViburDBCPDataSource",
          "jdbcUrl",
          "driverClassName",
          "start",
          "username",
          "password")),
  REACTOR_POOL(
      "io.projectreactor.addons:reactor-pool:0.2.12",
      new Names("sizeBetween(min)", "sizeBetween(max)", "acquire(timeout)", ""),
      "none",
      PoolLibrary::reactor);

  private final List<String> coordinates;
  private final Names names;
  private final String tests;
  private final Maker maker;

  /** HikariConfig.SOFT_TIMEOUT_FLOOR. */
  private static final int LEAST_OF_HIKARICP = 250;

  PoolLibrary(String coordinates, Names names, String tests, Maker maker) {
    this.coordinates = List.of(coordinates.split(":", -1));
    this.names = names;
    this.tests = tests;
    this.maker = maker;
  }

  /** Group and name of its artifact in Maven, and the version that its bare name stands for. */
  public List<String> coordinates() {
    return coordinates;
  }

  /** The names of its settings. */
  public Names names() {
    return names;
  }

  /** The shortest time that it lets a caller wait, in milliseconds. */
  int leastTimeoutMillis() {
    return this == HIKARICP ? LEAST_OF_HIKARICP : 1;
  }

  /** How it tests a connection before it lends it. */
  public String tests() {
    return tests;
  }

  /**
   * Makes and opens a pool, which may begin to connect.
   *
   * @param loader has the classes of the pool
   * @param sessions the sessions that the connections are
   * @param values values by the names of the pool's own settings
   */
  Opened open(ClassLoader loader, RemoteSessions sessions, Map<String, String> values)
      throws Exception {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    // The pool's own threads inherit it.
    thread.setContextClassLoader(loader);
    try {
      return maker.open(loader, sessions, values);
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * A pool's names for its settings: empty if it lacks a setting, several if they must be set
   * together.
   *
   * @param minimum connections that it holds at least
   * @param maximum connections that it holds at most
   * @param acquireTimeout milliseconds that a caller waits at most
   * @param increment connections that are made at the same time
   */
  public record Names(String minimum, String maximum, String acquireTimeout, String increment) {
    /** The values of a configuration by the names of the pool's own settings. */
    public Map<String, String> values(int min, int max, long timeoutMillis, int step) {
      Map<String, String> values = new LinkedHashMap<>();
      put(values, minimum, min);
      put(values, maximum, max);
      put(values, acquireTimeout, timeoutMillis);
      put(values, increment, step);
      return values;
    }

    private static void put(Map<String, String> values, String names, long value) {
      Arrays.stream(names.split(", ", -1))
          .filter(name -> !name.isEmpty())
          .forEach(name -> values.put(name, Long.toString(value)));
    }
  }

  /** Makes and opens a pool of one library. */
  private interface Maker {
    Opened open(ClassLoader loader, RemoteSessions sessions, Map<String, String> values)
        throws Exception;
  }

  /**
   * A pool that lends connections and takes them back when they are closed.
   *
   * @param lender acquires a connection; waits for one
   * @param closer closes the pool
   */
  record Opened(Callable<Connection> lender, AutoCloseable closer) {}

  /**
   * Makes a pool from a JavaBean that is a data source, with the method that opens it and the
   * properties that must not be null.
   */
  private static Maker bean(
      String name, String url, String driver, String opening, String... empty) {
    return (loader, sessions, values) -> {
      Class<?> type = loader.loadClass(name);
      Map<String, String> all = new LinkedHashMap<>(values);
      all.put(url, SessionDriver.url(sessions));
      all.put(driver, SessionDriver.class.getName());
      List.of(empty).forEach(property -> all.put(property, ""));
      Object bean = type.getConstructor().newInstance();
      for (Map.Entry<String, String> value : all.entrySet()) {
        set(bean, value.getKey(), value.getValue());
      }
      if (call(bean, opening) instanceof Connection first) {
        first.close();
      }
      return opened((DataSource) bean);
    };
  }

  private static Opened opened(DataSource source) {
    return new Opened(source::getConnection, () -> call(source, "close"));
  }

  /** Agroal reads properties. */
  private static Opened agroal(
      ClassLoader loader, RemoteSessions sessions, Map<String, String> values) throws Exception {
    Map<String, String> all = new LinkedHashMap<>(values);
    all.put("jdbcUrl", SessionDriver.url(sessions));
    all.put("providerClassName", SessionDriver.class.getName());
    Class<?> reader =
        loader.loadClass("io.agroal.api.configuration.supplier.AgroalPropertiesReader");
    Object read = call(reader.getConstructor().newInstance(), "readProperties", all);
    Class<?> type = loader.loadClass("io.agroal.api.AgroalDataSource");
    Object none = Array.newInstance(loader.loadClass("io.agroal.api.AgroalDataSourceListener"), 0);
    return opened((DataSource) call(type, "from", read, none));
  }

  /** reactor-pool lends what a publisher provides; the callers block until it arrives. */
  private static Opened reactor(
      ClassLoader loader, RemoteSessions sessions, Map<String, String> values) throws Exception {
    Class<?> mono = loader.loadClass("reactor.core.publisher.Mono");
    Class<?> builder = loader.loadClass("reactor.pool.PoolBuilder");
    Supplier<CompletableFuture<RemoteSession>> connect = sessions::connect;
    Object built = call(builder, "from", call(mono, "fromFuture", connect));
    Iterator<Integer> numbers = values.values().stream().map(Integer::valueOf).iterator();
    built = call(built, "sizeBetween", numbers.next(), numbers.next());
    Object pool = call(built, "buildPool");
    Duration timeout = Duration.ofMillis(numbers.next());
    var unused = call(call(pool, "warmup"), "block");
    return new Opened(
        () -> {
          Object loan = call(call(pool, "acquire", timeout), "block");
          RemoteSession session = (RemoteSession) call(loan, "poolable");
          AutoCloseable release = () -> call(call(loan, "release"), "block");
          return SessionDriver.connection(sessions, session, release);
        },
        () -> call(call(pool, "disposeLater"), "block"));
  }

  /** Calls a public method of an object, or a static one of a class, and throws what it throws. */
  private static Object call(Object of, String name, Object... arguments) throws Exception {
    return new Expression(of, name, arguments).getValue();
  }

  private static void set(Object bean, String property, String value) throws Exception {
    for (Method method : bean.getClass().getMethods()) {
      if (method.getName().equalsIgnoreCase("set" + property) && method.getParameterCount() == 1) {
        PropertyEditor type = PropertyEditorManager.findEditor(method.getParameterTypes()[0]);
        if (type != null) {
          type.setAsText(value);
          method.invoke(bean, type.getValue());
          return;
        }
      }
    }
    throw new NoSuchMethodException(bean.getClass().getName() + ".set" + property);
  }
}
