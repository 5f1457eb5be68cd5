package dev.sessionbench.bench.trial;

import com.google.spanner.v1.BatchCreateSessionsRequest;
import dev.sessionbench.base.model.Invalid;
import dev.sessionbench.base.model.LatencyProfile;
import dev.sessionbench.base.model.SystemTime;
import dev.sessionbench.base.text.ProcessUsage;
import dev.sessionbench.bench.client.SpannerOperations;
import dev.sessionbench.bench.load.LoadPlan.Load;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.MethodDescriptor;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Makes one metric of a run worse on purpose, to show that the gate finds it. Only the system
 * property {@value #PROPERTY} turns a handicap on. Every result lists the property among the JVM's
 * arguments, so no handicapped result passes for another.
 *
 * @param kind what is made worse
 * @param amount by how much, in the kind's unit
 */
public record Handicap(Kind kind, double amount) {
  /** The system property that names a handicap. */
  public static final String PROPERTY = "sessionbench.inject";

  /** No handicap. */
  public static final Handicap NONE = new Handicap(Kind.NONE, 0);

  private static final Pattern WORDS = Pattern.compile("([a-z]+)\\+([0-9]+(?:\\.[0-9]+)?)(%|ms|)");

  /** What a handicap makes worse. */
  public enum Kind {
    /** Nothing. */
    NONE(""),
    /** BatchCreateSessions RPCs, by one: the client's first RPC is split in two. */
    RPC(""),
    /** The simulated server's times, in percent. */
    SERVER("%"),
    /** The time of the whole load, in percent: a pause follows the load. */
    WALL("%"),
    /** The time before an operation's call into the client acquires a session, in milliseconds. */
    ACQUIRE("ms"),
    /** The allocated bytes, in percent. */
    ALLOCATION("%"),
    /** The process's CPU time, in percent. */
    CPU("%");

    private final String unit;

    Kind(String unit) {
      this.unit = unit;
    }
  }

  /** The handicap that the system property names; {@link #NONE} if it is not set. */
  public static Handicap ofThisProcess() {
    return parse(System.getProperty(PROPERTY, ""));
  }

  /**
   * Refuses the system property, for benchmarks that no handicap affects.
   *
   * @throws IllegalArgumentException if the system property is set: it would do nothing
   */
  public static void requireNone() {
    String words = System.getProperty(PROPERTY, "");
    Invalid.when(
        !words.isEmpty(), "%s=%s: does nothing to this benchmark; leave it out", PROPERTY, words);
  }

  /**
   * Reads a handicap.
   *
   * @param words for example {@code server+5%}, {@code acquire+2ms}, {@code rpc+1}; empty for no
   *     handicap
   * @return the handicap
   * @throws IllegalArgumentException if the text is no handicap
   */
  public static Handicap parse(String words) {
    if (words.isEmpty()) {
      return NONE;
    }
    Matcher matcher = WORDS.matcher(words);
    if (matcher.matches()) {
      for (Kind kind : Kind.values()) {
        if (kind.name().equalsIgnoreCase(matcher.group(1)) && kind.unit.equals(matcher.group(3))) {
          double amount = Double.parseDouble(matcher.group(2));
          if (kind != Kind.NONE && (kind != Kind.RPC || amount == 1)) {
            return new Handicap(kind, amount);
          }
        }
      }
    }
    throw new IllegalArgumentException(
        "%s=%s: must be rpc+1, server+N%%, wall+N%%, acquire+Nms, allocation+N%% or cpu+N%%"
            .formatted(PROPERTY, words));
  }

  /** Whether the closed form of a pool's growth no longer holds. */
  public boolean changesCounts() {
    return kind == Kind.RPC;
  }

  /** The server's times under this handicap. */
  public LatencyProfile slowed(LatencyProfile times) {
    return kind == Kind.SERVER ? times.scaled(1 + amount / 100) : times;
  }

  /** The interceptors between the client and its channel. */
  public List<ClientInterceptor> interceptors() {
    return kind == Kind.RPC ? List.of(new SplittingInterceptor()) : List.of();
  }

  /** The client's operations under this handicap. */
  public SpannerOperations around(SpannerOperations client) {
    return kind == Kind.ACQUIRE
        ? new SlowedOperations(client, Math.round(amount * 1_000_000))
        : client;
  }

  /** The load under this handicap. */
  public Load around(Load load) {
    double share = amount / 100;
    return switch (kind) {
      case WALL -> () -> Waste.time(load, share);
      case ALLOCATION -> () -> Waste.memory(load, share);
      case CPU -> () -> Waste.cpu(load, share);
      case NONE, RPC, SERVER, ACQUIRE -> load;
    };
  }

  /** A handicap: a client whose operations wait before they take a session. */
  record SlowedOperations(SpannerOperations client, long waitNanos) implements SpannerOperations {
    @Override
    public void read(Runnable atRow) {
      pause(waitNanos);
      client.read(atRow);
    }

    @Override
    public void write() {
      pause(waitNanos);
      client.write();
    }

    @Override
    public OpenRead openRead() {
      pause(waitNanos);
      return client.openRead();
    }

    /** Waits the whole time, even if the thread is woken early. */
    static void pause(long nanos) {
      long end = SystemTime.CLOCK.nanos() + nanos;
      for (long left = nanos; left > 0; left = end - SystemTime.CLOCK.nanos()) {
        SystemTime.CLOCK.park(left);
      }
    }
  }

  /**
   * A handicap: makes a client's first BatchCreateSessions ask for one session less. The client
   * then asks for the rest, so the pool reaches the same size with one more RPC.
   */
  static final class SplittingInterceptor implements ClientInterceptor {
    private final AtomicBoolean armed = new AtomicBoolean(true);

    @Override
    public <Q, R> ClientCall<Q, R> interceptCall(
        MethodDescriptor<Q, R> method, CallOptions options, Channel next) {
      ClientCall<Q, R> call = next.newCall(method, options);
      if (!armed.get()) {
        return call;
      }
      return new SimpleForwardingClientCall<>(call) {
        @Override
        @SuppressWarnings("unchecked") // A smaller request has the class of the request.
        public void sendMessage(Q message) {
          if (message instanceof BatchCreateSessionsRequest request
              && request.getSessionCount() > 1
              && armed.compareAndSet(true, false)) {
            int less = request.getSessionCount() - 1;
            super.sendMessage((Q) request.toBuilder().setSessionCount(less).build());
          } else {
            super.sendMessage(message);
          }
        }
      };
    }
  }

  /**
   * A handicap: plays a load so that it uses more time, memory or CPU. The share is relative to
   * what the load uses, 0.05 for 5 %.
   */
  static final class Waste {
    private static final int CHUNK_BYTES = 1 << 16;

    private Waste() {}

    static void time(Load load, double share) throws InterruptedException {
      long start = SystemTime.CLOCK.nanos();
      load.run();
      SlowedOperations.pause(Math.round((SystemTime.CLOCK.nanos() - start) * share));
    }

    static void memory(Load load, double share) throws InterruptedException {
      ProcessUsage before = ProcessUsage.now();
      load.run();
      long bytes = Math.round(ProcessUsage.now().allocatedBytesSince(before) * share);
      int kept = 0;
      for (long made = 0; made < bytes; made += CHUNK_BYTES) {
        // Reading the array keeps the compiler from removing its allocation.
        kept += new byte[CHUNK_BYTES].length;
      }
      if (kept < 0) {
        throw new IllegalStateException("more than 2 GiB were to be wasted");
      }
    }

    /**
     * Burns CPU time on a separate thread during the load, as a client that works harder would.
     * Burning it afterwards would lengthen the load.
     */
    static void cpu(Load load, double share) throws InterruptedException {
      AtomicBoolean ended = new AtomicBoolean();
      CpuBurner burner = CpuBurner.ofThisMachine(share);
      long before = ProcessUsage.cpuNanosUntilNow();
      Thread thread = new Thread(() -> burner.burn(before, ended::get), "handicap-cpu");
      thread.start();
      try {
        load.run();
      } finally {
        ended.set(true);
        thread.join();
      }
    }

    /**
     * Keeps the CPU time of one thread at a share of what the rest of the process uses.
     *
     * @param processNanos CPU time of the whole process until now, in nanoseconds
     * @param threadNanos CPU time of the calling thread until now, in nanoseconds
     * @param pass keeps the calling thread busy for a while if given true, else lets it rest
     * @param share of what the other threads use, 1 for as much
     */
    record CpuBurner(
        LongSupplier processNanos, LongSupplier threadNanos, Consumer<Boolean> pass, double share) {
      private static final long SPIN_NANOS = 200_000;
      private static final long REST_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

      static CpuBurner ofThisMachine(double share) {
        return new CpuBurner(
            ProcessUsage::cpuNanosUntilNow,
            ManagementFactory.getThreadMXBean()::getCurrentThreadCpuTime,
            CpuBurner::passTime,
            share);
      }

      private static void passTime(boolean busy) {
        if (!busy) {
          SystemTime.CLOCK.park(REST_NANOS);
          return;
        }
        long start = SystemTime.CLOCK.nanos();
        while (SystemTime.CLOCK.nanos() - start < SPIN_NANOS) {
          Thread.onSpinWait();
        }
      }

      /**
       * Burns until the load has ended and the share is burnt.
       *
       * @param beforeNanos CPU time of the process when the load began
       * @param ended whether the load has ended
       */
      void burn(long beforeNanos, BooleanSupplier ended) {
        long ownBefore = threadNanos.getAsLong();
        while (true) {
          boolean last = ended.getAsBoolean();
          long own = threadNanos.getAsLong() - ownBefore;
          boolean owing = own < (processNanos.getAsLong() - beforeNanos - own) * share;
          if (last && !owing) {
            return;
          }
          pass.accept(owing);
        }
      }
    }
  }
}
