package dev.sessionbench.bench.client;

import dev.sessionbench.base.model.SystemTime;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Predicate;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.asm.Advice.OnNonDefaultValue;
import net.bytebuddy.implementation.bytecode.assign.Assigner.Typing;
import org.jspecify.annotations.Nullable;

/**
 * The code that a {@link ClientChange} adds to a method of a client. It uses no class of the
 * client, because a client may have a class loader of its own.
 */
public final class ChangedCode {
  private static final int STALL_MICROS = 20_000;
  private static final long LATE_NANOS = TimeUnit.MILLISECONDS.toNanos(30);
  private static final Predicate<Call> RUN = ChangedCode::runs;
  private static final Function<Call, @Nullable Object> KEEP = Call::result;
  private static final AtomicLong CALLS = new AtomicLong();

  /** Whether the calling thread was called from here: what it does then is not changed again. */
  private static final ThreadLocal<Boolean> OURS = ThreadLocal.withInitial(() -> false);

  private ChangedCode() {}

  /** Marks the parameter that gets the change's amount. */
  @Retention(RetentionPolicy.RUNTIME)
  @interface Amount {}

  /** Marks the parameter that gets the name of the change's effect. */
  @Retention(RetentionPolicy.RUNTIME)
  @interface Name {}

  /** Is copied around the method. */
  static final class Around {
    @Advice.OnMethodEnter(skipOn = OnNonDefaultValue.class)
    static boolean enter(
        @Advice.This(optional = true) @Nullable Object self, @Name String effect, @Amount int n) {
      return isSkipped(effect, n, self);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class)
    static void exit(
        @Advice.This(optional = true) @Nullable Object self,
        @Advice.AllArguments Object[] arguments,
        @Advice.Return(readOnly = false, typing = Typing.DYNAMIC) @Nullable Object result,
        @Advice.Thrown(readOnly = false) @Nullable Throwable failure,
        @Name String effect,
        @Amount int n) {
      if (failure == null) {
        result = result(effect, n, self, arguments, result);
      } else {
        failure = failure(effect, n, failure);
      }
    }
  }

  /**
   * A call of the method.
   *
   * @param due true in one call of {@code n}
   */
  @SuppressWarnings("ArrayRecordComponent") // Calls are never compared.
  private record Call(
      int n, boolean due, @Nullable Object self, Object[] arguments, @Nullable Object result) {
    static Call of(int n, @Nullable Object self, Object[] arguments, @Nullable Object result) {
      return new Call(n, CALLS.incrementAndGet() % n == 0, self, arguments, result);
    }

    @Nullable Object whenDue(Object other) {
      return due ? other : result;
    }
  }

  /** What happens in the method: before it, which may skip it, and to what it returns. */
  enum Effect {
    PAUSE("takes %d us longer", call -> pause(call.n), KEEP),
    STALL("takes 20 ms longer in one call of %d", call -> call.due && pause(STALL_MICROS), KEEP),
    COMPUTE("computes for %d us more", call -> spend(call.n, 0), KEEP),
    /** A native method reads the array, so that the compiler cannot remove the allocation. */
    ALLOCATE("allocates %d bytes more", call -> Thread.holdsLock(new byte[call.n]), KEEP),
    SKIP("does nothing in one call of %d", Call::due, KEEP),
    ANSWER("does nothing in one call of %d", Call::due, KEEP),
    POSTPONE("does its work 30 ms late in one call of %d", ChangedCode::postpone, KEEP),
    LEAK("leaves a thread behind in one call of %d", ChangedCode::leak, KEEP),
    SWALLOW("hides one failure in %d", RUN, KEEP),
    TWICE("asks again in one call of %d", RUN, ChangedCode::again),
    MAXIMUM("has no limit in one call of %d", RUN, call -> call.whenDue(Integer.MAX_VALUE)),
    LESS("is smaller by %d", RUN, call -> Math.max(1, number(call).intValue() - call.n)),
    REFUSE("says no in one call of %d", RUN, call -> call.whenDue(false)),
    HURRY("gives no pause in one call of %d", RUN, call -> call.whenDue(0L)),
    LAST("is LAST in one call of %d", RUN, ChangedCode::last),
    FIRST_CHANNEL("is the first channel in one call of %d", RUN, call -> channel(call, 0)),
    ANY_CHANNEL("is any channel in one call of %d", RUN, call -> channel(call, CALLS.get()));

    private final String meaning;

