package dev.sessionbench.lab.simulate;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.FileParameters;
import dev.sessionbench.base.model.Parameter;
import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.model.Schema;
import dev.sessionbench.base.results.Cell;
import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.results.Params;
import dev.sessionbench.bench.load.Workload;
import dev.sessionbench.bench.run.CellFinder;
import dev.sessionbench.bench.run.JmhArguments;
import dev.sessionbench.bench.trial.TrialParameters;
import dev.sessionbench.lab.load.LoadFile;
import dev.sessionbench.lab.strategy.ShrinkStrategies;
import dev.sessionbench.lab.strategy.Strategies;
import dev.sessionbench.mock.profile.Profiles;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;

/**
 * The cells that a command line asks for, in the grammar of {@code run}: regular expressions for
 * the loads, and for each parameter its values.
 *
 * <p>A cell of one of the benchmark's own loads with the client's own rule has the name and the
 * parameters of the measured cell, so that the two can be set beside each other. All others are of
 * {@value #LAB}, whose measured cells are pools of any rule over real RPCs.
 */
public final class CellGrid {
  /** What says who plays a measured cell, which virtual time cannot know. */
  private static final List<String> NOT_PLAYED =
      Parameter.names(
          List.of(TrialParameters.CLIENT, TrialParameters.SERVER, TrialParameters.WRITE_FRACTION));

  /** The class whose benchmarks are measured with the real client. */
  static final String MEASURED = "dev.sessionbench.SessionPoolBenchmark";

  /** The class whose benchmarks are measured with a pool of any rule. */
  static final String LAB = "dev.sessionbench.GrowthStrategyBenchmark";

  /** Stands for every strategy; the bound only on loads that have it. */
  private static final String ALL = "all";

  private static final Schema NONE = Schema.of("a cell");

  private final CellFinder finder;
  private final Map<String, List<String>> chosen;
  private final boolean everyStrategy;
  private final List<String> strategies;
  private final List<ShrinkStrategies> shrinkRules;

  /**
   * The grid of some parameters.
   *
   * @param finder knows the measured benchmarks
   * @param chosen the values of each parameter that is chosen
   * @throws BadInput if there is no such rule
   */
  public CellGrid(CellFinder finder, Map<String, List<String>> chosen) {
    this.finder = finder;
    this.chosen = new TreeMap<>(chosen);
    List<String> named = chosen.getOrDefault(LabCell.STRATEGY, List.of());
    this.everyStrategy = named.equals(List.of(ALL));
    this.strategies =
        everyStrategy
            ? Arrays.stream(Strategies.values()).map(Strategies::toString).toList()
            : List.copyOf(named);
    strategies.forEach(LabCell::strategy);
    this.shrinkRules =
        chosen.getOrDefault(LabCell.SHRINK, List.of()).stream()
            .map(ShrinkStrategies::named)
            .toList();
  }

  /**
   * The cells.
   *
   * @param includes regular expressions, one of which a load's name must match; none for the four
   *     loads of the benchmark
   * @return the cells, each once, in the order of loads, rules and values
   * @throws BadInput if nothing matches, a parameter is unknown, or a cell cannot be
   */
  public List<Cell> cells(List<String> includes) {
    LoadPatterns patterns = new LoadPatterns(includes);
    List<Workload> workloads =
        patterns.of(
            Workload.values(), Workload::benchmarkName, !chosen.containsKey(FileParameters.LOAD));
    List<LabLoad> labLoads = patterns.of(LabLoad.values(), LabLoad::benchmarkName, false);
    boolean described =
        chosen.containsKey(FileParameters.LOAD) && patterns.match(LabCell.DESCRIBED, true);
    if (workloads.isEmpty() && labLoads.isEmpty() && !described) {
      throw new BadInput(
          "no load matches %s; there are: %s, and with -p load=FILE %s"
              .formatted(
                  String.join(" ", includes), String.join(", ", names()), LabCell.DESCRIBED));
    }
    refuseUnknown(labLoads, described);
    refuseMeasuredProfiles();
    Set<Cell> cells = new LinkedHashSet<>();
    boolean measured = strategies.isEmpty() && shrinkRules.isEmpty();
    workloads.forEach(w -> cells.addAll(cells(w.benchmarkName(), w, measured, NONE, Map.of())));
    labLoads.forEach(
        l ->
            cells.addAll(cells(l.benchmarkName(), Workload.BURST_READ, false, l.schema(), lab(l))));
    if (described) {
      chosen.getOrDefault(FileParameters.LOAD, List.of()).forEach(file -> cells.addAll(of(file)));
    }
    return cells.stream().filter(this::canBe).toList();
  }

  private void refuseMeasuredProfiles() {
    try {
      chosen
          .getOrDefault(FileParameters.PROFILE, List.of())
          .forEach(name -> Profiles.load(name).inVirtualTime());
    } catch (IllegalArgumentException e) {
      throw new BadInput(String.valueOf(e.getMessage()), e);
    }
  }

