package dev.sessionbench.study.diagnosis;

import dev.sessionbench.study.diagnosis.Diagnosis.Finding.State;
import dev.sessionbench.study.diagnosis.Measurements.Quantity;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Says why an application waits.
 *
 * @param cause the root cause, as far as the metrics show it
 * @param headline what happened, in one sentence
 * @param findings a finding for each known cause, in the causes' order
 * @param advice which settings to change to what; if causes remain, what to find out first
 * @param remaining the causes between which the metrics cannot decide; empty if they decide
 */
public record Diagnosis(
    Cause cause,
    String headline,
    List<Finding> findings,
    List<String> advice,
    List<Cause> remaining) {
  /** Consequences of longer holds. They are not root causes if something lengthens the holds. */
  private static final Set<Cause> OF_THE_POOL = EnumSet.of(Cause.POOL_EXHAUSTED, Cause.GROWTH_SLOW);

  /** Older files lack what remains. */
  public Diagnosis {
    remaining = List.copyOf(Objects.requireNonNullElse(remaining, List.of()));
  }

  /**
   * Diagnoses a stretch of time.
   *
   * @param now its metrics
   * @param calm metrics of the same client while all was well; without them a slow server or
   *     network cannot be found
   * @return the diagnosis; the same for the same metrics
   */
  public static Diagnosis of(Measurements now, Optional<Measurements> calm) {
    Rules rules = new Rules(now, calm.orElse(new Measurements(Map.of())));
    List<Finding> findings = rules.all();
    List<Cause> found = causes(findings, State.FOUND);
    Cause root = found.isEmpty() ? Cause.NOTHING : found.get(0);
    List<Cause> remaining = remaining(rules, now, found, findings);
    // A pool that leaks is exhausted at any size. A larger pool sends more to a slow server.
    List<String> advice =
        found.stream()
            .filter(cause -> root != Cause.SESSION_LEAK || cause == root)
            .filter(cause -> OF_THE_POOL.contains(root) || !OF_THE_POOL.contains(cause))
            .map(rules::advice)
            .toList();
    String headline = headline(rules, root, found, findings, remaining);
    List<String> next = remaining.isEmpty() ? advice : rules.next(remaining);
    return new Diagnosis(root, headline, findings, next, remaining);
  }

  /**
   * The causes that may lengthen the holds. Scrapes show that a pool is full, but not whether it
   * was large enough before the first of them.
   */
  private static List<Cause> remaining(
      Rules rules, Measurements now, List<Cause> found, List<Finding> findings) {
    boolean full = now.knows(Quantity.SCRAPES) && found.contains(Cause.POOL_EXHAUSTED);
    if (!(full || rules.keeps()) || !OF_THE_POOL.containsAll(found)) {
      return List.of();
    }
    List<Cause> remaining = new ArrayList<>(causes(findings, State.UNKNOWN));
    remaining.removeAll(OF_THE_POOL);
    remaining.remove(Cause.CREATION_FAILING);
    remaining.addAll(found);
    return remaining;
  }

  /** Whether the metrics leave several causes. */
  public boolean undecided() {
    return !remaining().isEmpty();
  }

  private static String headline(
      Rules rules, Cause root, List<Cause> found, List<Finding> findings, List<Cause> remaining) {
    if (!remaining.isEmpty()) {
      return (root == Cause.POOL_EXHAUSTED
              ? "The pool is exhausted. These scrapes do not show whether it is too small, or whether "
              : rules.now().value(Quantity.KEPT)
                  + " sessions were not released. These scrapes do not show whether ")
          + list(remaining.stream().filter(cause -> !OF_THE_POOL.contains(cause)).toList());
    }
    if (root == Cause.NOTHING) {
      List<Cause> unknown = causes(findings, State.UNKNOWN);
      return rules.waits()
          ? "Transactions wait for sessions, and these metrics do not show why."
          : unknown.isEmpty()
              ? "Nothing is wrong: every cause is ruled out."
              : "Nothing wrong was found. These metrics do not show whether " + list(unknown);
    }
    String first = Character.toUpperCase(root.phrase.charAt(0)) + root.phrase.substring(1);
    String others =
        found.stream().skip(1).map(cause -> cause.phrase).collect(Collectors.joining(", "));
    String because = others.isEmpty() ? "" : "; with it, and most likely because of it: ";
    return first + because + others + ".";
  }

  private static String list(List<Cause> causes) {
    String all = causes.stream().map(c -> c.phrase).collect(Collectors.joining(", ", "", "."));
    return all.replaceFirst(", ([^,]*)$", " or $1");
  }

  /** The causes in a state. */
  private static List<Cause> causes(List<Finding> findings, State state) {
    return findings.stream().filter(f -> f.state() == state).map(Finding::cause).toList();
  }

  /** The findings in a state. */
  public List<Finding> findings(State... states) {
    return Stream.of(states)
        .flatMap(state -> findings.stream().filter(finding -> finding.state() == state))
        .toList();
  }

  /** The diagnosis as lines for a terminal, each ended by a line feed. */
  public String text() {
    StringBuilder text = new StringBuilder("Diagnosis: " + headline + "\n");
    for (Finding finding : findings(State.values())) {
      String cause = finding.cause.phrase;
      text.append("  %-11s%s: %s\n".formatted(finding.state.label, cause, finding.evidence));
    }
    String start = undecided() ? "  next       " : "  change     ";
    advice.forEach(line -> text.append(start).append(line).append('\n'));
    return text.toString();
  }

  /**
   * What the metrics show about one cause.
   *
   * @param cause the cause
   * @param state whether it is present
   * @param evidence the metrics that show it, in one sentence without its full stop
   */
  public record Finding(Cause cause, State state, String evidence) {
    /** Whether a cause is present. */
    public enum State {
      /** It is present. */
      FOUND("found"),
      /** The metrics that would show it do not. */
      RULED_OUT("ruled out"),
      /** Metrics that would show it are missing. */
      UNKNOWN("unknown");

      final String label;

      State(String label) {
        this.label = label;
      }
    }
  }

  /**
   * Causes of waiting, with root causes before their consequences. For example, longer holds
   * exhaust a pool that was large enough before.
   */
  public enum Cause {
    /** Sessions are acquired and not released. */
    SESSION_LEAK(
        "sessions leak",
        "Close every ResultSet and every read-only transaction, also when something throws"
            + " (try-with-resources). With setWarnIfInactiveTransactions() the client logs where"
            + " sessions were taken. A larger pool only delays the end."),
    /** The server refuses to create sessions. */
    CREATION_FAILING(
        "the creation of sessions fails",
        "Look at the status of BatchCreateSessions: quota, permission, or too many requests at"
            + " once. Set minSessions to what the load needs, %3$s, so that sessions exist before"
            + " they are needed."),
    /** Transactions abort one another and are tried again. */
    LOCK_CONFLICTS(
        "transactions conflict and are tried again",
        "Let transactions touch fewer of the same rows, and read only the rows that they need."
            + " Each retry holds its session for another round."),
    /** The client's process has no processor time left. */
    CLIENT_CPU(
        "the client is short of CPU",
        "Give the client more processors, or spread its load over more processes. No setting of the"
            + " pool helps."),
    /** The server takes longer. */
    SERVER_SLOW(
        "the server is slow",
        "Look at the server first: its CPU, hot keys, the query's plan. A larger pool only sends it"
            + " more requests at a time. Time a session is held: %4$s."),
    /** The way to the server and back takes longer. */
    NETWORK_SLOW(
        "the network is slow",
        "Look at the way to the server: region, routing, number of connections. A larger pool does"
            + " not shorten it. Time a session is held: %4$s."),
    /** All allowed sessions are in use. */
    POOL_EXHAUSTED(
        "the pool is exhausted",
        "Set maxSessions from %1$s to at least %2$s. By Little's law (throughput x time held) the"
            + " load needs %3$s; 25 %% are added for chance. Set minSessions to the same if demand"
            + " comes at once."),
    /** More sessions are allowed, but they come too late. */
    GROWTH_SLOW(
        "the pool grows too slowly",
        "Set minSessions to at least %2$s (needed: %3$s, and a margin), so that the sessions are"
            + " there before they are needed. Or ask for more at a time with a larger incStep."),
    /** No cause was found. */
    NOTHING("nothing is wrong", "");

    private final String phrase;

    /**
     * What to do. Its places: the maximum of the pool, the sessions to set, the sessions needed,
     * and the time held.
     */
    final String advice;

    Cause(String phrase, String advice) {
      this.phrase = phrase;
      this.advice = advice;
    }
  }
}
