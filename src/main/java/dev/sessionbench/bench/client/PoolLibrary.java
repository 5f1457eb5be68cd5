package dev.sessionbench.bench.client;

import java.lang.reflect.Method;
import java.sql.Connection;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import javax.sql.DataSource;

/**
 * The connection pools that can be measured: where each is found, how it is made, and how it calls
 * what can be set of it. A new one is a constant here. All else is as the pool has it by default.
 */
public enum PoolLibrary {
  HIKARICP(
      "com.zaxxer",
      "HikariCP",
      "6.3.0",
      new Names("minimumIdle", "maximumPoolSize", "connectionTimeout", ""),
      bean("com.zaxxer.hikari.HikariDataSource", "jdbcUrl", "driverClassName", "getConnection"));

  private final String group;
  private final String artifact;
  private final String latest;
  private final Names names;

  @SuppressWarnings("ImmutableEnumChecker") // It has no state.
  private final Maker maker;

  PoolLibrary(String group, String artifact, String latest, Names names, Maker maker) {
    this.group = group;
    this.artifact = artifact;
    this.latest = latest;
    this.names = names;
    this.maker = maker;
  }

  /** The group of its artifact in Maven. */
  String group() {
    return group;
  }

  /** The name of its artifact in Maven. */
  String artifact() {
    return artifact;
  }

  /** The version that its name alone stands for. */
  String latest() {
    return latest;
  }

  /** What it calls the settings. */
  Names names() {
    return names;
  }

  /** What makes a pool of it. */
  Maker maker() {
    return maker;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * What a pool calls its settings: nothing where it has no such setting, several where they must
   * be set together.
   *
   * @param minimum connections that it holds at least
   * @param maximum connections that it holds at most
   * @param acquireTimeout milliseconds that a caller waits at most
   * @param increment connections that are made at a time
   */
  record Names(String minimum, String maximum, String acquireTimeout, String increment) {
    /** The values of a configuration by the names of the pool's own settings. */
    Map<String, String> values(int min, int max, long timeoutMillis, int step) {
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

  /** Makes a pool and opens it: it may begin to connect. */
  @FunctionalInterface
  interface Maker {
    /**
     * Makes it.
     *
     * @param loader has the classes of the pool
     * @param database what the connections lead to
     * @param values by the names of the pool's own settings
     */
    Opened open(ClassLoader loader, Database database, Map<String, String> values) throws Exception;
  }

  /**
   * What connections lead to, in the two ways that pools take it.
   *
   * @param url by which {@link SessionDriver} connects
   * @param connect connects without waiting for it
   */
  record Database(String url, Supplier<CompletableFuture<Connection>> connect) {}

  /** A pool that lends connections, which come back when they are closed. */
  interface Opened extends AutoCloseable {
    /** Waits for a connection. */
    Connection get() throws Exception;
  }

  /** A JavaBean that is a data source, and a method of it that opens it. */
  private static Maker bean(String type, String url, String driver, String opening) {
    return (loader, database, values) -> {
      Object bean = loader.loadClass(type).getConstructor().newInstance();
      set(bean, url, database.url());
      set(bean, driver, SessionDriver.class.getName());
      for (Map.Entry<String, String> value : values.entrySet()) {
        set(bean, value.getKey(), value.getValue());
      }
      if (call(bean, opening) instanceof Connection first) {
        first.close();
      }
      return opened((DataSource) bean);
    };
  }

  private static Opened opened(DataSource source) {
    return new Opened() {
      @Override
      public Connection get() throws Exception {
        return source.getConnection();
      }

      @Override
      public void close() throws Exception {
        call(source, "close");
      }
    };
  }

  private static Object call(Object target, String method) throws Exception {
    return target.getClass().getMethod(method).invoke(target);
  }

  private static void set(Object bean, String property, String value) throws Exception {
    String setter =
        "set" + property.substring(0, 1).toUpperCase(Locale.ROOT) + property.substring(1);
    for (Method method : bean.getClass().getMethods()) {
      if (method.getName().equals(setter) && method.getParameterCount() == 1) {
        Class<?> type = method.getParameterTypes()[0];
        if (type == String.class) {
          method.invoke(bean, value);
          return;
        } else if (type == int.class) {
          method.invoke(bean, Integer.parseInt(value));
          return;
        } else if (type == long.class) {
          method.invoke(bean, Long.parseLong(value));
          return;
        }
      }
    }
    throw new NoSuchMethodException(bean.getClass().getName() + "." + setter);
  }
}
