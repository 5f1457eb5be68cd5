package dev.sessionbench.study.diagnosis;

import dev.sessionbench.base.text.Numbers;
import dev.sessionbench.study.diagnosis.Diagnosis.Cause;
import dev.sessionbench.study.diagnosis.Diagnosis.Finding;
import dev.sessionbench.study.diagnosis.Diagnosis.Finding.State;
import dev.sessionbench.study.diagnosis.Figures.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * What the figures say of each cause.
 *
 * @param now the stretch that is judged
 * @param calm one in which all was well, of the same client; without figures where there is none
 */
record Rules(Figures now, Figures calm) {
  /** What follows from the calls of one client on its pool, and from no others. */
  private static final Set<Quantity> OF_CALLS =
      Set.of(Quantity.UNRETURNED, Quantity.GFE, Quantity.NETWORK);

  /** A finding for each cause but {@link Cause#NOTHING}, in the causes' order. */
  List<Finding> all() {
    return List.of(leak(), creation(), locks(), cpu(), server(), network(), exhausted(), growth());
  }

  private Finding leak() {
    if (!now.knows(Quantity.UNRETURNED, Quantity.MAX_SESSIONS)) {
      return many(Quantity.KEPT)
          ? unknown(
              Cause.SESSION_LEAK,
              now.say(Quantity.KEPT) + "; whether they wait for the server is not told")
          : missing(Cause.SESSION_LEAK, Quantity.UNRETURNED);
    }
    return found(
        many(Quantity.UNRETURNED),
        Cause.SESSION_LEAK,
        "%s, of %s in use".formatted(now.say(Quantity.UNRETURNED), now.value(Quantity.IN_USE)));
  }

  /** Whether so many sessions are more than those that just change hands. */
  private boolean many(Quantity sessions) {
    return now.at(sessions)
        >= Math.max(Limits.LEAKED_SESSIONS, Limits.LEAKED * now.at(Quantity.MAX_SESSIONS));
  }

  /** Whether sessions are kept for a reason that the figures do not tell. */
  boolean keeps() {
    return many(Quantity.KEPT) && !many(Quantity.UNRETURNED);
  }

  private Finding creation() {
    if (!now.knows(Quantity.CREATIONS, Quantity.FAILED_CREATIONS)) {
      return missing(Cause.CREATION_FAILING, Quantity.FAILED_CREATIONS);
    }
    double failed = now.at(Quantity.FAILED_CREATIONS);
    String said =
        "%s of %s attempts to create sessions failed"
            .formatted(now.value(Quantity.FAILED_CREATIONS), now.value(Quantity.CREATIONS));
    boolean many = failed > 0 && failed >= Limits.FAILED_CREATIONS * now.at(Quantity.CREATIONS);
    return found(many, Cause.CREATION_FAILING, said);
  }

  private Finding locks() {
    if (!now.knows(Quantity.ATTEMPTS)) {
      return missing(Cause.LOCK_CONFLICTS, Quantity.ATTEMPTS);
    }
    return found(
        now.at(Quantity.ATTEMPTS) - 1 >= Limits.RETRIES,
        Cause.LOCK_CONFLICTS,
        now.say(Quantity.ATTEMPTS) + ", where 1 is none in vain");
  }

  private Finding cpu() {
    if (!now.knows(Quantity.CPU)) {
      return missing(Cause.CLIENT_CPU, Quantity.CPU);
    }
    if (now.at(Quantity.CPU) < Limits.CPU) {
      return ruledOut(Cause.CLIENT_CPU, now.say(Quantity.CPU));
    }
    return outside(calm) > 0 && outside(now) > 0
        ? found(
            isShortOfCpu(),
            Cause.CLIENT_CPU,
            "%s; a transaction takes %s ms outside the server, was %s ms"
                .formatted(
                    now.say(Quantity.CPU),
                    Numbers.label(outside(now)),
                    Numbers.label(outside(calm))))
        : unknown(
            Cause.CLIENT_CPU,
            now.say(Quantity.CPU) + ", and nothing tells whether transactions take longer for it");
  }

  /** Whether the processors are busy, and transactions take longer outside the server. */
  private boolean isShortOfCpu() {
    return now.at(Quantity.CPU) >= Limits.CPU && outside(now) >= Limits.SLOWER * outside(calm);
  }

