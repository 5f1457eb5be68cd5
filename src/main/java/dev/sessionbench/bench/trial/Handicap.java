package dev.sessionbench.bench.trial;

import dev.sessionbench.base.model.Invalid;
import dev.sessionbench.base.model.LatencyProfile;
import dev.sessionbench.bench.client.SpannerOperations;
import dev.sessionbench.bench.load.Load;
import io.grpc.ClientInterceptor;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What is made worse in a run on purpose, so that the gate can show that it finds it. Only the
 * system property {@value #PROPERTY} turns one on, and the property stands among the JVM's
 * arguments in every result: no figure with a handicap in it can pass for one without.
 *
 * @param kind what is made worse
 * @param amount by how much, in the kind's unit
 */
public record Handicap(Kind kind, double amount) {
  /** The system property that holds a handicap's words. */
  public static final String PROPERTY = "sessionbench.inject";

  /** None at all. */
  public static final Handicap NONE = new Handicap(Kind.NONE, 0);

  private static final Pattern WORDS = Pattern.compile("([a-z]+)\\+([0-9]+(?:\\.[0-9]+)?)(%|ms|)");

  /** What can be made worse. */
  public enum Kind {
    /** Nothing. */
    NONE(""),
    /** BatchCreateSessions RPCs, by one: the client's first is split in two. */
    RPC(""),
    /** The simulated server's times, in percent. */
    SERVER("%"),
    /** The time of the whole load, in percent: it is followed by a pause. */
    WALL("%"),
    /** The time before each operation's call into the client takes a session, in milliseconds. */
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

  /** What the system property asks for; nothing where it is not set. */
  public static Handicap ofThisProcess() {
    return parse(System.getProperty(PROPERTY, ""));
  }

  /**
   * For what cannot be made worse.
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
   * @param words for example {@code server+5%}, {@code acquire+2ms}, {@code rpc+1}; empty for none
   * @return the handicap
   * @throws IllegalArgumentException if they are anything else
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

  /** What stands between the client and its channel. */
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
}
