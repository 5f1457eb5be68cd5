package dev.sessionbench.lab.advise;

import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.text.Numbers;
import dev.sessionbench.base.text.TextTable;
import dev.sessionbench.base.text.TextTable.Column;
import dev.sessionbench.lab.load.DescribedLoad;
import dev.sessionbench.lab.load.LoadFile;
import dev.sessionbench.lab.simulate.Costs;
import dev.sessionbench.lab.simulate.LabCell;
import dev.sessionbench.lab.simulate.MeasuredCell;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The advice on a load, with what is needed to measure whether it is right.
 *
 * @param introduction the text before the advice
 * @param demand the load
 * @param file the text of a file by which other commands can play a load of this kind
 * @param pool the pool whose own settings are the candidates; empty if strategies are
 * @param candidates the strategies that were simulated
 * @param advice the result of the simulations
 */
public record Advised(
    String introduction,
    Demand demand,
    Function<DescribedLoad, String> file,
    Optional<ConfigurablePool> pool,
    List<Candidate> candidates,
    Advice advice) {
  private static final int FINALISTS = 4;
  private static final int SHOWN = 12;
  private static final int NAMED = 3;

  /** Simulates every strategy on a load, or every setting of a pool. */
  static Advised of(
      String introduction,
      Demand asked,
      Function<DescribedLoad, String> file,
      Optional<ConfigurablePool> pool) {
    pool.ifPresent(own -> own.check(asked.load().pool()));
    boolean singly = pool.flatMap(ConfigurablePool::library).isPresent();
    // Connection pools send a request for each session.
    Demand demand = singly ? asked.withCreation(asked.creation().withBatchLimit(1)) : asked;
    List<Candidate> candidates =
        pool.map(own -> own.candidates(demand)).orElseGet(() -> Candidate.all(demand.limits()));
    Advice advice = Advice.of(demand, candidates, Advice.DRAWS);
    return new Advised(introduction, demand, file, pool, candidates, advice);
  }

  /** Why no pool can ever serve a load, not even with the largest maximum that is tried. */
  static Optional<String> hopeless(Demand demand, Optional<ConfigurablePool> pool) {
    return (pool.isPresent() ? demand.widest() : demand).hopeless();
  }

  /** The load, as texts of files: one for all strategies, or one for each bounds of a pool. */
  public List<String> loads() {
    return finalists().stream().map(this::file).distinct().toList();
  }

  private String file(Candidate candidate) {
    return file.apply(demand.on(candidate));
  }

  /** How long the load goes on if no caller waits, in seconds. */
  public double lastsSeconds() {
    return demand.load().untilNanos() / 1e9;
  }

  /** The strategies to be measured; empty if all cost the load the same. */
  List<Candidate> finalists() {
    if (advice.tellsNothing()) {
      return List.of();
    }
    List<Candidate> best = advice.finalists(FINALISTS);
    Stream<Candidate> today = pool.stream().map(own -> own.today(demand));
    Stream<Candidate> first = Stream.concat(Stream.of(best.get(0)), today);
    return Stream.concat(first.filter(advice.costs()::containsKey), best.stream())
        .distinct()
        .limit(FINALISTS)
        .toList();
  }

  /** How many strategies are to be measured; 0 if all cost the load the same. */
  public int numFinalists() {
    return finalists().size();
  }

  /**
   * Those strategies as the values of the parameter {@code strategy}, separated by commas. It names
   * the real client if that has the strategy and its callers wait as long as those of the load.
   */
  public String strategies() {
    boolean client = MeasuredCell.canBeTheClients(demand.load().pool().options());
    Function<Candidate, String> own =
        c -> client && c.isTheClients() ? LabCell.CLIENT : c.strategy().toString();
    return finalists().stream()
        .map(c -> c.word(pool.map(ConfigurablePool::measured).orElseGet(() -> own.apply(c))))
        .distinct()
        .collect(Collectors.joining(","));
  }

  /**
   * Compares the measured results with the simulated ones and says whether the choice stands.
   *
   * @param measured the results of those strategies, as far as there are any
   * @param disturbance what else used the machine; empty if it was quiet
   * @return a text of several lines
   */
  public String verified(List<CellResult> measured, Optional<String> disturbance) {
    return new Verification(advice, finalists(), c -> LoadFile.name(file(c)), measured)
        .render(disturbance);
  }

  /** The advice, in several lines. */
  public String text() {
    Candidate choice = advice.choice();
    if (advice.tellsNothing()) {
      return introduction
          + "Not identifiable: all %d candidates cost this load the same (%s).\n%s"
              .formatted(advice.costs().size(), words(advice.costs(choice)), bounds(choice));
    }
    String time =
        lastsSeconds() == 0 ? "at once" : "in %s s".formatted(Numbers.label(lastsSeconds()));
    return introduction
        + """
    Played three times for each of %d candidates: about %.0f callers %s, on pools that open with
    %s. Only the time until all are served counts. No other candidate beats these in
    wait, requests and idle sessions together:

    %s
    Choice: %s: %s.
    %s%s%s%s
    If an input is not what was guessed, played once over the same time:

    %s"""
            .formatted(
                advice.costs().size(),
                demand.load().operations(),
                time,
                pool.isPresent() ? "their minimum" : demand.limits().minSessions() + " sessions",
                table(advice, choice),
                choice,
                words(advice.costs(choice)),
                why(choice),
                pool.map(own -> settings(own, choice)).orElseGet(() -> pools(choice)),
                others(advice, choice),
                bounds(choice),
                sensitivity(choice));
  }

  private static String table(Advice advice, Candidate choice) {
    List<Candidate> front = advice.front();
    List<Candidate> shown =
        front.stream().sorted(Comparator.comparingDouble(advice::weight)).limit(SHOWN).toList();
    List<Column<Candidate>> columns = new ArrayList<>();
    columns.add(new Column<>('l', "", c -> (c.equals(choice) ? "> " : "  ") + c));
    BiConsumer<String, Function<Costs, String>> add =
        (heading, cell) -> columns.add(Column.of(heading, c -> cell.apply(advice.costs(c))));
    add.accept("wait p99 (ms)", costs -> Numbers.oneDecimal(costs.waitMillis()));
    add.accept("requests", costs -> Long.toString(costs.requests()));
    add.accept("idle", costs -> Numbers.oneDecimal(costs.idle()));
    add.accept("created", costs -> Long.toString(costs.created()));
    add.accept("refused", costs -> Long.toString(costs.failed()));
    columns.add(Column.of("weight", c -> weight(advice, c)));
    if (choice.bounds().isEmpty()) {
      columns.add(new Column<>('l', "in a pool", c -> c.isOfAPool() ? "yes" : "no"));
    }
    String table = TextTable.of(front.stream().filter(shown::contains).toList(), columns).render();
    int left = front.size() - shown.size();
    return table + (left > 0 ? "and %d more, of greater weight\n".formatted(left) : "");
  }

  private String why(Candidate choice) {
    return """
    Its weight is the least: its wait in creations of a session (%s ms), and its requests and idle
    sessions in sessions wanted at once (%s), added up: %s.
    """
        .formatted(
            Numbers.label(advice.units().creationMillis()),
            Numbers.label(advice.units().sessions()),
            weight(advice, choice));
  }

  /** What to set, and what today's settings cost. */
  private String settings(ConfigurablePool own, Candidate choice) {
    Candidate today = own.today(demand);
    if (choice.equals(today)) {
      return "Today's settings stand.\n";
    }
    return """
    Today's %s.
    %sSet in %s:

    %s
    """
        .formatted(
            described(today),
            advice.costs(today).failed() > 0 ? patience() : "",
            own.name(),
            own.configuration(choice, demand.load().pool()));
  }

  /** The shortest timeout with which today's bounds refuse nobody. */
  private String patience() {
    return advice
        .lightest(c -> c.timeoutMillis().isPresent() && advice.costs(c).failed() == 0)
        .map(c -> "Nobody is refused by %s.\n".formatted(described(c)))
        .orElse("");
  }

  /** Which real pools have the chosen strategy, or else the best strategy that one has. */
  private String pools(Candidate choice) {
    if (choice.isOfAPool()) {
      return "Pools that have it: %s.\n".formatted(choice.strategy().entry().pools());
    }
    return advice
        .lightest(Candidate::isOfAPool)
        .map(this::described)
        .map("No published pool has it. Of those that one has, the best is %s.\n"::formatted)
        .orElse("No published pool has it.\n");
  }

  private String described(Candidate candidate) {
    Costs costs = advice.costs(candidate);
    return "%s: %s; weight %s".formatted(candidate, words(costs), weight(advice, candidate));
  }

  private static String weight(Advice advice, Candidate candidate) {
    return Numbers.fourDigits(advice.weight(candidate));
  }

  /** What the chosen strategy costs with every other minimum and maximum. */
  private String bounds(Candidate choice) {
    if (pool.isPresent()) {
      return "";
    }
    Advice bounded =
        Advice.of(demand, demand.bounds().stream().map(choice::within).toList(), Advice.DRAWS);
    Candidate best = bounded.choice();
    return """

    The same strategy with other bounds:

    %s
    Least weight: %s.
    %s
    """
        .formatted(table(bounded, best), best, others(bounded, best));
  }

  private static String others(Advice advice, Candidate choice) {
    List<Candidate> close = advice.close(choice);
    if (close.isEmpty()) {
      return "";
    }
    String named =
        close.stream().limit(NAMED).map(Candidate::toString).collect(Collectors.joining(", "));
    int rest = close.size() - NAMED;
    return "Three draws of this load do not separate it from %s%s.\n"
        .formatted(named, rest > 0 ? " and %d more".formatted(rest) : "");
  }

  private String sensitivity(Candidate choice) {
    TextTable table = new TextTable("llrl", List.of("input", "choice", "kept: x its", ""));
    for (Demand.Input input : Demand.Input.values()) {
      Stream.of(0.5, 2.0)
          .filter(factor -> !demand.with(input, factor).equals(demand))
          .forEach(factor -> table.add(row(choice, input, factor)));
    }
    return table.render();
  }

  private List<String> row(Candidate choice, Demand.Input input, double factor) {
    Demand other = demand.with(input, factor);
    String name = input.name().toLowerCase(Locale.ROOT) + (factor < 1 ? " halved" : " doubled");
    Optional<String> hopeless = hopeless(other, pool);
    if (hopeless.isPresent()) {
      return List.of(name, "none", "", hopeless.get());
    }
    Advice then = Advice.of(other, candidates, 1);
    Candidate best = then.choice();
    if (then.tellsNothing()) {
      return List.of(name, "any", "1", "not identifiable");
    }
    boolean same = then.weight(choice) == then.weight(best);
    // Both may be 0.
    double times = same ? 1 : then.weight(choice) / then.weight(best);
    return List.of(
        name,
        same ? choice.toString() : best.toString(),
        then.costs().containsKey(choice) ? Numbers.label(times) : "-",
        same ? "the same choice" : "");
  }

  private static String words(Costs costs) {
    return "wait p99 %s ms, %d requests, %s sessions idle on average%s"
        .formatted(
            Numbers.oneDecimal(costs.waitMillis()),
            costs.requests(),
            Numbers.oneDecimal(costs.idle()),
            costs.failed() > 0 ? ", %d callers refused".formatted(costs.failed()) : "");
  }
}