  /**
   * What a transaction with a session takes beyond the server's time of its calls, in milliseconds:
   * the network, and the client before and after each call. NaN where it is not known.
   */
  private static double outside(Figures figures) {
    Quantity server = figures.knows(Quantity.API) ? Quantity.API : Quantity.GFE;
    return figures.at(Quantity.HOLD) - figures.at(Quantity.CALLS) * figures.at(server);
  }

  private Finding server() {
    Quantity quantity = now.knows(Quantity.API) ? Quantity.API : Quantity.GFE;
    return slower(Cause.SERVER_SLOW, quantity);
  }

  private Finding network() {
    if (isShortOfCpu() && hasGrown(Quantity.NETWORK)) {
      return ruledOut(
          Cause.NETWORK_SLOW,
          "%s, but the processors are busy for %s, which explains it"
              .formatted(change(Quantity.NETWORK), now.value(Quantity.CPU)));
    }
    return slower(Cause.NETWORK_SLOW, Quantity.NETWORK);
  }

  private Finding slower(Cause cause, Quantity quantity) {
    if (many(Quantity.UNANSWERED)) {
      return unknown(cause, now.say(Quantity.UNANSWERED));
    }
    if (!now.knows(quantity)) {
      return missing(cause, quantity);
    }
    double added = added(quantity);
    if (Double.isNaN(added)) {
      return unknown(cause, now.say(quantity) + ", with nothing to hold it against");
    }
    if (hasGrown(quantity) && added >= Limits.ADDED) {
      String calls = now.knows(Quantity.CALLS) ? now.value(Quantity.CALLS) : "a transaction's";
      return new Finding(
          cause, State.FOUND, change(quantity) + ", for each of " + calls + " calls");
    }
    return now.knows(Quantity.SCRAPES)
        ? unknown(cause, change(quantity) + "; whether it was slow before is not told")
        : ruledOut(cause, change(quantity));
  }

  /**
   * What a longer call adds to a transaction, as a share of its calm latency, or else of the time
   * that it had its session. NaN where that is not known.
   */
  private double added(Quantity quantity) {
    double more = now.at(quantity) - calm.at(quantity);
    double calls = now.knows(Quantity.CALLS) ? now.at(Quantity.CALLS) : 1;
    Quantity whole = calm.knows(Quantity.END_TO_END) ? Quantity.END_TO_END : Quantity.HOLD;
    return calm.at(whole) > 0 ? more * calls / calm.at(whole) : Double.NaN;
  }

  private Finding exhausted() {
    if (!now.knows(Quantity.FULL, Quantity.IN_USE, Quantity.MAX_SESSIONS)) {
      return missing(Cause.POOL_EXHAUSTED, Quantity.FULL);
    }
    double enough = waits() ? Limits.FULL_WITH_WAITS : Limits.FULL;
    String at =
        "%s; %s of at most %s in use and none idle"
            .formatted(now.say(Quantity.IN_USE), fullWords(), now.value(Quantity.MAX_SESSIONS));
    if (now.at(Quantity.FULL) < enough) {
      return ruledOut(Cause.POOL_EXHAUSTED, at);
    }
    String waits =
        !knowsWaits()
            ? "; how long others wait is not told"
            : waits() ? "; " + waitWords() + holdWords() : ", but " + waitWords();
    return found(waits() || !knowsWaits(), Cause.POOL_EXHAUSTED, at + waits);
  }

  /** How often the pool was full; the samples of the study are less strict with a small one. */
  private String fullWords() {
    return now.knows(Quantity.SCRAPES)
        ? "at %d of %s scrapes 95 %% or more"
            .formatted(
                Math.round(now.at(Quantity.FULL) * now.at(Quantity.SCRAPES)),
                now.value(Quantity.SCRAPES))
        : "in %s of the samples 95 %% or more (or all but one)".formatted(now.value(Quantity.FULL));
  }

  private Finding growth() {
    if (!knowsWaits() || !now.knows(Quantity.WAITED_FOR_GROWTH)) {
      return missing(Cause.GROWTH_SLOW, Quantity.WAITED_FOR_GROWTH);
    }
    String growing = now.say(Quantity.WAITED_FOR_GROWTH);
    if (!waits()) {
      return ruledOut(Cause.GROWTH_SLOW, waitWords());
    }
    boolean forGrowth = now.at(Quantity.WAITED_FOR_GROWTH) >= Limits.FOR_GROWTH;
    if (forGrowth && now.at(Quantity.FULL) >= Limits.FULL) {
      return ruledOut(Cause.GROWTH_SLOW, growing + ", but the pool is at its maximum");
    }
    return found(forGrowth, Cause.GROWTH_SLOW, waitWords() + "; " + growing);
  }

