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
 * Why an application waits.
 *
 * @param cause the root, as far as the figures go
 * @param headline what happened, in one sentence
 * @param findings what the figures say of each cause that is known, in the causes' order
 * @param advice what to change to what; what to find out first where causes remain
 * @param remaining the causes of which the figures do not tell which it is; none where they tell
 */
public record Diagnosis(
    Cause cause,
    String headline,
    List<Finding> findings,
    List<String> advice,
    List<Cause> remaining) {
  /** What longer holds bring about, so that it is no root of its own beside what lengthens them. */
  private static final Set<Cause> OF_THE_POOL = EnumSet.of(Cause.POOL_EXHAUSTED, Cause.GROWTH_SLOW);

  /** Copies the lists. */
  public Diagnosis {
    // Older files have none.
    remaining = List.copyOf(Objects.requireNonNullElse(remaining, List.of()));
    findings = List.copyOf(findings);
    advice = List.copyOf(advice);
  }

  /**
   * Judges a stretch of time.
   *
   * @param now its figures
   * @param calm those of one in which all was well, of the same client; without them a slow server
   *     or network cannot be told
   * @return the diagnosis; the same for the same figures
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
    // A pool that leaks is exhausted whatever its size, and a larger one sends more to a slow
    // server.
    List<String> advice =
        found.stream()
            .filter(cause -> root != Cause.SESSION_LEAK || cause == root)
            .filter(cause -> OF_THE_POOL.contains(root) || !OF_THE_POOL.contains(cause))
            .map(rules::advice)
            .toList();
    return new Diagnosis(root, headline(rules, root, found, findings), findings, advice, remaining);
  }

  /**
   * What may hold sessions for longer than usual. Scrapes show a pool that is full, and not whether
   * it was large enough before the first of them.
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

  /** Whether the figures leave several causes. */
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

  /** The diagnosis for a terminal: lines, each ended by a line feed. */
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
   * What the figures say of one cause.
   *
   * @param cause the cause
   * @param state whether it is there
   * @param evidence by which figures, in one sentence without its full stop
   */
  public record Finding(Cause cause, State state, String evidence) {
    /** Whether a cause is there. */
    public enum State {
      /** It is. */
      FOUND("because", "found"),
      /** The figures that would show it do not. */
      RULED_OUT("not", "ruled out"),
      /** Figures that would show it are missing. */
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
   * Why an application may wait, roots before what follows from them: sessions that are held for
   * longer exhaust a pool that was large enough before.
   */
  public enum Cause {
    /** Sessions are taken and not given back. */
    SESSION_LEAK("sessions leak"),
    /** The server refuses to create sessions. */
    CREATION_FAILING("the creation of sessions fails"),
    /** Transactions abort each other and are tried again. */
    LOCK_CONFLICTS("transactions conflict and are tried again"),
    /** The client's process has no processor time left. */
    CLIENT_CPU("the client is short of CPU"),
    /** The server takes longer. */
    SERVER_SLOW("the server is slow"),
    /** The way to the server and back takes longer. */
    NETWORK_SLOW("the network is slow"),
    /** All sessions that may be are in use. */
    POOL_EXHAUSTED("the pool is exhausted"),
    /** There may be more sessions, and they come too late. */
    GROWTH_SLOW("the pool grows too slowly"),
    /** Nothing of all this. */
    NOTHING("nothing is wrong");

    private final String words;

    Cause(String words) {
      this.words = words;
    }

    /** The cause in words. */
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
