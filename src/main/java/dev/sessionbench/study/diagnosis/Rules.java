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
import static dev.sessionbench.study.diagnosis.Measurements.Quantity.API;
import static dev.sessionbench.study.diagnosis.Measurements.Quantity.ATTEMPTS;
import static dev.sessionbench.study.diagnosis.Measurements.Quantity.CALLS;
import static dev.sessionbench.study.diagnosis.Measurements.Quantity.CLIENTS;
import static dev.sessionbench.study.diagnosis.Measurements.Quantity.CPU;
import static dev.sessionbench.study.diagnosis.Measurements.Quantity.CREATIONS;
import static dev.sessionbench.study.diagnosis.Measurements.Quantity.END_TO_END;
import static dev.sessionbench.study.diagnosis.Measurements.Quantity.FAILED_CREATIONS;
import static dev.sessionbench.study.diagnosis.Measurements.Quantity.FULL;
import static dev.sessionbench.study.diagnosis.Measurements.Quantity.GFE;
import static dev.sessionbench.study.diagnosis.Measurements.Quantity.HOLD;
import static dev.sessionbench.study.diagnosis.Measurements.Quantity.IN_USE;
import static dev.sessionbench.study.diagnosis.Measurements.Quantity.KEPT;
import static dev.sessionbench.study.diagnosis.Measurements.Quantity.MAX_SESSIONS;
import static dev.sessionbench.study.diagnosis.Measurements.Quantity.MULTIPLEXED;
import static dev.sessionbench.study.diagnosis.Measurements.Quantity.NEEDED;
import static dev.sessionbench.study.diagnosis.Measurements.Quantity.NETWORK;
import static dev.sessionbench.study.diagnosis.Measurements.Quantity.SCRAPES;
import static dev.sessionbench.study.diagnosis.Measurements.Quantity.UNANSWERED;
import static dev.sessionbench.study.diagnosis.Measurements.Quantity.UNRETURNED;
import static dev.sessionbench.study.diagnosis.Measurements.Quantity.WAIT;
import static dev.sessionbench.study.diagnosis.Measurements.Quantity.WAITED;
import static dev.sessionbench.study.diagnosis.Measurements.Quantity.WAITED_FOR_GROWTH;
import static dev.sessionbench.study.diagnosis.Measurements.Quantity.WAITING;

import dev.sessionbench.base.text.Numbers;
import dev.sessionbench.study.diagnosis.Diagnosis.Cause;
import dev.sessionbench.study.diagnosis.Diagnosis.Finding;
import dev.sessionbench.study.diagnosis.Measurements.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Judges each cause by the metrics.
 *
 * @param now the stretch to judge
 * @param calm a stretch of the same client in which all was well; empty metrics if there is none
 */
record Rules(Measurements now, Measurements calm) {
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

  /** An advised maximum, as a multiple of what the load needs. */
  private static final double MARGIN = 1.25;

  private static final String UNMEASURED = "an unknown number";

  /** Quantities that follow from calls, if all calls are of one client on its pool. */
  private static final Set<Quantity> OF_CALLS = Set.of(UNRETURNED, GFE, NETWORK, FAILED_CREATIONS);

  /** A finding for each cause except {@link Cause#NOTHING}, in the causes' order. */
  List<Finding> all() {
    Finding server = slower(SERVER_SLOW, serverTime(now));
    return List.of(leak(), creation(), locks(), cpu(), server, network(), full(), growth());
  }

  private static Quantity serverTime(Measurements measurements) {
    return measurements.knows(API) ? API : GFE;
  }

  private Finding leak() {
    String held = "%s, of %s in use".formatted(now.say(UNRETURNED), now.value(IN_USE));
    return many(KEPT) && !now.knows(UNRETURNED)
        ? unknown(SESSION_LEAK, now.say(KEPT) + "; not measured: whether they wait for the server")
        : judged(SESSION_LEAK, many(UNRETURNED), held, UNRETURNED, MAX_SESSIONS);
  }

  private boolean many(Quantity sessions) {
    return now.at(sessions) >= Math.max(LEAKED_SESSIONS, LEAKED * now.at(MAX_SESSIONS));
  }

  /** Whether sessions are not given back without being found to leak. */
  boolean keeps() {
    return many(KEPT) && !many(UNRETURNED);
  }