  /** Longer holds exhaust a pool that was large enough, so that they are always told. */
  private String holdWords() {
    return now.knows(Quantity.HOLD) && calm.knows(Quantity.HOLD)
        ? "; " + change(Quantity.HOLD)
        : "";
  }

  boolean knowsWaits() {
    return now.knows(Quantity.WAITED, Quantity.WAIT, Quantity.END_TO_END);
  }

  /** Whether transactions wait for sessions so often, or for so long, that it matters. */
  boolean waits() {
    return now.at(Quantity.WAITED) >= Limits.WAITING
        && now.at(Quantity.WAIT) >= Limits.WAITING / 2 * now.at(Quantity.END_TO_END);
  }

  private String waitWords() {
    return "%s of the transactions waited for a session; the mean %s of %s end to end"
        .formatted(
            now.value(Quantity.WAITED), now.say(Quantity.WAIT), now.value(Quantity.END_TO_END));
  }

  private boolean hasGrown(Quantity quantity) {
    // Of nothing, or less, any more would be a quarter more.
    return now.at(quantity) > calm.at(quantity)
        && now.at(quantity) >= Limits.SLOWER * calm.at(quantity);
  }

  private String change(Quantity quantity) {
    return "%s, was %s (%s)"
        .formatted(
            now.say(quantity),
            calm.value(quantity),
            Numbers.change(now.at(quantity) / calm.at(quantity)));
  }

  private static Finding found(boolean found, Cause cause, String evidence) {
    return new Finding(cause, found ? State.FOUND : State.RULED_OUT, evidence);
  }

  private static Finding ruledOut(Cause cause, String evidence) {
    return found(false, cause, evidence);
  }

  private static Finding unknown(Cause cause, String evidence) {
    return new Finding(cause, State.UNKNOWN, evidence);
  }

  private Finding missing(Cause cause, Quantity quantity) {
    return unknown(cause, "not told: " + quantity.words() + mixedWords(quantity));
  }

  /** Why calls do not tell a quantity of one client's pool; empty where they would. */
  private String mixedWords(Quantity quantity) {
    boolean creations = quantity == Quantity.FAILED_CREATIONS;
    if (now.at(Quantity.CLIENTS) > 1 && (creations || OF_CALLS.contains(quantity))) {
      return ", as a call does not tell which of the %s clients made it"
          .formatted(now.value(Quantity.CLIENTS));
    }
    return now.at(Quantity.MULTIPLEXED) > 0 && OF_CALLS.contains(quantity)
        ? ", as a call does not tell whether it was of the pool or of the %s transactions on the multiplexed session"
            .formatted(now.value(Quantity.MULTIPLEXED))
        : "";
  }

  /**
   * From where on a figure tells of a cause. None of them is published; docs/exhaustion.md says
   * why.
   */
  static final class Limits {
    /** A share of transactions that waited, or of the latency that is waiting, that matters. */
    static final double WAITING = 0.1;

    /** The share of the samples in which an exhausted pool is at its maximum. */
    static final double FULL = 0.9;

    /** The same where it is seen that transactions wait. */
    static final double FULL_WITH_WAITS = 0.5;

    /** How many of the waits fall into the pool's growth where that is too slow. */
    static final double FOR_GROWTH = 0.5;

    /** By how much a median has grown when a server or a network has become slow. */
    static final double SLOWER = 1.25;

    /** How much of the calm end-to-end latency that must add, so that it is worth a word. */
    static final double ADDED = 0.05;

    /** Attempts beyond the first, for each transaction. */
    static final double RETRIES = 0.1;

    /** The share of the processors from which on work queues for them. */
    static final double CPU = 0.85;

    /** Sessions that nobody holds, as a share of the maximum, and at least so many. */
    static final double LEAKED = 0.05;

    static final double LEAKED_SESSIONS = 3;

    /** The share of attempts to create sessions that failed. */
    static final double FAILED_CREATIONS = 0.1;

    /** What an advised maximum has beyond what the load needs. */
    static final double MARGIN = 0.25;

