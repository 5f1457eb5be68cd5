package dev.sessionbench.study.diagnosis;

import static dev.sessionbench.study.diagnosis.Diagnosis.Cause.CLIENT_CPU;
import static dev.sessionbench.study.diagnosis.Diagnosis.Cause.CREATION_FAILING;
import static dev.sessionbench.study.diagnosis.Diagnosis.Cause.GROWTH_SLOW;
import static dev.sessionbench.study.diagnosis.Diagnosis.Cause.LOCK_CONFLICTS;
import static dev.sessionbench.study.diagnosis.Diagnosis.Cause.NETWORK_SLOW;
import static dev.sessionbench.study.diagnosis.Diagnosis.Cause.POOL_EXHAUSTED;
import static dev.sessionbench.study.diagnosis.Diagnosis.Cause.SERVER_SLOW;
import static dev.sessionbench.study.diagnosis.Diagnosis.Cause.SESSION_LEAK;
import static dev.sessionbench.study.diagnosis.Diagnosis.Finding.State.FOUND;
import static dev.sessionbench.study.diagnosis.Diagnosis.Finding.State.RULED_OUT;
import static dev.sessionbench.study.diagnosis.Diagnosis.Finding.State.UNKNOWN;
import static dev.sessionbench.study.diagnosis.Figures.Quantity.API;
import static dev.sessionbench.study.diagnosis.Figures.Quantity.ATTEMPTS;
import static dev.sessionbench.study.diagnosis.Figures.Quantity.CALLS;
import static dev.sessionbench.study.diagnosis.Figures.Quantity.CLIENTS;
import static dev.sessionbench.study.diagnosis.Figures.Quantity.CPU;
import static dev.sessionbench.study.diagnosis.Figures.Quantity.CREATIONS;
import static dev.sessionbench.study.diagnosis.Figures.Quantity.END_TO_END;
import static dev.sessionbench.study.diagnosis.Figures.Quantity.FAILED_CREATIONS;
import static dev.sessionbench.study.diagnosis.Figures.Quantity.FULL;
import static dev.sessionbench.study.diagnosis.Figures.Quantity.GFE;
import static dev.sessionbench.study.diagnosis.Figures.Quantity.HOLD;
import static dev.sessionbench.study.diagnosis.Figures.Quantity.IN_USE;
import static dev.sessionbench.study.diagnosis.Figures.Quantity.KEPT;
import static dev.sessionbench.study.diagnosis.Figures.Quantity.MAX_SESSIONS;
import static dev.sessionbench.study.diagnosis.Figures.Quantity.MULTIPLEXED;
import static dev.sessionbench.study.diagnosis.Figures.Quantity.NEEDED;
import static dev.sessionbench.study.diagnosis.Figures.Quantity.NETWORK;
import static dev.sessionbench.study.diagnosis.Figures.Quantity.SCRAPES;
import static dev.sessionbench.study.diagnosis.Figures.Quantity.UNANSWERED;
import static dev.sessionbench.study.diagnosis.Figures.Quantity.UNRETURNED;
import static dev.sessionbench.study.diagnosis.Figures.Quantity.WAIT;
import static dev.sessionbench.study.diagnosis.Figures.Quantity.WAITED;
import static dev.sessionbench.study.diagnosis.Figures.Quantity.WAITED_FOR_GROWTH;
import static dev.sessionbench.study.diagnosis.Figures.Quantity.WAITING;

import dev.sessionbench.base.text.Numbers;
import dev.sessionbench.study.diagnosis.Diagnosis.Cause;
import dev.sessionbench.study.diagnosis.Diagnosis.Finding;
import dev.sessionbench.study.diagnosis.Figures.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Judges each cause by the metrics.
 *
 * @param now the stretch to judge
 * @param calm a stretch of the same client in which all was well; empty metrics if there is none
 */
record Rules(Figures now, Figures calm) {
  // The thresholds from which a metric indicates a cause. They come from no publication.

  /** The least share that matters: of transactions that waited, or of the latency spent waiting. */
  private static final double WAITING_LIMIT = 0.1;

  /** The least share of samples in which an exhausted pool is at its maximum. */
  private static final double FULL_LIMIT = 0.9;

  /** The same if transactions are known to wait. */
  private static final double FULL_WITH_WAITS = 0.5;

  /** The least share of waits during the pool's growth, if it grows too slowly. */
  private static final double FOR_GROWTH = 0.5;

