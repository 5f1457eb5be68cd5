package dev.sessionbench.mock.fault;

import dev.sessionbench.base.model.Invalid;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * How a server goes wrong. Of the rules that apply to a call, the first whose effect is more than
 * time decides its answer; what they take of time adds up.
 *
 * @param rules the rules in the order in which they are asked
 */
public record FaultPlan(List<FaultRule> rules) {
  /** A server that does nothing wrong. */
  public static final FaultPlan NONE = new FaultPlan(List.of());

  /**
   * Copies and checks the rules.
   *
   * @throws IllegalArgumentException if two have one name
   */
  public FaultPlan {
    rules = List.copyOf(rules);
    Set<String> names = new HashSet<>();
    for (FaultRule rule : rules) {
      Invalid.when(!names.add(rule.name()), "fault %s: there are two of that name", rule.name());
    }
  }

  /**
   * A plan of some rules.
   *
   * @param rules the rules in the order in which they are asked
   * @return the plan
   * @throws IllegalArgumentException if two have one name
   */
  public static FaultPlan of(FaultRule... rules) {
    return new FaultPlan(List.of(rules));
  }

  /** Whether a rule needs connections, which a server in process does not have. */
  public boolean needsTcp() {
    return rules.stream().anyMatch(rule -> rule.effect().needsTcp());
  }

  /** What a plan may hold: anything beyond is a slip of the pen, and is refused in one line. */
  static final class FaultLimits {
    private static final Duration LONGEST_WINDOW = Duration.ofDays(365);
    private static final Duration LONGEST_DELAY = Duration.ofHours(1);
    static final double HIGHEST_FACTOR = 10_000;
    static final double HIGHEST_RATE = 1e9;

    /** It is sent twice, and the details beside it: clients accept 8 KB of trailers in all. */
    static final int LONGEST_TEXT = 1_024;

    private static final Duration SHORTEST = Duration.ofNanos(1);
    private static final int MILLI_DIGITS = 3;

    private FaultLimits() {}

    static void atLeastOne(String what, long value) {
      Invalid.when(value < 1, "%s %d: must be at least 1", what, value);
    }

    /** A time that must not be nothing. */
    static void positive(String what, Duration time) {
      time(what, time, SHORTEST, LONGEST_DELAY);
    }

    /** A time that may be nothing. */
    static void delay(String what, Duration time) {
      time(what, time, Duration.ZERO, LONGEST_DELAY);
    }

    /** A moment of the plan. */
    static void moment(String what, Duration time) {
      time(what, time, Duration.ZERO, LONGEST_WINDOW);
    }

    private static void time(String what, Duration time, Duration shortest, Duration longest) {
      Invalid.when(
          time.compareTo(shortest) < 0 || time.compareTo(longest) > 0,
          "%s %s: must be %s and at most %s",
          what,
          words(time),
          shortest.isZero() ? "at least 0 ms" : "more than 0 ms",
          words(longest));
    }

    static void text(String what, String text) {
      Invalid.when(
          text.length() > LONGEST_TEXT,
          "%s has %d characters: must be at most %d",
          what,
          text.length(),
          LONGEST_TEXT);
    }

    /** A time in milliseconds, whatever its size: a Duration's own text is hard to read. */
    static String words(Duration time) {
      return BigDecimal.valueOf(time.getSeconds())
              .movePointRight(MILLI_DIGITS)
              .add(BigDecimal.valueOf(time.getNano(), MILLI_DIGITS + MILLI_DIGITS))
              .stripTrailingZeros()
              .toPlainString()
          + " ms";
    }
  }
}