  private Finding creation() {
    double failed = now.at(FAILED_CREATIONS);
    boolean many = failed > 0 && failed >= FAILED_CREATIONS_LIMIT * now.at(CREATIONS);
    String some = now.value(FAILED_CREATIONS) + " of " + now.value(CREATIONS);
    String evidence = some + " attempts to create sessions failed";
    return judged(CREATION_FAILING, many, evidence, FAILED_CREATIONS, CREATIONS);
  }

  private Finding locks() {
    boolean many = now.at(ATTEMPTS) - 1 >= RETRIES;
    return judged(LOCK_CONFLICTS, many, now.say(ATTEMPTS) + " (1 if none is repeated)", ATTEMPTS);
  }

  private Finding cpu() {
    if (!(now.at(CPU) >= CPU_LIMIT)) {
      return judged(CLIENT_CPU, false, now.say(CPU), CPU);
    }
    String busy = now.say(CPU);
    String longer =
        "%s; a transaction takes %s ms outside the server, was %s ms"
            .formatted(busy, Numbers.label(outside(now)), Numbers.label(outside(calm)));
    return outside(calm) > 0 && outside(now) > 0
        ? judged(CLIENT_CPU, isShortOfCpu(), longer)
        : unknown(CLIENT_CPU, busy + "; not measured: whether this makes transactions longer");
  }

  private boolean isShortOfCpu() {
    return now.at(CPU) >= CPU_LIMIT && outside(now) >= SLOWER * outside(calm);
  }

  /** The time of a transaction that is neither wait nor server: network and client. */
  private static double outside(Measurements measurements) {
    return measurements.at(HOLD)
        - measurements.at(CALLS) * measurements.at(serverTime(measurements));
  }

  /** A busy client sees its own slowness as time beyond the server's. */
  private Finding network() {
    String busy = "%s, but the processors are busy for %s, which explains it";
    return isShortOfCpu() && hasGrown(NETWORK)
        ? judged(NETWORK_SLOW, false, busy.formatted(change(NETWORK), now.value(CPU)))
        : slower(NETWORK_SLOW, NETWORK);
  }

  /** Whether a time of each call has grown, and whether that matters to a transaction. */
  private Finding slower(Cause cause, Quantity quantity) {
    if (many(UNANSWERED)) {
      return unknown(cause, now.say(UNANSWERED));
    }
    double added = added(quantity);
    if (now.knows(quantity) && Double.isNaN(added)) {
      return unknown(cause, now.say(quantity) + ", with no calm period to compare it with");
    }
    boolean slow = hasGrown(quantity) && added >= ADDED;
    String calls = now.knows(CALLS) ? now.value(CALLS) : "a transaction's";
    // What was slow at the first scrape already has not grown.
    String each = slow ? ", for each of " + calls + " calls" : "";
    return !slow && now.knows(quantity, SCRAPES)
        ? unknown(cause, change(quantity) + "; it may have been slow from the first scrape on")
        : judged(cause, slow, change(quantity) + each, quantity);
  }

  /** What the growth adds to a transaction, as a share of its calm latency. */
  private double added(Quantity quantity) {
    double more = now.at(quantity) - calm.at(quantity);
    double calls = now.knows(CALLS) ? now.at(CALLS) : 1;
    Quantity whole = calm.knows(END_TO_END) ? END_TO_END : HOLD;
    return calm.at(whole) > 0 ? more * calls / calm.at(whole) : Double.NaN;
  }

  private Finding full() {
    boolean full = now.at(FULL) >= (waits() ? FULL_WITH_WAITS : FULL_LIMIT);
    String often =
        now.knows(SCRAPES)
            ? "at %d of %s scrapes at least 95 %%"
                .formatted(Math.round(now.at(FULL) * now.at(SCRAPES)), now.value(SCRAPES))
            : "in %s of the samples at least 95 %% (or all but one)".formatted(now.value(FULL));
    String waits =
        !knowsWaits()
            ? "; not measured: how long callers wait"
            : waits()
                ? "; " + waitText() + (calm.knows(HOLD) ? "; " + change(HOLD) : "")
                : ", but " + waitText();
    String evidence =
        "%s; %s of at most %s were in use and none idle%s"
            .formatted(now.say(IN_USE), often, now.value(MAX_SESSIONS), full ? waits : "");
    boolean found = full && (waits() || !knowsWaits());
    return judged(POOL_EXHAUSTED, found, evidence, FULL, IN_USE, MAX_SESSIONS);
  }

