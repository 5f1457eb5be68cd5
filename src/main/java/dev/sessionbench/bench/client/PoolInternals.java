package dev.sessionbench.bench.client;

import com.google.cloud.spanner.DatabaseClient;
import com.google.cloud.spanner.SessionPoolOptions;
import dev.sessionbench.bench.client.PoolUnderTest.PoolMetrics;
import dev.sessionbench.bench.client.PoolUnderTest.PoolState;
import java.beans.PropertyEditor;
import java.beans.PropertyEditorManager;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Optional;

/**
 * Reads what versions of the Spanner client keep package-private, each in its own way, and calls
 * what not all of them have. It finds members by name, before and after a load.
 */
final class PoolInternals {
  private final Method total;
  private final Method idle;
  private final Method beingCreated;

  /** Counts sessions that are being prepared for writes; the pool has not received them yet. */
  private final Optional<Method> beingPrepared;

  /**
   * Finds the pool's members, before there is a pool.
   *
   * @throws IllegalStateException if this version's pool cannot be read
   */
  PoolInternals() {
    String client = DatabaseClient.class.getName() + "Impl";
    try {
      Class<?> pool = field(Class.forName(client), "pool").getType();
      total = method(pool, "totalSessions", 0);
      idle = method(pool, "getNumberOfSessionsInPool", 0);
      beingCreated = method(pool, "getNumberOfSessionsBeingCreated", 0);
      beingPrepared = find(pool, "getNumberOfSessionsBeingPrepared", 0);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException("this version has no " + client, e);
    }
  }

  /** What the pool of a client holds. */
  PoolState state(DatabaseClient client) {
    Object of = read(client, "pool");
    int prepared = beingPrepared.map(method -> (Integer) invoke(method, of)).orElse(0);
    int all = (Integer) invoke(total, of);
    int free = (Integer) invoke(idle, of);
    return new PoolState(all, free, (Integer) invoke(beingCreated, of) + prepared);
  }

  /** What the pool of a client has counted; the client exports the same as its metrics. */
  PoolMetrics metrics(DatabaseClient client) {
    Object of = read(client, "pool");
    Optional<Object> multiplexed =
        Optional.ofNullable(read(client, "multiplexedSessionDatabaseClient"));
    return new PoolMetrics(
        number(of, "maxSessionsInUse"),
        number(of, "numSessionsInUse"),
        (Integer) invoke(idle, of),
        number(of, "numSessionsAcquired"),
        number(of, "numSessionsReleased"),
        number(of, "numWaiterTimeouts"),
        multiplexed.map(uses -> number(uses, "numSessionsAcquired")).orElse(0L));
  }

  private static long number(Object of, String name) {
    return ((Number) read(of, name)).longValue();
  }

  /**
   * Lets all sessions of a client grow older, and runs the maintenance of their pool once.
   *
   * @return false if this version keeps the age of its sessions elsewhere
   */
  boolean maintain(DatabaseClient client, long idleSeconds) {
    Object of = read(client, "pool");
    for (Object session : (Iterable<?>) read(of, "allSessions")) {
      Object delegate = read(session, "delegate");
      if (find(delegate.getClass(), "getLastUseTime", 0).isEmpty()) {
        return false;
      }
      Object used = call(delegate, "getLastUseTime");
      call(delegate, "markUsed", call(used, "minusSeconds", idleSeconds));
    }
    call(read(of, "poolMaintainer"), "maintainPool");
    return true;
  }

