package dev.sessionbench.study.diagnosis;

import dev.sessionbench.study.diagnosis.Diagnosis.Finding.State;
import dev.sessionbench.study.diagnosis.Figures.Quantity;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
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

  /** Copies the lists. */
  public Diagnosis {
    // Older files lack them.
    remaining = List.copyOf(Objects.requireNonNullElse(remaining, List.of()));
    findings = List.copyOf(findings);
    advice = List.copyOf(advice);
  }

  /**
   * Diagnoses a stretch of time.
   *
   * @param now its metrics
   * @param calm metrics of the same client while all was well; without them a slow server or
   *     network cannot be found
   * @return the diagnosis; the same for the same metrics
   */
  public static Diagnosis of(Figures now, Optional<Figures> calm) {
    Rules rules = new Rules(now, calm.orElse(new Figures(Map.of())));
    List<Finding> findings = rules.all();
    List<Cause> found = causes(findings, State.FOUND);
    Cause root = found.isEmpty() ? Cause.NOTHING : found.get(0);
    List<Cause> remaining = remaining(rules, now, found, findings);
    if (!remaining.isEmpty()) {
      return new Diagnosis(
          root, undecided(now, root, remaining), findings, rules.next(remaining), remaining);
    }
    // A pool that leaks is exhausted at any size. A larger pool sends more to a slow server.
    List<String> advice =
        found.stream()
            .filter(cause -> root != Cause.SESSION_LEAK || cause == root)
            .filter(cause -> OF_THE_POOL.contains(root) || !OF_THE_POOL.contains(cause))
            .map(rules::advice)
            .toList();
    return new Diagnosis(root, headline(rules, root, found, findings), findings, advice, remaining);
  }

  /**
   * The causes that may lengthen the holds. Scrapes show that a pool is full, but not whether it
   * was large enough before the first of them.
   */
  private static List<Cause> remaining(
      Rules rules, Figures now, List<Cause> found, List<Finding> findings) {
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

  private static String undecided(Figures now, Cause root, List<Cause> remaining) {
    return (root == Cause.POOL_EXHAUSTED
            ? "The pool is exhausted, and these scrapes do not tell whether it is too small or "
            : "%s sessions were not given back, and these scrapes do not tell whether "
                .formatted(now.value(Quantity.KEPT)))
        + words(remaining.stream().filter(cause -> !OF_THE_POOL.contains(cause)).toList(), " or ")
        + ".";
  }

  private static String headline(
      Rules rules, Cause root, List<Cause> found, List<Finding> findings) {
    if (root == Cause.NOTHING && rules.waits()) {
      return "Transactions wait for sessions, and these figures do not tell why.";
    }
    if (root == Cause.NOTHING) {
      List<Cause> unknown = causes(findings, State.UNKNOWN);
      return unknown.isEmpty()
          ? "Nothing is wrong: every cause is ruled out."
          : "Nothing is found to be wrong; not told by these figures: whether "
              + words(unknown, " or ")
              + ".";
    }
    String first = Character.toUpperCase(root.words().charAt(0)) + root.words().substring(1);
    List<Cause> others = found.subList(1, found.size());
    return others.isEmpty()
        ? first + "."
        : first + "; with it, and most likely because of it: " + words(others, ", ") + ".";
  }

  private static String words(List<Cause> causes, String between) {
    return causes.stream().map(Cause::words).collect(Collectors.joining(between));
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
    for (State state : State.values()) {
      for (Finding finding : findings(state)) {
        text.append("  %-8s%s: %s\n".formatted(state.word, finding.cause.words, finding.evidence));
      }
    }
    String start = undecided() ? "  next    " : "  change  ";
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
      FOUND("because", "found"),
      /** The metrics that would show it do not. */
      RULED_OUT("not", "ruled out"),
      /** Metrics that would show it are missing. */
      UNKNOWN("unknown", "not known");

      private final String word;
      final String label;

      State(String word, String label) {
        this.word = word;
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
    SESSION_LEAK("sessions leak"),
    /** The server refuses to create sessions. */
    CREATION_FAILING("the creation of sessions fails"),
    /** Transactions abort one another and are tried again. */
    LOCK_CONFLICTS("transactions conflict and are tried again"),
    /** The client's process has no processor time left. */
    CLIENT_CPU("the client is short of CPU"),
    /** The server takes longer. */
    SERVER_SLOW("the server is slow"),
    /** The way to the server and back takes longer. */
    NETWORK_SLOW("the network is slow"),
    /** All allowed sessions are in use. */
    POOL_EXHAUSTED("the pool is exhausted"),
    /** More sessions are allowed, but they come too late. */
    GROWTH_SLOW("the pool grows too slowly"),
    /** No cause was found. */
    NOTHING("nothing is wrong");

    private final String words;

    Cause(String words) {
      this.words = words;
    }

    /** The cause as a phrase. */
    public String words() {
      return words;
    }

    /** The name in files: {@code pool-exhausted}. */
    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }
}
