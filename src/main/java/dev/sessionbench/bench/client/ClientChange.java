package dev.sessionbench.bench.client;

import dev.sessionbench.base.model.Invalid;
import dev.sessionbench.bench.client.ChangedCode.Amount;
import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
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
 * @param amount by how much, as the kind counts it
 */
public record ClientChange(Kind kind, int amount) {
  private static final String CLIENT = "com.google.cloud.spanner.";

  /** What gets worse. Where a kind counts "one in N", N = 1 is the strongest. */
  public enum Kind {
    /** Sends a request for sessions twice. */
    GROWTH_TWICE(
        "one request for sessions in %d is sent twice",
        "numBatchCreateSessionsRpcs", 1, 10, ChangedCode.Twice.class, "SessionPool.createSessions"),
    /** Grows to the maximum. */
    GROWTH_AT_ONCE(
        "one growth in %d asks for all sessions up to the maximum",
        "numBatchCreateSessionsRpcs",
        1,
        10,
        ChangedCode.AtOnce.class,
        "SessionPoolOptions.getIncStep"),
    /** Grows by a smaller step. */
    GROWTH_SMALLER(
        "the step is smaller by %d",
        "numBatchCreateSessionsRpcs",
        5,
        1,
        ChangedCode.Smaller.class,
        "SessionPoolOptions.getIncStep"),
    /** Sends requests late. */
    GROWTH_LATE(
        "a request for sessions is sent %d us late",
        "acquireWaitP99",
        3_000,
        500,
        ChangedCode.Pause.class,
        "SessionClient.internalBatchCreateSessions"),
    /** Does not grow. */
    GROWTH_REFUSED(
        "one growth in %d does not happen",
        "numBatchCreateSessionsRpcs",
        1,
        10,
        ChangedCode.Refused.class,
        "SessionPool.canCreateSession"),
    /** Acquires slowly. */
    ACQUIRE_SLOW(
        "an acquire takes %d us longer",
        "acquireWaitP50", 2_000, 200, ChangedCode.Pause.class, "SessionPool.getSession"),
    /** Acquires slowly at times. */
    ACQUIRE_STALL(
        "one acquire in %d takes 20 ms longer",
        "acquireWaitP99", 20, 100, ChangedCode.Stall.class, "SessionPool.getSession"),
    /** Computes to acquire. */
    ACQUIRE_CPU(
        "an acquire computes for %d us more",
        "clientCpu", 80, 20, ChangedCode.Compute.class, "SessionPool.getSession"),
    /** Allocates to acquire. */
    ACQUIRE_ALLOCATION(
        "an acquire allocates %d bytes more",
        "allocated", 4_000, 1_000, ChangedCode.Allocate.class, "SessionPool.getSession"),
    /** Computes while it holds the pool's lock. */
    ACQUIRE_LOCK(
        "an acquire holds the pool's lock for %d us more",
        "clientCpu", 15, 5, ChangedCode.Compute.class, "SessionPool.checkoutSession"),
    /** Loses sessions. */
    RELEASE_LOST(
        "one release in %d is lost",
        "sessionsNotReleased", 20, 200, ChangedCode.Skip.class, "SessionPool$PooledSession.close"),
    /** Returns sessions late. */
    RELEASE_LATE(
        "one session in %d returns to the pool 30 ms late",
        "sessionsUsed", 20, 100, ChangedCode.Postpone.class, "SessionPool$PooledSession.close"),
    /** Computes to release. */
    RELEASE_CPU(
        "a release computes for %d us more",
        "clientCpu", 80, 20, ChangedCode.Compute.class, "SessionPool$PooledSession.close"),
    /** Puts sessions at the other end of the queue. */
    RELEASE_ORDER(
        "one release in %d puts the session at the end of the queue",
        "idleOrder", 1, 5, ChangedCode.Last.class, "SessionPoolOptions.getReleaseToPosition"),
    /** Keeps idle sessions alive no longer. */
    KEEP_ALIVE_SKIPPED(
        "one keep-alive pass in %d does nothing",
        "executeStreamingSqlRpcs",
        1,
        2,
        ChangedCode.Skip.class,
        "SessionPool$PoolMaintainer.keepAliveSessions"),
    /** Removes idle sessions no longer. */
    REMOVAL_SKIPPED(
        "one removal of idle sessions in %d does nothing",
        "poolIdle", 1, 2, ChangedCode.Skip.class, "SessionPool$PoolMaintainer.removeIdleSessions"),
    /** Leaves sessions on the server. */
    DELETION_SKIPPED(
        "one session in %d stays on the server when the client closes",
        "sessionsLeft",
        1,
        100,
        ChangedCode.SkipDeletion.class,
        "spi.v1.GapicSpannerRpc.asyncDeleteSession"),
    /** Opens slowly. */
    OPENING_SLOW(
        "the pool opens %d us later",
        "score", 50_000, 5_000, ChangedCode.Pause.class, "SessionPool.initPool"),
    /** Leaves a thread behind. */
    CLOSE_LEAK(
        "one client in %d leaves a thread and its memory behind",
        "threadsLeft", 1, 2, ChangedCode.Leak.class, "SpannerImpl.close"),
    /** Creates sessions on the first channel. */
    CHANNEL_SINGLE(
        "one session in %d goes to the first channel",
        "rpcsOnBusiestChannel",
        1,
        4,
        ChangedCode.FirstChannel.class,
        "SessionClient.createRequestOptions",
        "SessionClient$SessionOption.channelHint"),
    /** Sends a session's calls by any channel. */
    CHANNEL_LOST(
        "one call in %d does not take its session's channel",
        "statementsOnBusiestChannel",
        1,
        10,
        ChangedCode.AnyChannel.class,
        "spi.v1.GapicSpannerRpc.newCallContext"),
    /** Hides failures of reads from callers. */
    ERROR_SWALLOWED(
        "one failed read in %d ends as if it had no rows",
        "failedCallers", 1, 2, ChangedCode.Swallow.class, "GrpcResultSet.next"),
    /** Repeats aborted transactions at once. */
    ERROR_HASTY(
        "one aborted transaction in %d is repeated without the server's pause",
        "hastyRetries", 1, 5, ChangedCode.Hasty.class, "SpannerException.extractRetryDelay");

