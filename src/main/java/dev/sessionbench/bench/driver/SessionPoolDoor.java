package dev.sessionbench.bench.driver;

import com.google.cloud.spanner.DatabaseClient;
import com.google.cloud.spanner.SessionPoolOptions;
import dev.sessionbench.bench.client.DriverOptions;
import dev.sessionbench.bench.client.PoolUnderTest.PoolState;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;

/**
 * What the versions keep package-private, each its own: found by name, before and after a load and
 * never while it runs.
 */
final class SessionPoolDoor {
  private static final String TOTAL = "totalSessions";
  private static final String IDLE = "getNumberOfSessionsInPool";
  private static final String CREATED = "getNumberOfSessionsBeingCreated";

  private SessionPoolDoor() {}

  /**
   * The options of the pool.
   *
   * @throws IllegalStateException if this version has no option that it must have
   */
  // No more than a reminder in later versions, which prepare no sessions for writing.
  @SuppressWarnings("deprecation")
  static SessionPoolOptions options(DriverOptions options) {
    SessionPoolOptions.Builder builder =
        SessionPoolOptions.newBuilder()
            .setMinSessions(options.shape().minSessions())
            .setMaxSessions(options.shape().maxSessions());
    options
        .writeFraction()
        .ifPresent(fraction -> builder.setWriteSessionsFraction((float) fraction));
    if (options.takesStep()) {
      invoke(
          method(builder.getClass(), "setIncStep", int.class), builder, options.shape().incStep());
    }
    if (!options.multiplexed()) {
      Arrays.stream(builder.getClass().getDeclaredMethods())
          .filter(method -> method.getName().startsWith("setUseMultiplexedSession"))
          .filter(
              method -> Arrays.equals(method.getParameterTypes(), new Class<?>[] {boolean.class}))
          .forEach(method -> invoke(open(method), builder, false));
    }
    options.settings().forEach((name, value) -> set(builder, name, value));
    SessionPoolOptions built = builder.build();
    Arrays.stream(SessionPoolOptions.class.getDeclaredMethods())
        .filter(method -> options.hasPool())
        .filter(method -> method.getName().equals("getUseMultiplexedSession"))
        .filter(method -> method.getParameterCount() == 0)
        .filter(method -> !invoke(open(method), built).equals(options.multiplexed()))
        .forEach(SessionPoolDoor::refuse);
    return built;
  }

  /**
   * Calls the setter of a name, with the value as what it takes; with nothing if that is nothing.
   */
  private static void set(Object builder, String name, String value) {
    Method setter =
        Arrays.stream(builder.getClass().getDeclaredMethods())
            .filter(method -> method.getName().equals("set" + name))
            .findFirst()
            .orElseThrow(() -> new IllegalStateException("this version has no set" + name));
    Object[] arguments =
        Arrays.stream(setter.getParameterTypes()).map(type -> argument(type, value)).toArray();
    invoke(open(setter), builder, arguments);
  }

  /** A time is in milliseconds, whichever class the version has for times. */
  private static Object argument(Class<?> type, String value) {
    if (type == int.class) {
      return Integer.valueOf(value);
    }
    if (type == long.class) {
      return Long.valueOf(value);
    }
    if (type == float.class) {
      return Float.valueOf(value);
    }
    if (type == boolean.class) {
      return Boolean.valueOf(value);
    }
    try {
      return type.getMethod("ofMillis", long.class).invoke(null, Long.valueOf(value));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("no " + type.getSimpleName() + " can be made of words", e);
    }
  }

  /** The environment has the last word in the versions that have both. */
  private static void refuse(Method method) {
    throw new IllegalStateException(
        "GOOGLE_CLOUD_SPANNER_MULTIPLEXED_SESSIONS forces the other kind of sessions ("
            + method.getName()
            + "): unset it");
  }

  /** What the pool of a client holds; nothing at all where this version has no pool. */
  static PoolState state(DatabaseClient client, boolean hasPool) {
    if (!hasPool) {
      return new PoolState(0, 0, 0);
    }
    Object pool = pool(client);
    return new PoolState(
        number(pool, TOTAL), number(pool, IDLE), number(pool, CREATED) + beingPrepared(pool));
  }

  /**
   * Sees that the pool can be read, before there is one.
   *
   * @throws IllegalStateException if it cannot
   */
  static void requirePool() {
    String client = DatabaseClient.class.getName() + "Impl";
    try {
      Class<?> pool = field(Class.forName(client)).getType();
      method(pool, TOTAL);
      method(pool, IDLE);
      method(pool, CREATED);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException("this version has no " + client, e);
    }
  }

  private static Field field(Class<?> client) {
    try {
      return open(client.getDeclaredField("pool"));
    } catch (NoSuchFieldException e) {
      throw new IllegalStateException(
          "this version's " + client.getSimpleName() + " has no pool", e);
    }
  }

  private static Object pool(DatabaseClient client) {
    try {
      return field(client.getClass()).get(client);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A session on its way to be ready for writing has not been received yet. */
  private static int beingPrepared(Object pool) {
    String name = "getNumberOfSessionsBeingPrepared";
    return Arrays.stream(pool.getClass().getDeclaredMethods())
            .anyMatch(method -> method.getName().equals(name))
        ? number(pool, name)
        : 0;
  }

  private static int number(Object pool, String name) {
    return (Integer) invoke(method(pool.getClass(), name), pool);
  }

  private static Method method(Class<?> type, String name, Class<?>... parameters) {
    try {
      return open(type.getDeclaredMethod(name, parameters));
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException(
          "this version's " + type.getSimpleName() + " has no " + name, e);
    }
  }

  private static <T extends AccessibleObject> T open(T member) {
    member.setAccessible(true);
    return member;
  }

  private static Object invoke(Method method, Object object, Object... arguments) {
    try {
      return method.invoke(object, arguments);
    } catch (InvocationTargetException | IllegalAccessException e) {
      throw new IllegalStateException(method.getName() + " failed: " + e.getCause(), e);
    }
  }
}
