package dev.sessionbench.study.diagnosis;

import dev.sessionbench.base.text.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What to change to what. */
final class Advice {
  private Advice() {}

  /** Advice for a cause, in the order of what to do first; empty where all is well. */
  static List<String> of(Cause cause, Figures now, Figures calm) {
    return switch (cause) {
      case SESSION_LEAK ->
          List.of(
              "Close every ResultSet and every read-only transaction, also when something throws:"
                  + " try-with-resources. The client logs where sessions were taken if"
                  + " setWarnIfInactiveTransactions() is set. A larger pool only delays the end.");
      case CREATION_FAILING ->
          List.of(
              "Find out why the server refuses (quota, permissions, or too many requests at once:"
                  + " see the status of BatchCreateSessions), and set minSessions to what the load"
                  + " needs, "
                  + needed(now)
                  + ", so that sessions are there before they are wanted.");
      case LOCK_CONFLICTS ->
          List.of(
              "Let transactions touch fewer of the same rows, and read in them only what they write"
                  + " by; each retry holds its session for another round.");
      case CLIENT_CPU ->
          List.of(
              "Give the client more processors, or spread its load over more processes; no setting"
                  + " of the pool helps.");
      case SERVER_SLOW ->
          List.of(
              "Look at the server first: its CPU, hot keys, the query's plan. A larger pool would"
                  + " only send it more at a time: time held "
                  + was(now, calm)
                  + ".");
      case NETWORK_SLOW ->
          List.of(
              "Look at the way to the server: region, routing, the connections' number. A larger"
                  + " pool does not shorten it: time held "
                  + was(now, calm)
                  + ".");
      case POOL_EXHAUSTED ->
          List.of(
              "Set maxSessions from %s to at least %s: the load needs %s by Little's law (sessions ="
                      .formatted(now.value(Quantity.MAX_SESSIONS), sessions(now), needed(now))
                  + " throughput x time held"
                  + (now.knows(Quantity.NEEDED) ? ", if nobody waited" : "")
                  + "), and "
                  + Math.round(100 * Limits.MARGIN)
                  + " % are added for chance. Set minSessions to the same if demand comes at once.");
      case GROWTH_SLOW ->
          List.of(
              "Set minSessions to at least "
                  + sessions(now)
                  + " (needed "
                  + needed(now)
                  + " and a margin), so that the sessions are there before they are wanted; or ask"
                  + " for more at a time with a larger incStep.");
      case NOTHING -> List.of();
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