  /** The factor by which a median grows if a server or a network has become slow. */
  private static final double SLOWER = 1.25;

  /** The least share of the calm end-to-end latency that this must add to matter. */
  private static final double ADDED = 0.05;

  /** Attempts beyond the first, for each transaction. */
  private static final double RETRIES = 0.1;

  /** The share of the processors at which work begins to queue for them. */
  private static final double CPU_LIMIT = 0.85;

  /** Sessions in use that no transaction holds, as a share of the maximum. */
  private static final double LEAKED = 0.05;

  private static final double LEAKED_SESSIONS = 3;

  /** The share of failed attempts to create sessions. */
  private static final double FAILED_CREATIONS_LIMIT = 0.1;

  /** The margin of an advised maximum beyond what the load needs. */
  private static final double MARGIN = 0.25;

  /** Quantities that follow from calls, if all calls are of one client on its pool. */
  private static final Set<Quantity> OF_CALLS = Set.of(UNRETURNED, GFE, NETWORK);

  /** A finding for each cause except {@link Cause#NOTHING}, in the causes' order. */
  List<Finding> all() {
    return List.of(leak(), creation(), locks(), cpu(), server(), network(), exhausted(), growth());
  }

  private Finding leak() {
    return many(KEPT) && !now.knows(UNRETURNED)
        ? unknown(SESSION_LEAK, now.say(KEPT) + "; whether they wait for the server is not told")
        : judged(
            SESSION_LEAK,
            many(UNRETURNED),
            "%s, of %s in use".formatted(now.say(UNRETURNED), now.value(IN_USE)),
            UNRETURNED,
            MAX_SESSIONS);
  }

  /** Whether these are more sessions than those that just change hands. */
  private boolean many(Quantity sessions) {
    return now.at(sessions) >= Math.max(LEAKED_SESSIONS, LEAKED * now.at(MAX_SESSIONS));
  }

  /** Whether sessions are kept for a reason that the metrics do not show. */
  boolean keeps() {
    return many(KEPT) && !many(UNRETURNED);
  }

  private Finding creation() {
    double failed = now.at(FAILED_CREATIONS);
    return judged(
        CREATION_FAILING,
        failed > 0 && failed >= FAILED_CREATIONS_LIMIT * now.at(CREATIONS),
        "%s of %s attempts to create sessions failed"
            .formatted(now.value(FAILED_CREATIONS), now.value(CREATIONS)),
        FAILED_CREATIONS,
        CREATIONS);
  }

  private Finding locks() {
    boolean many = now.at(ATTEMPTS) - 1 >= RETRIES;
    return judged(LOCK_CONFLICTS, many, now.say(ATTEMPTS) + ", where 1 is none in vain", ATTEMPTS);
  }

  private Finding cpu() {
    if (!(now.at(CPU) >= CPU_LIMIT)) {
      return judged(CLIENT_CPU, false, now.say(CPU), CPU);
    }
    return outside(calm) > 0 && outside(now) > 0
        ? judged(
            CLIENT_CPU,
            isShortOfCpu(),
            "%s; a transaction takes %s ms outside the server, was %s ms"
                .formatted(now.say(CPU), Numbers.label(outside(now)), Numbers.label(outside(calm))))
        : unknown(
            CLIENT_CPU,
            now.say(CPU) + ", and nothing tells whether transactions take longer for it");
  }

  /** Whether the processors are busy, and transactions take longer outside the server. */
  private boolean isShortOfCpu() {
    return now.at(CPU) >= CPU_LIMIT && outside(now) >= SLOWER * outside(calm);
  }

  /**
   * The time of a transaction with a session minus the server's time of its calls, in milliseconds.
   * It covers the network, and the client before and after each call. NaN if it is unknown.
   */
  private static double outside(Figures figures) {
    Quantity server = figures.knows(API) ? API : GFE;
    return figures.at(HOLD) - figures.at(CALLS) * figures.at(server);
  }

  private Finding server() {
    return slower(SERVER_SLOW, now.knows(API) ? API : GFE);
  }

  private Finding network() {
    if (isShortOfCpu() && hasGrown(NETWORK)) {
      return judged(
          NETWORK_SLOW,
          false,
          "%s, but the processors are busy for %s, which explains it"
              .formatted(change(NETWORK), now.value(CPU)));
    }
    return slower(NETWORK_SLOW, NETWORK);
  }