  /** Whether it can be run; the one that cannot is complained of unless nobody named it. */
  private boolean canBe(Cell cell) {
    try {
      var unused = Simulation.of(cell);
      return true;
    } catch (IllegalArgumentException e) {
      throw new BadInput(String.valueOf(e.getMessage()), e);
    } catch (BadInput e) {
      if (everyStrategy && LabCell.strategyOf(cell) == Strategies.CLAIRVOYANT) {
        return false;
      }
      throw e;
    }
  }

  /** The cells of a load that a file describes; what the file says of the pool is the standard. */
  private List<Cell> of(String file) {
    for (String name : TrialParameters.SAID_BY_LOAD) {
      if (chosen.containsKey(name)) {
        throw new BadInput(
            "%s: has no meaning for %s, whose file says it".formatted(name, LabCell.DESCRIBED));
      }
    }
    Map<String, String> standards = LoadFile.read(file).parameters();
    String content = LoadFile.contentHash(file);
    return cells(LabCell.DESCRIBED, Workload.BURST_READ, false, NONE, standards).stream()
        .map(
            cell -> cell.with(FileParameters.LOAD, file).with(FileParameters.LOAD_CONTENT, content))
        .toList();
  }

  /** The names of all loads. */
  static List<String> names() {
    return Stream.concat(
            Arrays.stream(Workload.values()).map(Workload::benchmarkName),
            Arrays.stream(LabLoad.values()).map(LabLoad::benchmarkName))
        .toList();
  }

  /** Whether there are cells of a class and a load in virtual time. */
  static boolean plays(String type, String load) {
    return Arrays.stream(Workload.values()).anyMatch(w -> w.benchmarkName().equals(load))
        ? type.equals(MEASURED) || type.equals(LAB)
        : type.equals(LAB) && (names().contains(load) || load.equals(LabCell.DESCRIBED));
  }

  /**
   * A measured cell, as one of virtual time.
   *
   * @param measured the result of the cell
   * @return the same cell
   * @throws BadInput if virtual time cannot play it, with the reason as a phrase
   */
  public static Cell requirePlayed(CellResult measured) {
    Cell cell = measured.key();
    if (measured.isSimulated()) {
      throw new BadInput("it is virtual time itself");
    }
    String type = cell.benchmark().substring(0, cell.benchmark().lastIndexOf('.'));
    if (!plays(type, cell.method())) {
      throw new BadInput("%s is no load that it plays".formatted(cell.classAndMethod()));
    }
    for (String elsewhere : NOT_PLAYED) {
      if (cell.params().containsKey(elsewhere)) {
        throw new BadInput(
            "what %s=%s does is not known to it"
                .formatted(elsewhere, cell.params().get(elsewhere)));
      }
    }
    if (cell.method().equals(LabCell.DESCRIBED)
        && !cell.params().containsKey(FileParameters.LOAD_CONTENT)
        && !LoadFile.isNamedByContent(cell.params().getOrDefault(FileParameters.LOAD, ""))) {
      throw new BadInput("what its file of the load held is not known to it");
    }
    return cell;
  }

  /** What a load of ours has as standard where a measured one has another. */
  private Map<String, String> lab(LabLoad load) {
    Map<String, String> standards = new TreeMap<>(Map.of(TrialParameters.TIME_SCALE.name(), "1"));
    standards.putAll(load.standards());
    if (chosen.containsKey(FileParameters.PROFILE)) {
      // It says what creating sessions costs, as everywhere.
      standards.remove(TrialParameters.COST_MODEL.name());
    }
    return standards;
  }

  private List<Cell> cells(
      String load, Workload like, boolean measured, Schema ofLoad, Map<String, String> standards) {
    String benchmark = (measured ? MEASURED : LAB) + "." + load;
    List<Map<String, String>> shapes = shapes(like, measured, standards);
    List<Cell> cells = new ArrayList<>();
    for (Rules rules : rules()) {
      List<String> names = new ArrayList<>(List.of(LabCell.ORDER));
      ofLoad.and(LabCell.OWN).and(rules.parameters).names().stream()
          .filter(name -> !measured || !name.equals(PoolShape.INC_STEP))
          .forEach(names::add);
      for (Map<String, String> shape : shapes) {
        for (Map<String, String> values : combinations(names)) {
          Map<String, String> params = new TreeMap<>(shape);
          params.putAll(rules.words);
          params.putAll(values);
          cells.add(new Cell(benchmark, Cell.SINGLE_SHOT, params));
        }
      }
    }
    return cells;
  }

  /** The rules of one cell: what names them, and the parameters that they take. */
  private record Rules(Map<String, String> words, Schema parameters) {
    Rules and(String word, String name, Schema more) {
      return new Rules(Params.with(words, word, name), parameters.and(more));
    }
  }