  private Finding growth() {
    String growing = now.say(WAITED_FOR_GROWTH);
    boolean forGrowth = waits() && now.at(WAITED_FOR_GROWTH) >= FOR_GROWTH;
    boolean full = forGrowth && now.at(FULL) >= FULL_LIMIT;
    String evidence =
        full
            ? growing + ", but the pool is at its maximum"
            : waitText() + (waits() ? "; " + growing : "");
    Quantity[] needed = {WAITED_FOR_GROWTH, WAITED, WAIT, END_TO_END};
    return judged(GROWTH_SLOW, forGrowth && !full, evidence, needed);
  }

  private boolean knowsWaits() {
    return now.knows(WAITED, WAIT, END_TO_END);
  }

  /** Whether transactions wait for sessions, for any reason. */
  boolean waits() {
    return now.at(WAITED) >= WAITING_LIMIT
        && now.at(WAIT) >= WAITING_LIMIT / 2 * now.at(END_TO_END);
  }

  private String waitText() {
    return "%s of the transactions waited for a session; the mean %s of %s end to end"
        .formatted(now.value(WAITED), now.say(WAIT), now.value(END_TO_END));
  }

  private boolean hasGrown(Quantity quantity) {
    // From 0 or less, any increase would exceed the factor.
    return now.at(quantity) > calm.at(quantity) && now.at(quantity) >= SLOWER * calm.at(quantity);
  }

  private String change(Quantity quantity) {
    String change = Numbers.change(now.at(quantity) / calm.at(quantity));
    return "%s, was %s (%s)".formatted(now.say(quantity), calm.value(quantity), change);
  }

  /** A finding that is unknown if a quantity is missing; the first is the one to name. */
  private Finding judged(Cause cause, boolean found, String evidence, Quantity... needed) {
    return now.knows(needed)
        ? new Finding(cause, found ? FOUND : RULED_OUT, evidence)
        : unknown(cause, "not measured: " + needed[0].phrase + unattributed(needed[0]));
  }

  private static Finding unknown(Cause cause, String evidence) {
    return new Finding(cause, UNKNOWN, evidence);
  }

  /** Why a quantity that follows from calls cannot be known; empty if calls are not the reason. */
  private String unattributed(Quantity quantity) {
    if (!OF_CALLS.contains(quantity)) {
      return "";
    }
    if (now.at(CLIENTS) > 1) {
      return ", as calls do not say which of the " + now.value(CLIENTS) + " clients made them";
    }
    String pool = ", as calls do not say whether they belong to the pool or to the ";
    return now.at(MULTIPLEXED) > 0 && quantity != FAILED_CREATIONS
        ? pool + now.value(MULTIPLEXED) + " transactions on the multiplexed session"
        : "";
  }

  /** What to change if this is a cause. */
  String advice(Cause cause) {
    double need = Math.ceil(need() * MARGIN);
    String more = Double.isNaN(need) ? UNMEASURED : Math.round(need) + "";
    boolean held = calm.knows(HOLD) && now.knows(HOLD);
    String hold = held ? now.value(HOLD) + ", was " + calm.value(HOLD) : "not measured";
    return cause.advice.formatted(now.value(MAX_SESSIONS), more, needed(), hold);
  }

  /** What to find out while some causes cannot be ruled out. */
  List<String> next(List<Cause> remaining) {
    List<String> next = new ArrayList<>();
    if (remaining.contains(SESSION_LEAK)) {
      next.add(
          "Export gRPC's grpc.client.attempt.started and grpc.client.attempt.duration. They"
              + " distinguish sessions that wait for a reply from leaked sessions.");
    }
    next.add(
        "Check the server's own latency and the network. Then scrape again, and begin while nothing"
            + " waits, so that there is a calm period to compare with.");
    if (remaining.contains(POOL_EXHAUSTED)) {
      next.add(
          "Do not change the pool before that. If sessions are always held as long as now (%s), the load needs %s."
              .formatted(now.value(HOLD), needed()));
    }
    return next;
  }

  private double need() {
    return now.knows(NEEDED)
        ? now.at(NEEDED)
        : now.at(IN_USE) + (now.knows(WAITING) ? now.at(WAITING) : 0);
  }

  private String needed() {
    boolean whole = now.knows(NEEDED) || now.knows(WAITING);
    return Double.isNaN(need())
        ? UNMEASURED
        : Numbers.label(Math.ceil(need()))
            + (whole ? "" : " or more, as callers that wait are not counted");
  }
}