  private Finding slower(Cause cause, Quantity quantity) {
    if (many(UNANSWERED)) {
      return unknown(cause, now.say(UNANSWERED));
    }
    double added = added(quantity);
    if (now.knows(quantity) && Double.isNaN(added)) {
      return unknown(cause, now.say(quantity) + ", with nothing to hold it against");
    }
    if (hasGrown(quantity) && added >= ADDED) {
      String calls = now.knows(CALLS) ? now.value(CALLS) : "a transaction's";
      return judged(cause, true, change(quantity) + ", for each of " + calls + " calls");
    }
    return now.knows(quantity, SCRAPES)
        ? unknown(cause, change(quantity) + "; whether it was slow before is not told")
        : judged(cause, false, change(quantity), quantity);
  }

  /**
   * What longer calls add to a transaction, as a share of its calm latency, or else of its calm
   * hold time. NaN if that is unknown.
   */
  private double added(Quantity quantity) {
    double more = now.at(quantity) - calm.at(quantity);
    double calls = now.knows(CALLS) ? now.at(CALLS) : 1;
    Quantity whole = calm.knows(END_TO_END) ? END_TO_END : HOLD;
    return calm.at(whole) > 0 ? more * calls / calm.at(whole) : Double.NaN;
  }

  private Finding exhausted() {
    double enough = waits() ? FULL_WITH_WAITS : FULL_LIMIT;
    String at =
        "%s; %s of at most %s in use and none idle"
            .formatted(now.say(IN_USE), fullWords(), now.value(MAX_SESSIONS));
    boolean full = now.at(FULL) >= enough;
    String waits =
        !knowsWaits()
            ? "; how long others wait is not told"
            : waits() ? "; " + waitWords() + holdWords() : ", but " + waitWords();
    return judged(
        POOL_EXHAUSTED,
        full && (waits() || !knowsWaits()),
        full ? at + waits : at,
        FULL,
        IN_USE,
        MAX_SESSIONS);
  }

  /** How often the pool was full. The samples of the study are less strict about a small pool. */
  private String fullWords() {
    return now.knows(SCRAPES)
        ? "at %d of %s scrapes 95 %% or more"
            .formatted(Math.round(now.at(FULL) * now.at(SCRAPES)), now.value(SCRAPES))
        : "in %s of the samples 95 %% or more (or all but one)".formatted(now.value(FULL));
  }

  private Finding growth() {
    String growing = now.say(WAITED_FOR_GROWTH);
    boolean forGrowth = waits() && now.at(WAITED_FOR_GROWTH) >= FOR_GROWTH;
    boolean full = forGrowth && now.at(FULL) >= FULL_LIMIT;
    return judged(
        GROWTH_SLOW,
        forGrowth && !full,
        full
            ? growing + ", but the pool is at its maximum"
            : waitWords() + (waits() ? "; " + growing : ""),
        WAITED_FOR_GROWTH,
        WAITED,
        WAIT,
        END_TO_END);
  }

  /**
   * The change of the hold time. Longer holds exhaust a pool that was large enough, so it is always
   * reported.
   */
  private String holdWords() {
    return now.knows(HOLD) && calm.knows(HOLD) ? "; " + change(HOLD) : "";
  }

  boolean knowsWaits() {
    return now.knows(WAITED, WAIT, END_TO_END);
  }

  /** Whether transactions wait often enough and long enough to matter. */
  boolean waits() {
    return now.at(WAITED) >= WAITING_LIMIT
        && now.at(WAIT) >= WAITING_LIMIT / 2 * now.at(END_TO_END);
  }

  private String waitWords() {
    return "%s of the transactions waited for a session; the mean %s of %s end to end"
        .formatted(now.value(WAITED), now.say(WAIT), now.value(END_TO_END));
  }

  private boolean hasGrown(Quantity quantity) {
    // From 0 or less, any increase would exceed the factor.
    return now.at(quantity) > calm.at(quantity) && now.at(quantity) >= SLOWER * calm.at(quantity);
  }

  private String change(Quantity quantity) {
    return "%s, was %s (%s)"
        .formatted(
            now.say(quantity),
            calm.value(quantity),
            Numbers.change(now.at(quantity) / calm.at(quantity)));
  }