  /**
   * The options of a pool.
   *
   * @throws IllegalStateException if this version lacks one of them, or the environment forces
   *     other sessions
   */
  static SessionPoolOptions options(DriverOptions options) {
    SessionPoolOptions.Builder builder = SessionPoolOptions.newBuilder();
    if (!options.multiplexed()) {
      Arrays.stream(builder.getClass().getDeclaredMethods())
          .filter(method -> method.getName().startsWith("setUseMultiplexedSession"))
          .filter(
              method -> Arrays.equals(method.getParameterTypes(), new Class<?>[] {boolean.class}))
          .forEach(method -> invoke(open(method), builder, false));
    }
    options.pool().forEach((name, value) -> set(builder, name, value));
    SessionPoolOptions built = builder.build();
    // In the versions that have both, the environment overrides the setters.
    boolean forced =
        options.hasPool()
            && find(built.getClass(), "getUseMultiplexedSession", 0)
                .filter(method -> !invoke(method, built).equals(options.multiplexed()))
                .isPresent();
    if (forced) {
      throw new IllegalStateException(
          "GOOGLE_CLOUD_SPANNER_MULTIPLEXED_SESSIONS forces %s sessions: unset it"
              .formatted(options.multiplexed() ? "regular" : "multiplexed"));
    }
    return built;
  }

  /**
   * Calls a setter with the value in its parameter's type, or without arguments if the value is
   * empty.
   */
  private static void set(Object builder, String name, String value) {
    Method setter = method(builder.getClass(), "set" + name, value.isEmpty() ? 0 : 1);
    Object[] arguments =
        Arrays.stream(setter.getParameterTypes()).map(type -> argument(type, value)).toArray();
    invoke(setter, builder, arguments);
  }

  /** A time is in milliseconds, for any class that the version uses for times. */
  private static Object argument(Class<?> type, String value) {
    PropertyEditor simple = PropertyEditorManager.findEditor(type);
    if (simple != null) {
      simple.setAsText(value);
      return simple.getValue();
    }
    try {
      return type.getMethod("ofMillis", long.class).invoke(null, Long.valueOf(value));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("no " + type.getSimpleName() + " can be made of text", e);
    }
  }

  /**
   * A method as a function that gives it no options, which only some versions take.
   *
   * @param form the type of the function, whose argument is the object
   * @param type has the method
   * @param arguments those of the method
   */
  static <T> T plain(Class<T> form, Class<?> type, String name, Object... arguments) {
    int number = arguments.length;
    Method method = find(type, name, number).orElseGet(() -> method(type, name, number + 1));
    try {
      MethodHandle handle =
          MethodHandles.lookup().unreflect(method).asType(MethodType.genericMethodType(number + 1));
      return MethodHandleProxies.asInterfaceInstance(
          form, MethodHandles.insertArguments(handle, 1, arguments));
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Optional<Method> find(Class<?> type, String name, int parameters) {
    return Arrays.stream(type.getDeclaredMethods())
        .filter(method -> method.getName().equals(name))
        .filter(method -> method.getParameterCount() == parameters)
        .findFirst()
        .map(PoolInternals::open);
  }

  private static Method method(Class<?> type, String name, int parameters) {
    return find(type, name, parameters).orElseThrow(() -> missing(type, name));
  }

  private static Field field(Class<?> type, String name) {
    try {
      return open(type.getDeclaredField(name));
    } catch (NoSuchFieldException e) {
      throw missing(type, name);
    }
  }

  private static IllegalStateException missing(Class<?> type, String name) {
    return new IllegalStateException(
        "this version's %s has no %s".formatted(type.getSimpleName(), name));
  }

  private static <T extends AccessibleObject> T open(T member) {
    member.setAccessible(true);
    return member;
  }

  private static Object read(Object object, String name) {
    try {
      return field(object.getClass(), name).get(object);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Calls a method of an object, or a static one of a class.
   *
   * @throws IllegalStateException if this version has no such method, or it fails
   */
  static Object call(Object of, String name, Object... arguments) {
    Class<?> type = of instanceof Class<?> itself ? itself : of.getClass();
    return invoke(method(type, name, arguments.length), of, arguments);
  }

  private static Object invoke(Method method, Object object, Object... arguments) {
    try {
      return method.invoke(object, arguments);
    } catch (InvocationTargetException | IllegalAccessException e) {
      throw new IllegalStateException(method.getName() + " failed: " + e.getCause(), e);
    }
  }
}
