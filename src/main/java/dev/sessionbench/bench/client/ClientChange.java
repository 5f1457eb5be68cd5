package dev.sessionbench.bench.client;

import dev.sessionbench.base.model.Invalid;
import dev.sessionbench.base.model.RunMetric;
import dev.sessionbench.bench.client.ChangedCode.Around;
import dev.sessionbench.bench.client.ChangedCode.Effect;
import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.dynamic.scaffold.InstrumentedType;
import net.bytebuddy.dynamic.scaffold.MethodGraph;
import net.bytebuddy.matcher.ElementMatchers;
import net.bytebuddy.pool.TypePool;

/**
 * Makes the byte code of a Spanner client worse in one way, to show which changes a gate finds. A
 * process whose JVM arguments name it runs the changed client.
 *
 * @param kind what gets worse
 * @param amount by how much, as the kind's effect counts it; 1 is the strongest "one in N"
 */
public record ClientChange(Kind kind, int amount) {
  private static final String CLIENT = "com.google.cloud.spanner.";
  private static final String MAINTAINER = "SessionPool$PoolMaintainer.";

  /**
   * What gets worse. Each kind has a strong amount, an amount that a gate can hardly see, an
   * effect, a method, and the metric that should show it.
   */
  public enum Kind {
    GROWTH_TWICE(1, 10, Effect.TWICE, "SessionPool.createSessions", RunMetric.RPCS),
    GROWTH_AT_ONCE(1, 10, Effect.MAXIMUM, "SessionPoolOptions.getIncStep", RunMetric.RPCS),
    GROWTH_SMALLER(5, 1, Effect.LESS, "SessionPoolOptions.getIncStep", RunMetric.RPCS),
    GROWTH_LATE(
        3_000, 500, Effect.PAUSE, "SessionClient.internalBatchCreateSessions", RunMetric.WAIT_P99),
    GROWTH_REFUSED(1, 10, Effect.REFUSE, "SessionPool.canCreateSession", RunMetric.RPCS),
    ACQUIRE_SLOW(2_000, 200, Effect.PAUSE, "SessionPool.getSession", RunMetric.WAIT_P50),
    ACQUIRE_STALL(20, 100, Effect.STALL, "SessionPool.getSession", RunMetric.WAIT_P99),
    ACQUIRE_CPU(80, 20, Effect.COMPUTE, "SessionPool.getSession", RunMetric.CPU),
    ACQUIRE_ALLOCATION(
        4_000, 1_000, Effect.ALLOCATE, "SessionPool.getSession", RunMetric.ALLOCATED),
    /** The pool calls this method under its lock. */
    ACQUIRE_LOCK(15, 5, Effect.COMPUTE, "SessionPool.checkoutSession", RunMetric.WAIT_P99),
    RELEASE_LOST(20, 200, Effect.SKIP, "SessionPool$PooledSession.close", RunMetric.NOT_RELEASED),
    RELEASE_LATE(
        20, 100, Effect.POSTPONE, "SessionPool$PooledSession.close", RunMetric.SESSIONS_USED),
    RELEASE_CPU(80, 20, Effect.COMPUTE, "SessionPool$PooledSession.close", RunMetric.CPU),
    RELEASE_ORDER(
        1, 5, Effect.LAST, "SessionPoolOptions.getReleaseToPosition", RunMetric.IDLE_ORDER),
    KEEP_ALIVE_SKIPPED(
        1, 2, Effect.SKIP, MAINTAINER + "keepAliveSessions", RunMetric.EXECUTE_STREAMING_SQL_RPCS),
    REMOVAL_SKIPPED(1, 2, Effect.SKIP, MAINTAINER + "removeIdleSessions", RunMetric.IDLE_SECONDS),
    DELETION_SKIPPED(
        1,
        100,
        Effect.ANSWER,
        "spi.v1.GapicSpannerRpc.asyncDeleteSession",
        RunMetric.SESSIONS_LEFT),
    OPENING_SLOW(50_000, 5_000, Effect.PAUSE, "SessionPool.initPool", RunMetric.OPEN_TIME),
    CLOSE_LEAK(1, 2, Effect.LEAK, "SpannerImpl.close", RunMetric.THREADS_LEFT),
    CHANNEL_SINGLE(
        1, 4, Effect.FIRST_CHANNEL, "SessionImpl.getOptions", RunMetric.BUSIEST_CHANNEL_STATEMENTS),
    CHANNEL_LOST(
        1, 10, Effect.ANY_CHANNEL, "SessionImpl.getOptions", RunMetric.IDLEST_CHANNEL_STATEMENTS),
    ERROR_SWALLOWED(1, 2, Effect.SWALLOW, "GrpcResultSet.next", RunMetric.FAILED_CALLERS),
    ERROR_HASTY(1, 5, Effect.HURRY, "SpannerException.extractRetryDelay", RunMetric.HASTY_RETRIES);