  /** A finding if all needed quantities are known; otherwise unknown, naming the first of them. */
  private Finding judged(Cause cause, boolean found, String evidence, Quantity... needed) {
    if (now.knows(needed)) {
      return new Finding(cause, found ? FOUND : RULED_OUT, evidence);
    }
    return unknown(cause, "not told: " + needed[0].words() + mixedWords(needed[0]));
  }

  private static Finding unknown(Cause cause, String evidence) {
    return new Finding(cause, UNKNOWN, evidence);
  }

  /** Why calls do not show a quantity of one client's pool; empty if they do. */
  private String mixedWords(Quantity quantity) {
    boolean creations = quantity == FAILED_CREATIONS;
    if (now.at(CLIENTS) > 1 && (creations || OF_CALLS.contains(quantity))) {
      return ", as a call does not tell which of the %s clients made it"
          .formatted(now.value(CLIENTS));
    }
    return now.at(MULTIPLEXED) > 0 && OF_CALLS.contains(quantity)
        ? ", as a call does not tell whether it was of the pool or of the %s transactions on the multiplexed session"
            .formatted(now.value(MULTIPLEXED))
        : "";
  }

  /** Advice for a cause; empty if all is well. */
  String advice(Cause cause) {
    return switch (cause) {
      case SESSION_LEAK ->
          "Close every ResultSet and every read-only transaction, also when something throws:"
              + " try-with-resources. The client logs where sessions were taken if"
              + " setWarnIfInactiveTransactions() is set. A larger pool only delays the end.";
      case CREATION_FAILING ->
          "Find out why the server refuses (quota, permissions, or too many requests at once:"
              + " see the status of BatchCreateSessions), and set minSessions to what the load"
              + " needs, "
              + needed()
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
              + was()
              + ".";
      case NETWORK_SLOW ->
          "Look at the way to the server: region, routing, the connections' number. A larger"
              + " pool does not shorten it: time held "
              + was()
              + ".";
      case POOL_EXHAUSTED ->
          "Set maxSessions from %s to at least %s: the load needs %s by Little's law (sessions ="
                  .formatted(now.value(MAX_SESSIONS), sessions(), needed())
              + " throughput x time held"
              + (now.knows(NEEDED) ? ", if nobody waited" : "")
              + "), and "
              + Math.round(100 * MARGIN)
              + " % are added for chance. Set minSessions to the same if demand comes at once.";
      case GROWTH_SLOW ->
          "Set minSessions to at least "
              + sessions()
              + " (needed "
              + needed()
              + " and a margin), so that the sessions are there before they are wanted; or ask"
              + " for more at a time with a larger incStep.";
      case NOTHING -> "";
    };
  }

  /** What to find out if several causes remain. */
  List<String> next(List<Cause> remaining) {
    List<String> next = new ArrayList<>();
    if (remaining.contains(SESSION_LEAK)) {
      next.add(
          "Export gRPC's grpc.client.attempt.started and grpc.client.attempt.duration: they tell"
              + " sessions that wait for a reply from sessions that nobody gives back.");
    }
    next.add(
        "Look at the server's own latency and at the way to it, and scrape once more, first while"
            + " nothing waits: what calls and sessions take now is then held against that.");
    if (remaining.contains(POOL_EXHAUSTED)) {
      next.add(
          "Leave the pool as it is until then. If sessions are always held for as long as now, %s,"
                  .formatted(now.value(HOLD))
              + " the load needs "
              + needed()
              + ".");
    }
    return next;
  }

  private String was() {
    return calm.knows(HOLD) && now.knows(HOLD)
        ? "%s, was %s".formatted(now.value(HOLD), calm.value(HOLD))
        : "is not told";
  }

  /** What the load needs if no caller waits; if that is unknown, what it asks for now. */
  private double need() {
    double asked = now.at(IN_USE) + (now.knows(WAITING) ? now.at(WAITING) : 0);
    return now.knows(NEEDED) ? now.at(NEEDED) : asked;
  }

  private String needed() {
    double need = need();
    return Double.isNaN(need)
        ? "an unknown number"
        : Numbers.label(Math.ceil(need))
            + (now.knows(NEEDED) || now.knows(WAITING)
                ? ""
                : " or more, as those that wait are not told");
  }

  private String sessions() {
    double need = need();
    return Double.isNaN(need)
        ? "an unknown number"
        : String.format(Locale.ROOT, "%.0f", Math.ceil(need * (1 + MARGIN)));
  }
}
