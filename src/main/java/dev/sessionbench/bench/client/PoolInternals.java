package dev.sessionbench.bench.client;

import com.google.cloud.spanner.DatabaseClient;
import com.google.cloud.spanner.SessionPoolOptions;
import dev.sessionbench.bench.client.PoolUnderTest.PoolMetrics;
import dev.sessionbench.bench.client.PoolUnderTest.PoolState;
import java.beans.PropertyEditor;
import java.beans.PropertyEditorManager;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Optional;

/**
 * Reads what versions of the Spanner client keep package-private, each in its own way. It finds
 * members by name, and is used only before and after a load.
 */
final class PoolInternals {
  private final Field pool;
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
      pool = field(Class.forName(client), "pool");
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException("this version has no " + client, e);
    }
    total = method("totalSessions");
    idle = method("getNumberOfSessionsInPool");
    beingCreated = method("getNumberOfSessionsBeingCreated");
    beingPrepared = find(pool.getType(), "getNumberOfSessionsBeingPrepared");
  }

  private Method method(String name) {
    return find(pool.getType(), name)
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "this version's %s has no %s".formatted(pool.getType().getSimpleName(), name)));
  }

  /** What the pool of a client holds. */
  PoolState state(DatabaseClient client) {
    Object of = get(pool, client);
    int prepared = beingPrepared.map(method -> (Integer) invoke(method, of)).orElse(0);
    return new PoolState(
        (Integer) invoke(total, of),
        (Integer) invoke(idle, of),
        (Integer) invoke(beingCreated, of) + prepared);
  }

  /** What the pool of a client has counted; the client exports the same as its metrics. */
  PoolMetrics metrics(DatabaseClient client) {
    Object of = get(pool, client);
    Optional<Object> multiplexed =
        Optional.ofNullable(
            get(field(client.getClass(), "multiplexedSessionDatabaseClient"), client));
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
    return ((Number) get(field(of.getClass(), name), of)).longValue();
  }

  /**
   * Lets all sessions of a client grow older, and runs the maintenance of their pool once.
   *
   * @return false if this version keeps the age of its sessions elsewhere
   */
  boolean maintain(DatabaseClient client, long idleSeconds) {
    Object of = get(pool, client);
    for (Object session : (Iterable<?>) get(field(pool.getType(), "allSessions"), of)) {
      Object delegate = get(field(session.getClass(), "delegate"), session);
      if (find(delegate.getClass(), "getLastUseTime").isEmpty()) {
        return false;
      }
      Object used = call(delegate, "getLastUseTime");
      call(delegate, "markUsed", call(used, "minusSeconds", idleSeconds));
    }
    call(get(field(pool.getType(), "poolMaintainer"), of), "maintainPool");
    return true;
  }

  private static Object call(Object object, String name, Object... arguments) {
    Method method =
        find(object.getClass(), name)
            .orElseThrow(() -> new IllegalStateException("this version has no " + name));
    return invoke(method, object, arguments);
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
            && find(built.getClass(), "getUseMultiplexedSession")
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
    Method setter =
        find(builder.getClass(), "set" + name)
            .orElseThrow(() -> new IllegalStateException("this version has no set" + name));
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

  private static Optional<Method> find(Class<?> type, String name) {
    return Arrays.stream(type.getDeclaredMethods())
        .filter(method -> method.getName().equals(name))
        .findFirst()
        .map(PoolInternals::open);
  }

  private static Field field(Class<?> type, String name) {
    try {
      return open(type.getDeclaredField(name));
    } catch (NoSuchFieldException e) {
      throw new IllegalStateException(
          "this version's %s has no %s".formatted(type.getSimpleName(), name), e);
    }
  }

  private static <T extends AccessibleObject> T open(T member) {
    member.setAccessible(true);
    return member;
  }

  private static Object get(Field field, Object object) {
    try {
      return field.get(object);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Calls a method; a static one ignores the object. */
  static Object invoke(Method method, Object object, Object... arguments) {
    try {
      return method.invoke(object, arguments);
    } catch (InvocationTargetException | IllegalAccessException e) {
      throw new IllegalStateException(method.getName() + " failed: " + e.getCause(), e);
    }
  }
}
