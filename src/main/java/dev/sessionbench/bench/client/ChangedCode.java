package dev.sessionbench.bench.client;

import dev.sessionbench.base.model.SystemTime;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.asm.Advice.OnNonDefaultValue;
import net.bytebuddy.implementation.bytecode.assign.Assigner.Typing;
import org.jspecify.annotations.Nullable;

/**
 * The code that a {@link ClientChange} adds to a client. Each nested class is copied into a method
 * of the client; its work is done by the public methods, which the client calls. It uses no class
 * of the client, because a client may have a class loader of its own.
 */
public final class ChangedCode {
  private static final int STALL_MICROS = 20_000;
  private static final int LATE_MILLIS = 30;

  private static final AtomicLong CALLS = new AtomicLong();
  private static final ThreadLocal<Boolean> AGAIN = ThreadLocal.withInitial(() -> false);

  private ChangedCode() {}

  /** Marks the parameter that gets the change's amount. */
  @Retention(RetentionPolicy.RUNTIME)
  @interface Amount {}

  /** Starts on the first use, so that other processes have no such thread. */
  private static final class Late {
    static final String THREAD = "late-release";
    static final ScheduledExecutorService TIMER =
        Executors.newSingleThreadScheduledExecutor(task -> daemon(task, THREAD));
  }

  private static Thread daemon(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }

  /** How often the client has called what was added. */
  public static long calls() {
    return CALLS.get();
  }

  /** Counts a call; true for each call whose number is a multiple of {@code oneIn}. */
  public static boolean isDue(int oneIn) {
    return CALLS.incrementAndGet() % oneIn == 0;
  }

  /** Waits the whole time, even if the thread is woken early. */
  public static void pause(int micros) {
    CALLS.incrementAndGet();
    long end = SystemTime.CLOCK.nanos() + TimeUnit.MICROSECONDS.toNanos(micros);
    for (long left = 1; left > 0; left = end - SystemTime.CLOCK.nanos()) {
      SystemTime.CLOCK.park(left);
    }
  }

  /** Waits in one call of {@code oneIn}. */
  public static void stall(int oneIn) {
    if (isDue(oneIn)) {
      pause(STALL_MICROS);
    }
  }

  /** Keeps a processor busy. */
  public static void compute(int micros) {
    CALLS.incrementAndGet();
    long start = SystemTime.CLOCK.nanos();
    while (SystemTime.CLOCK.nanos() - start < TimeUnit.MICROSECONDS.toNanos(micros)) {
      Thread.onSpinWait();
    }
  }

  /** A native method reads the array, so that the compiler cannot remove the allocation. */
  public static void allocate(int bytes) {
    CALLS.incrementAndGet();
    if (Thread.holdsLock(new byte[bytes])) {
      throw new IllegalStateException("nobody else knows it");
    }
  }

  /** Asks a pool for the same number of sessions again, as far as it may hold them. */
  public static void again(Object pool, int sessions, boolean opening, int oneIn) {
    if (!opening && !AGAIN.get() && isDue(oneIn)) {
      AGAIN.set(true);
      try {
        Object allowed = call(pool, "getAllowedCreateSessions", sessions);
        if (allowed instanceof Integer more && more > 0) {
          call(pool, "createSessions", more, false);
        }
      } finally {
        AGAIN.set(false);
      }
    }
  }

  /** Returns a session later, from another thread; false if it is to be returned now. */
  public static boolean isPostponed(Object session, int oneIn) {
    if (Thread.currentThread().getName().equals(Late.THREAD) || !isDue(oneIn)) {
      return false;
    }
    var unused =
        Late.TIMER.schedule(() -> call(session, "close"), LATE_MILLIS, TimeUnit.MILLISECONDS);
    return true;
  }

  /** The last constant of an enumeration instead of the first, in one call of {@code oneIn}. */
  public static Object last(Object position, int oneIn) {
    return position instanceof Enum<?> constant && isDue(oneIn)
        ? Arrays.stream(constant.getDeclaringClass().getEnumConstants())
            .filter(other -> other.toString().equals("LAST"))
            .<Object>map(other -> other)
            .findFirst()
            .orElse(position)
        : position;
  }