    private Limits() {}
  }

  /** What to change to what. */
  static final class Advice {
    private Advice() {}

    /** Advice for a cause; empty where all is well. */
    static String of(Cause cause, Figures now, Figures calm) {
      return switch (cause) {
        case SESSION_LEAK ->
            "Close every ResultSet and every read-only transaction, also when something throws:"
                + " try-with-resources. The client logs where sessions were taken if"
                + " setWarnIfInactiveTransactions() is set. A larger pool only delays the end.";
        case CREATION_FAILING ->
            "Find out why the server refuses (quota, permissions, or too many requests at once:"
                + " see the status of BatchCreateSessions), and set minSessions to what the load"
                + " needs, "
                + needed(now)
                + ", so that sessions are there before they are wanted.";
        case LOCK_CONFLICTS ->
            "Let transactions touch fewer of the same rows, and read in them only what they write"
                + " by; each retry holds its session for another round.";
        case CLIENT_CPU ->
            "Give the client more processors, or spread its load over more processes; no setting"
                + " of the pool helps.";
        case SERVER_SLOW ->
            "Look at the server first: its CPU, hot keys, the query's plan. A larger pool would"
                + " only send it more at a time: time held "
                + was(now, calm)
                + ".";
        case NETWORK_SLOW ->
            "Look at the way to the server: region, routing, the connections' number. A larger"
                + " pool does not shorten it: time held "
                + was(now, calm)
                + ".";
        case POOL_EXHAUSTED ->
            "Set maxSessions from %s to at least %s: the load needs %s by Little's law (sessions ="
                    .formatted(now.value(Quantity.MAX_SESSIONS), sessions(now), needed(now))
                + " throughput x time held"
                + (now.knows(Quantity.NEEDED) ? ", if nobody waited" : "")
                + "), and "
                + Math.round(100 * Limits.MARGIN)
                + " % are added for chance. Set minSessions to the same if demand comes at once.";
        case GROWTH_SLOW ->
            "Set minSessions to at least "
                + sessions(now)
                + " (needed "
                + needed(now)
                + " and a margin), so that the sessions are there before they are wanted; or ask"
                + " for more at a time with a larger incStep.";
        case NOTHING -> "";
      };
    }

    /** What to find out where causes remain. */
    static List<String> next(List<Cause> remaining, Figures now) {
      List<String> next = new ArrayList<>();
      if (remaining.contains(Cause.SESSION_LEAK)) {
        next.add(
            "Export gRPC's grpc.client.attempt.started and grpc.client.attempt.duration: they tell"
                + " sessions that wait for a reply from sessions that nobody gives back.");
      }
      next.add(
          "Look at the server's own latency and at the way to it, and scrape once more, first while"
              + " nothing waits: what calls and sessions take now is then held against that.");
      if (remaining.contains(Cause.POOL_EXHAUSTED)) {
        next.add(
            "Leave the pool as it is until then. If sessions are always held for as long as now, %s,"
                    .formatted(now.value(Quantity.HOLD))
                + " the load needs "
                + needed(now)
                + ".");
      }
      return next;
    }

    private static String was(Figures now, Figures calm) {
      return calm.knows(Quantity.HOLD) && now.knows(Quantity.HOLD)
          ? "%s, was %s".formatted(now.value(Quantity.HOLD), calm.value(Quantity.HOLD))
          : "is not told";
    }

    /** What the load needs if nobody waits; where that is not known, what it asks for now. */
    static double need(Figures now) {
      double asked =
          now.at(Quantity.IN_USE) + (now.knows(Quantity.WAITING) ? now.at(Quantity.WAITING) : 0);
      return now.knows(Quantity.NEEDED) ? now.at(Quantity.NEEDED) : asked;
    }

    private static String needed(Figures now) {
      double need = need(now);
      return Double.isNaN(need)
          ? "an unknown number"
          : Numbers.label(Math.ceil(need))
              + (now.knows(Quantity.NEEDED) || now.knows(Quantity.WAITING)
                  ? ""
                  : " or more, as those that wait are not told");
    }

    private static String sessions(Figures now) {
      double need = need(now);
      return Double.isNaN(need)
          ? "an unknown number"
          : String.format(Locale.ROOT, "%.0f", Math.ceil(need * (1 + Limits.MARGIN)));
    }
  }
}