    private final int strong;
    private final int weak;
    private final Effect effect;
    private final String method;
    private final RunMetric metric;

    Kind(int strong, int weak, Effect effect, String method, RunMetric metric) {
      this.strong = strong;
      this.weak = weak;
      this.effect = effect;
      this.method = method;
      this.metric = metric;
    }

    /** The metric that should show it. */
    public RunMetric metric() {
      return metric;
    }

    /** A strong change of this kind, and one near the limit of what a gate can see. */
    public List<ClientChange> standard() {
      return List.of(new ClientChange(this, strong), new ClientChange(this, weak));
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /**
   * Checks the amount.
   *
   * @throws IllegalArgumentException if it is not positive
   */
  public ClientChange {
    Invalid.when(amount < 1, "%s:%d: must be at least 1", kind, amount);
  }

  /**
   * Reads a change.
   *
   * @param text as {@link #toString()} gives it, or a kind alone for its stronger form
   * @throws IllegalArgumentException if there is no such change: one line
   */
  public static ClientChange parse(String text) {
    String[] parts = text.split(":", 2);
    for (Kind kind : Kind.values()) {
      if (kind.toString().equals(parts[0]) && text.matches("[a-z-]+(:[0-9]{1,9})?")) {
        return parts.length == 1
            ? kind.standard().get(0)
            : new ClientChange(kind, Integer.parseInt(parts[1]));
      }
    }
    String kinds = Arrays.toString(Kind.values()).replaceAll("[\\[\\]]", "");
    throw new IllegalArgumentException(text + ": must be KIND or KIND:N, with a kind of: " + kinds);
  }

  /** What it does. */
  public String meaning() {
    return kind.method + " " + kind.effect.meaning().formatted(amount);
  }

  /**
   * Checks that a client has what this changes.
   *
   * @param classPath the client and its libraries
   * @throws IllegalArgumentException naming the missing method
   */
  public void check(String classPath) {
    try (ClassFileLocator client = ClassFileLocator.ForJarFile.ofClassPath(classPath)) {
      method(client);
    } catch (IOException e) {
      throw new IllegalArgumentException(classPath + ": cannot be read", e);
    }
  }

  /**
   * Changes a class.
   *
   * @param name the name of the class
   * @param original its byte code
   * @param others finds the classes that it names
   * @return its changed byte code; the original if nothing in this class changes
   * @throws IOException if the class cannot be read
   */
  public byte[] changed(String name, byte[] original, ClassFileLocator others) throws IOException {
    if (!name.equals(className())) {
      return original;
    }
    ClassFileLocator own = ClassFileLocator.Simple.of(name, original);
    ClassFileLocator platform = ClassFileLocator.ForClassLoader.ofPlatformLoader();
    try (ClassFileLocator all = new ClassFileLocator.Compound(own, others, platform)) {
      MethodDescription.InDefinedShape method = method(all);
      return new ByteBuddy()
          .with(MethodGraph.Compiler.ForDeclaredMethods.INSTANCE)
          .with(InstrumentedType.Factory.Default.FROZEN)
          .redefine(method.getDeclaringType(), all)
          .visit(
              Advice.withCustomMapping()
                  .bind(ChangedCode.Amount.class, amount)
                  .bind(ChangedCode.Name.class, kind.effect.name())
                  .to(Around.class)
                  .on(ElementMatchers.is(method)))
          .make()
          .getBytes();
    }
  }

  /** The method that changes; of overloads the one with most parameters, which others call. */
  private MethodDescription.InDefinedShape method(ClassFileLocator client) {
    String name = kind.method.substring(kind.method.lastIndexOf('.') + 1);
    TypePool.Resolution type = TypePool.Default.of(client).describe(className());
    String missing = "%s: this client has no %s".formatted(kind, kind.method);
    return (type.isResolved()
            ? type.resolve().getDeclaredMethods().stream()
            : Stream.<MethodDescription.InDefinedShape>empty())
        .filter(ElementMatchers.named(name)::matches)
        .max(Comparator.comparingInt(one -> one.getParameters().size()))
        .orElseThrow(() -> new IllegalArgumentException(missing));
  }

  private String className() {
    return CLIENT + kind.method.substring(0, kind.method.lastIndexOf('.'));
  }

  @Override
  public String toString() {
    return kind + ":" + amount;
  }
}