    // Functions without state.
    @SuppressWarnings("ImmutableEnumChecker")
    private final Predicate<Call> before;

    @SuppressWarnings("ImmutableEnumChecker")
    private final Function<Call, @Nullable Object> after;

    Effect(String meaning, Predicate<Call> before, Function<Call, @Nullable Object> after) {
      this.meaning = meaning;
      this.before = before;
      this.after = after;
    }

    String meaning() {
      return meaning;
    }
  }

  /** How often the client has called the method. */
  public static long calls() {
    return CALLS.get();
  }

  /** Runs before the method; true if the method is to be skipped. */
  public static boolean isSkipped(String name, int n, @Nullable Object self) {
    Effect effect = Effect.valueOf(name);
    return effect.before != RUN
        && !OURS.get()
        && effect.before.test(Call.of(n, self, new Object[0], null));
  }

  /** Runs after the method; gives what the client gets instead of the method's result. */
  public static @Nullable Object result(
      String name, int n, @Nullable Object self, Object[] arguments, @Nullable Object result) {
    Effect effect = Effect.valueOf(name);
    if (effect == Effect.ANSWER) {
      return result == null ? answer(Objects.requireNonNull(self)) : result;
    }
    return effect.after == KEEP || OURS.get()
        ? result
        : effect.after.apply(Call.of(n, self, arguments, result));
  }

  /** Runs if the method fails; gives the failure that the client gets, null for none. */
  public static @Nullable Throwable failure(String name, int n, Throwable failure) {
    return name.equals(Effect.SWALLOW.name()) && Call.of(n, null, new Object[0], null).due
        ? null
        : failure;
  }

  private static boolean pause(int micros) {
    return spend(micros, micros);
  }

  /** Spends time, asleep or, if there is none between two looks, computing. */
  private static boolean spend(int micros, int lookMicros) {
    return SystemTime.CLOCK.await(
        () -> false,
        TimeUnit.MICROSECONDS.toNanos(lookMicros),
        TimeUnit.MICROSECONDS.toNanos(micros));
  }

  private static Number number(Call call) {
    return (Number) Objects.requireNonNull(call.result);
  }

  private static boolean postpone(Call call) {
    if (call.due) {
      SystemTime.CLOCK.after(LATE_NANOS, () -> invoke(call.self, "close"));
    }
    return call.due;
  }

  private static boolean leak(Call call) {
    if (call.due) {
      // It refers to the client as long as it lives.
      Thread thread =
          new Thread(() -> SystemTime.CLOCK.await(() -> call.self == null, 1L << 40, 1L << 60));
      thread.setDaemon(true);
      thread.start();
    }
    return false;
  }

  private static boolean runs(Call call) {
    return false;
  }

  /** Asks a pool for the same number of sessions again, as far as it may hold them. */
  private static @Nullable Object again(Call call) {
    if (call.due && !(boolean) call.arguments[1]) {
      Object allowed = invoke(call.self, "getAllowedCreateSessions", call.arguments[0]);
      if (allowed instanceof Integer more && more > 0) {
        invoke(call.self, "createSessions", more, false);
      }
    }
    return call.result;
  }

  /** The answer to a deletion that was never sent. */
  private static Object answer(Object client) {
    try {
      ClassLoader loader = client.getClass().getClassLoader();
      Object empty =
          PoolInternals.call(loader.loadClass("com.google.protobuf.Empty"), "getDefaultInstance");
      return PoolInternals.call(
          loader.loadClass("com.google.api.core.ApiFutures"), "immediateFuture", empty);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  private static @Nullable Object last(Call call) {
    Class<?> positions = Objects.requireNonNull(call.result).getClass();
    return call.whenDue(PoolInternals.call(positions, "valueOf", "LAST"));
  }

  private static @Nullable Object channel(Call call, long channel) {
    if (!call.due || !(call.result instanceof Map<?, ?> options)) {
      return call.result;
    }
    Map<Object, Object> others = new LinkedHashMap<>(options);
    others.replaceAll(
        (option, value) ->
            ((Enum<?>) option).name().equals("CHANNEL_HINT") ? channel / call.n : value);
    return others;
  }

  private static @Nullable Object invoke(
      @Nullable Object target, String name, Object... arguments) {
    OURS.set(true);
    try {
      return PoolInternals.call(Objects.requireNonNull(target), name, arguments);
    } finally {
      OURS.set(false);
    }
  }
}