    private final String meaning;
    private final String metric;
    private final List<Integer> strengths;
    private final Class<?> code;
    private final List<String> methods;

    Kind(String meaning, String metric, int strong, int weak, Class<?> code, String... methods) {
      this.meaning = meaning;
      this.metric = metric;
      this.strengths = List.of(strong, weak);
      this.code = code;
      this.methods = List.of(methods);
    }

    /** The metric that should show it. */
    public String metric() {
      return metric;
    }

    /** A strong change of this kind, and one near the limit of what a gate can see. */
    public List<ClientChange> standard() {
      return strengths.stream().map(strength -> new ClientChange(this, strength)).toList();
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
      if (kind.toString().equals(parts[0]) && (text + ":").matches("[a-z-]+:([0-9]{1,9}:)?")) {
        return parts.length == 1
            ? kind.standard().get(0)
            : new ClientChange(kind, Integer.parseInt(parts[1]));
      }
    }
    throw new IllegalArgumentException(
        "%s: must be KIND or KIND:N, with a kind of: %s"
            .formatted(
                text,
                Arrays.stream(Kind.values())
                    .map(Kind::toString)
                    .collect(Collectors.joining(", "))));
  }

  /** What it does, as a sentence's end. */
  public String meaning() {
    return kind.meaning.formatted(amount);
  }

  /**
   * Checks that a client has what this changes.
   *
   * @param client finds the client's classes
   * @throws IllegalArgumentException naming the missing class or method
   */
  public void check(ClassFileLocator client) {
    TypePool types = TypePool.Default.of(client);
    for (String method : kind.methods) {
      TypePool.Resolution type = types.describe(className(method));
      Invalid.when(
          !type.isResolved() || methods(type.resolve(), method).isEmpty(),
          "%s: this client has no %s",
          kind,
          method);
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
    List<String> here = kind.methods.stream().filter(m -> className(m).equals(name)).toList();
    if (here.isEmpty()) {
      return original;
    }
    try (ClassFileLocator all =
        new ClassFileLocator.Compound(
            ClassFileLocator.Simple.of(name, original),
            others,
            ClassFileLocator.ForClassLoader.ofPlatformLoader())) {
      TypeDescription type = TypePool.Default.of(all).describe(name).resolve();
      Advice advice = Advice.withCustomMapping().bind(Amount.class, amount).to(kind.code);
      var changed =
          new ByteBuddy()
              .with(MethodGraph.Compiler.ForDeclaredMethods.INSTANCE)
              .with(InstrumentedType.Factory.Default.FROZEN)
              .redefine(type, all);
      for (String method : here) {
        MethodDescription.InDefinedShape deepest =
            methods(type, method).stream()
                .max(Comparator.comparingInt(one -> one.getParameters().size()))
                .orElseThrow(() -> new IllegalArgumentException("this client has no " + method));
        changed = changed.visit(advice.on(ElementMatchers.is(deepest)));
      }
      return changed.make().getBytes();
    }
  }

  private static List<MethodDescription.InDefinedShape> methods(
      TypeDescription type, String method) {
    String name = method.substring(method.lastIndexOf('.') + 1);
    return List.copyOf(type.getDeclaredMethods().filter(ElementMatchers.named(name)));
  }

  private static String className(String method) {
    return CLIENT + method.substring(0, method.lastIndexOf('.'));
  }

  @Override
  public String toString() {
    return kind + ":" + amount;
  }
}
