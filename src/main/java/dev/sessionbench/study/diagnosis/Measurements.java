package dev.sessionbench.study.diagnosis;

import com.google.common.collect.ImmutableSortedMap;
import com.google.common.collect.Maps;
import dev.sessionbench.base.text.Numbers;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The metrics of a stretch of time. An unknown quantity is absent, not 0.
 *
 * @param values the value of each known quantity: times in milliseconds, shares as fractions
 */
public record Measurements(Map<Quantity, Double> values) {
  private static final double PERCENT = 100;

  /** Copies the values and drops those that are not finite. */
  public Measurements {
    // In the order of the quantities, so that files of equal metrics are equal.
    values = ImmutableSortedMap.copyOf(Maps.filterValues(values, Double::isFinite));
  }

  /** The same metrics plus one more. */
  public Measurements with(Quantity quantity, double value) {
    Map<Quantity, Double> more = new TreeMap<>(values);
    more.put(quantity, value);
    return new Measurements(more);
  }

  /** Whether all of some quantities are known. */
  public boolean knows(Quantity... quantities) {
    return values.keySet().containsAll(List.of(quantities));
  }

  /** The value of a quantity; NaN if it is unknown, so that every comparison with it is false. */
  public double at(Quantity quantity) {
    return values.getOrDefault(quantity, Double.NaN);
  }

  /**
   * A quantity with its value for a reader, as in {@code 99.6 sessions in use} or {@code GFE
   * latency 60 ms}.
   */
  public String say(Quantity quantity) {
    String value = value(quantity);
    String phrase = quantity.phrase;
    return quantity.unit().isEmpty() ? value + " " + phrase : phrase + " " + value;
  }

  /** The value of a quantity for a reader, with its unit. */
  public String value(Quantity quantity) {
    double scale = quantity.unit().equals("%") ? PERCENT : 1;
    return (Numbers.label(scale * at(quantity)) + " " + quantity.unit()).stripTrailing();
  }

  /** The quantities that a diagnosis can use. */
  public enum Quantity {
    /** The pool's limit. */
    MAX_SESSIONS("maximum of the pool", ""),
    /** Sessions in the pool, idle or in use, on average. */
    SESSIONS("sessions in the pool", ""),
    /** Sessions in use, on average. */
    IN_USE("sessions in use", ""),
    /**
     * Share of the samples in which at least 95 % of the maximum was in use and nothing idle. In
     * the study's own samples all but one in use is enough.
     */
    FULL("share of the samples at the maximum", "%"),
    /** How many samples there are, if they are scrapes: few and far apart. */
    SCRAPES("scrapes", ""),
    /** Transactions that wait for a session, on average. */
    WAITING("waiting for a session", ""),
    /** Transactions completed in a second. */
    THROUGHPUT("transactions a second", ""),
    /** How long a transaction holds its session, on average. */
    HOLD("time a session is held", "ms"),
    /** How long a transaction waits for its session, on average. */
    WAIT("wait for a session", "ms"),
    /** From the call into the client to its return, on average. */
    END_TO_END("end-to-end latency", "ms"),
    /** Share of the transactions that waited for a session. */
    WAITED("share of transactions that waited", "%"),
    /** Share of those waits in which the pool was creating sessions. */
    WAITED_FOR_GROWTH("share of waits while sessions were created", "%"),
    /** Server time of a call, as the server reports it: mean over the methods of their medians. */
    API("API latency at the server", "ms"),
    /** The same as the header {@code server-timing} reports it. */
    GFE("GFE latency", "ms"),
    /** Time of a call beyond its GFE latency: network and client. Averaged in the same way. */
    NETWORK("RPC time beyond the GFE latency", "ms"),
    /** Calls of a transaction, on average. */
    CALLS("calls of a transaction", ""),
    /** How often a transaction was tried until it succeeded, on average. */
    ATTEMPTS("attempts for each transaction", ""),
    /** Sessions in use that no transaction holds, at the end. */
    UNRETURNED("sessions in use that no transaction holds", ""),
    /**
     * Lower bound on the sessions in use at the first scrape that were not released until the last.
     */
    KEPT("sessions in use that were not released between the scrapes", ""),
    /** Those of them that wait for the reply to a call. */
    UNANSWERED("sessions whose calls the server has not answered", ""),
    /** BatchCreateSessions attempts. */
    CREATIONS("attempts to create sessions", ""),
    /** Those of them that failed. */
    FAILED_CREATIONS("failed attempts to create sessions", ""),
    /** CPU time of the process, as a share of all processors. */
    CPU("use of the processors", "%"),
    /** Waits that exceeded the client's limit. */
    TIMEOUTS("waits for a session that timed out", ""),
    /** Clients of the scraped process. */
    CLIENTS("clients", ""),
    /** Transactions on the client's multiplexed session, outside its pool. */
    MULTIPLEXED("transactions on a multiplexed session", ""),
    /** Sessions that the load would need if no caller waited, if known from elsewhere. */
    NEEDED("sessions that the load needs", "");

    final String phrase;
    private final String unit;

    Quantity(String phrase, String unit) {
      this.phrase = phrase;
      this.unit = unit;
    }

    /** Its unit; {@code %} for a share, which is kept as a fraction; empty for a number. */
    public String unit() {
      return unit;
    }
  }
}