  /** The answer to a deletion that was never sent. */
  public static Object deleted(Class<?> client) {
    try {
      ClassLoader loader = client.getClassLoader();
      Object empty =
          Class.forName("com.google.protobuf.Empty", true, loader)
              .getMethod("getDefaultInstance")
              .invoke(null);
      return Class.forName("com.google.api.core.ApiFutures", true, loader)
          .getMethod("immediateFuture", Object.class)
          .invoke(null, empty);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Leaves a thread that refers to a client. */
  public static void leak(Object client, int oneIn) {
    if (isDue(oneIn)) {
      Object kept = client;
      daemon(
              () -> {
                while (kept.hashCode() == System.identityHashCode(kept)) {
                  SystemTime.CLOCK.park(TimeUnit.HOURS.toNanos(1));
                }
              },
              "leaked-client")
          .start();
    }
  }

  /** The options of a call with another channel, in one call of {@code oneIn}. */
  public static @Nullable Map<?, ?> anyChannel(@Nullable Map<?, ?> options, int oneIn) {
    if (options == null || !isDue(oneIn)) {
      return options;
    }
    Map<Object, Object> others = new LinkedHashMap<>(options);
    others.replaceAll(
        (name, value) ->
            name instanceof Enum<?> option && option.name().equals("CHANNEL_HINT")
                ? (Long) value + CALLS.get() / oneIn
                : value);
    return others;
  }

  private static @Nullable Object call(Object target, String name, Object... arguments) {
    try {
      for (Method method : target.getClass().getDeclaredMethods()) {
        if (method.getName().equals(name) && method.getParameterCount() == arguments.length) {
          method.setAccessible(true);
          return method.invoke(target, arguments);
        }
      }
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
    throw new IllegalStateException("no method " + name);
  }

  static final class Twice {
    @Advice.OnMethodExit
    static void exit(
        @Advice.This Object pool,
        @Advice.Argument(0) int sessions,
        @Advice.Argument(1) boolean opening,
        @Amount int oneIn) {
      again(pool, sessions, opening, oneIn);
    }
  }

  static final class AtOnce {
    @Advice.OnMethodExit
    static void exit(@Advice.Return(readOnly = false) int step, @Amount int oneIn) {
      step = isDue(oneIn) ? Integer.MAX_VALUE : step;
    }
  }

  static final class Smaller {
    @Advice.OnMethodExit
    static void exit(@Advice.Return(readOnly = false) int step, @Amount int by) {
      step = Math.max(1, step - by);
    }
  }

  static final class Refused {
    @Advice.OnMethodExit
    static void exit(@Advice.Return(readOnly = false) boolean can, @Amount int oneIn) {
      can = can && !isDue(oneIn);
    }
  }

  static final class Pause {
    @Advice.OnMethodEnter
    static void enter(@Amount int micros) {
      pause(micros);
    }
  }

  static final class Stall {
    @Advice.OnMethodEnter
    static void enter(@Amount int oneIn) {
      stall(oneIn);
    }
  }

  static final class Compute {
    @Advice.OnMethodEnter
    static void enter(@Amount int micros) {
      compute(micros);
    }
  }

  static final class Allocate {
    @Advice.OnMethodEnter
    static void enter(@Amount int bytes) {
      allocate(bytes);
    }
  }

  static final class Skip {
    @Advice.OnMethodEnter(skipOn = OnNonDefaultValue.class)
    static boolean enter(@Amount int oneIn) {
      return isDue(oneIn);
    }
  }

  static final class Postpone {
    @Advice.OnMethodEnter(skipOn = OnNonDefaultValue.class)
    static boolean enter(@Advice.This Object session, @Amount int oneIn) {
      return isPostponed(session, oneIn);
    }
  }

  static final class Last {
    @Advice.OnMethodExit
    static void exit(
        @Advice.Return(readOnly = false, typing = Typing.DYNAMIC) Object position,
        @Amount int oneIn) {
      position = last(position, oneIn);
    }
  }

  static final class SkipDeletion {
    @Advice.OnMethodEnter(skipOn = OnNonDefaultValue.class)
    static boolean enter(@Amount int oneIn) {
      return isDue(oneIn);
    }

    @Advice.OnMethodExit
    static void exit(
        @Advice.Enter boolean skipped,
        @Advice.Origin Class<?> client,
        @Advice.Return(readOnly = false, typing = Typing.DYNAMIC) Object answer) {
      answer = skipped ? deleted(client) : answer;
    }
  }

  static final class Leak {
    @Advice.OnMethodEnter
    static void enter(@Advice.This Object client, @Amount int oneIn) {
      leak(client, oneIn);
    }
  }

  static final class FirstChannel {
    @Advice.OnMethodEnter
    static void enter(
        @Advice.Argument(value = 0, readOnly = false) long channel, @Amount int oneIn) {
      channel = isDue(oneIn) ? 0 : channel;
    }
  }

  static final class AnyChannel {
    @Advice.OnMethodEnter
    static void enter(
        @Advice.Argument(value = 0, readOnly = false) @Nullable Map<?, ?> options,
        @Amount int oneIn) {
      options = anyChannel(options, oneIn);
    }
  }

  static final class Swallow {
    @Advice.OnMethodExit(onThrowable = Throwable.class)
    static void exit(
        @Advice.Thrown(readOnly = false) @Nullable Throwable failure, @Amount int oneIn) {
      failure = failure != null && isDue(oneIn) ? null : failure;
    }
  }

  static final class Hasty {
    @Advice.OnMethodExit
    static void exit(@Advice.Return(readOnly = false) long delay, @Amount int oneIn) {
      delay = delay > 0 && isDue(oneIn) ? 0 : delay;
    }
  }
}