  private List<Rules> rules() {
    Rules ours = new Rules(Map.of(), Strategies.FIXED_STEP.schema());
    Rules none = new Rules(Map.of(), NONE);
    List<Rules> growth =
        strategies.isEmpty()
            ? List.of(ours)
            : strategies.stream()
                .map(s -> none.and(LabCell.STRATEGY, s, LabCell.strategy(s).schema()))
                .toList();
    return shrinkRules.isEmpty()
        ? growth
        : growth.stream()
            .flatMap(
                rules ->
                    shrinkRules.stream()
                        .map(s -> rules.and(LabCell.SHRINK, s.toString(), s.schema())))
            .toList();
  }

  /** The parameters that measured cells have. A step is that of a rule unless the cell is one. */
  private List<Map<String, String>> shapes(
      Workload like, boolean measured, Map<String, String> standards) {
    Set<String> known = finder.parameters("^" + Pattern.quote(MEASURED)).keySet();
    Map<String, List<String>> values = new LinkedHashMap<>();
    standards.forEach((name, value) -> values.put(name, List.of(value)));
    chosen.forEach(values::put);
    if (!measured) {
      values.put(PoolShape.INC_STEP, List.of("1"));
    }
    List<String> arguments =
        new ArrayList<>(List.of("^" + Pattern.quote(MEASURED + "." + like.benchmarkName()) + "$"));
    values.keySet().retainAll(known);
    values.forEach(
        (name, each) -> arguments.addAll(List.of("-p", name + "=" + String.join(",", each))));
    return finder.find(JmhArguments.parse(arguments)).stream()
        .map(planned -> planned.key().params())
        .map(params -> measured ? params : without(params, PoolShape.INC_STEP))
        .distinct()
        .toList();
  }

  private static Map<String, String> without(Map<String, String> params, String name) {
    Map<String, String> rest = new TreeMap<>(params);
    rest.remove(name);
    return rest;
  }

  /** Every choice of one value for each of these parameters that has been given values. */
  private List<Map<String, String>> combinations(Collection<String> names) {
    Map<String, List<String>> values = new LinkedHashMap<>();
    names.forEach(name -> values.put(name, chosen.getOrDefault(name, List.of())));
    values.keySet().retainAll(chosen.keySet());
    return Params.product(values);
  }

  private void refuseUnknown(List<LabLoad> labLoads, boolean described) {
    Set<String> known = new TreeSet<>(List.of(LabCell.STRATEGY, LabCell.SHRINK, LabCell.ORDER));
    if (described) {
      known.add(FileParameters.LOAD);
    }
    known.addAll(finder.parameters("^" + Pattern.quote(MEASURED)).keySet());
    known.removeAll(NOT_PLAYED);
    if (!strategies.isEmpty()) {
      // That of the client's own rule: of a named one only where it has such a parameter.
      known.remove(PoolShape.INC_STEP);
    }
    Stream.of(
            labLoads.stream().map(LabLoad::schema),
            strategies.stream().map(s -> LabCell.strategy(s).schema()),
            shrinkRules.stream().map(ShrinkStrategies::schema),
            Stream.of(LabCell.OWN))
        .flatMap(schemas -> schemas)
        .forEach(schema -> known.addAll(schema.names()));
    for (String name : chosen.keySet()) {
      if (NOT_PLAYED.contains(name)) {
        throw new BadInput(
            "%s=%s: virtual time plays strategies, not clients or servers; leave it out, or name a"
                    .formatted(name, String.join(",", chosen.get(name)))
                + " strategy, as in -p strategy=multiplexed");
      }
      if (!known.contains(name)) {
        throw BadInput.unknown("parameter", name, known);
      }
    }
  }

  /**
   * Regular expressions that choose loads, one of which must be found in a load's full name.
   *
   * @param includes the expressions; none for a choice by default
   */
  record LoadPatterns(List<String> includes) {
    /** Those of some loads that are chosen; without expressions all or none. */
    <E> List<E> of(E[] all, Function<E, String> name, boolean byDefault) {
      return Arrays.stream(all).filter(e -> match(name.apply(e), byDefault)).toList();
    }

    /** Whether a load is chosen. */
    boolean match(String load, boolean byDefault) {
      if (includes.isEmpty()) {
        return byDefault;
      }
      try {
        return includes.stream()
            .map(Pattern::compile)
            .anyMatch(
                p ->
                    p.matcher(CellGrid.MEASURED + "." + load).find()
                        || p.matcher(CellGrid.LAB + "." + load).find());
      } catch (PatternSyntaxException e) {
        throw new BadInput(
            "'%s' is not a regular expression: %s".formatted(e.getPattern(), e.getDescription()));
      }
    }
  }
}
