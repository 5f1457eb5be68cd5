package dev.sessionbench.lab.advise;

import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.lab.simulate.MeasuredCell;
import java.util.List;
import java.util.stream.Collectors;

/** What is advised on a load, and what has to be measured to see whether that is right. */
public final class Advised {
  private static final int FINALISTS = 4;

  private final String text;
  private final String load;
  private final Demand demand;
  private final Advice advice;

  /**
   * Simulates all that the advice rests on.
   *
   * @param introduction stands before the advice
   * @param demand the load
   * @param load the same, as a file describes it
   */
  Advised(String introduction, Demand demand, String load) {
    AdviceText words = new AdviceText(demand, Candidate.all(demand.limits()));
    this.text = introduction + words.render();
    this.load = load;
    this.demand = demand;
    this.advice = words.advice();
  }

  /** The advice, several lines. */
  public String text() {
    return text;
  }

  /** The load as a file describes it, so that whatever plays such files can play it. */
  public String load() {
    return load;
  }

  /** How long the load goes on if nobody waits, in seconds. */
  public double lastsSeconds() {
    return demand.load().untilNanos() / 1e9;
  }

  /** The rules between which measuring is to decide; none where the load tells none apart. */
  List<Candidate> finalists() {
    return advice.tellsNothing() ? List.of() : advice.finalists(FINALISTS);
  }

  /** How many rules measuring is to decide between; 0 where the load tells none apart. */
  public int numFinalists() {
    return finalists().size();
  }

  /**
   * Those rules as the values of the parameter {@code strategy}, separated by commas. Where the
   * real client has the rule, and its callers wait as long as those of the load, it is meant.
   */
  public String strategies() {
    boolean client = MeasuredCell.canBeTheClients(demand.load().pool());
    return finalists().stream()
        .map(candidate -> candidate.word(client && candidate.isTheClients()))
        .collect(Collectors.joining(","));
  }

  /**
   * What measuring found, beside what was simulated, and whether the choice stands.
   *
   * @param measured the results of those rules, as far as there are any
   * @return a text of several lines
   */
  public String verified(List<CellResult> measured) {
    return new Verification(advice, finalists(), measured).render();
  }
}
