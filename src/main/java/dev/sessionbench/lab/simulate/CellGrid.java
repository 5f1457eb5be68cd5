package dev.sessionbench.lab.simulate;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.FileParameters;
import dev.sessionbench.base.model.Parameter;
import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.results.Cell;
import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.results.Params;
import dev.sessionbench.bench.load.Workload;
import dev.sessionbench.bench.run.CellFinder;
import dev.sessionbench.bench.trial.ChannelLoad.Shape;
import dev.sessionbench.bench.trial.TrialParameters;
import dev.sessionbench.lab.load.LoadFile;
import dev.sessionbench.lab.strategy.Strategies;
import dev.sessionbench.mock.profile.Profiles;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;

/**
 * Expands a command line into cells, in the grammar of {@code run}: regular expressions for the
 * loads, and values for each parameter.
 *
 * <p>A cell of one of the benchmark's own loads with the client's own strategy has the name and
 * parameters of the measured cell. So the two can be compared. All others belong to {@value #LAB},
 * whose measured cells are pools of any strategy over real RPCs.
 */
public final class CellGrid {
  /** Parameters that say who plays a measured cell; virtual time has no such choice. */
  private static final List<String> NOT_PLAYED =
      Parameter.names(
          List.of(TrialParameters.CLIENT, TrialParameters.SERVER, TrialParameters.WRITE_FRACTION));

  /** The class whose benchmarks are measured with the real client. */
  static final String MEASURED = "dev.sessionbench.SessionPoolBenchmark";

  /** The class whose benchmarks are measured with a pool of any strategy. */
  static final String LAB = "dev.sessionbench.GrowthStrategyBenchmark";

  /** The workload that a load of the lab takes all but its callers from. */
  private static final Workload BURST = Workload.BURST_READ;

  /** Stands for every strategy; the bound is left out for loads that have none. */
  private static final String ALL = "all";

  private final CellFinder finder;
  private final Map<String, List<String>> chosen;
  private final boolean everyStrategy;

  /** The strategies of growing and of shrinking that are named, by parameter. */
  private final Map<String, List<String>> strategies = new LinkedHashMap<>();

  /**
   * The grid of some parameters.
   *
   * @param finder knows the measured benchmarks
   * @param chosen the values of each parameter that is chosen
   */
  public CellGrid(CellFinder finder, Map<String, List<String>> chosen) {
    this.finder = finder;
    this.chosen = new TreeMap<>(chosen);
    this.everyStrategy = List.of(ALL).equals(chosen.get(LabCell.STRATEGY));
    for (String name : List.of(LabCell.STRATEGY, LabCell.SHRINK)) {
      if (chosen.containsKey(name)) {
        strategies.put(name, values(name));
      }
    }
    if (everyStrategy) {
      strategies.put(
          LabCell.STRATEGY, Arrays.stream(Strategies.values()).map(Strategies::toString).toList());
    }
  }

  /**
   * The parameters of measured benchmarks with their defaults; of all benchmarks if the name is
   * empty.
   */
  private Map<String, List<String>> declared(String load) {
    return finder.parameters("^" + Pattern.quote(MEASURED + ".") + load);
  }

  private List<String> values(String name) {
    return chosen.getOrDefault(name, List.of());
  }

  /**
   * The cells.
   *
   * @param includes regular expressions, one of which a load's name must match; empty for the four
   *     loads of the benchmark
   * @return the cells, each once, in the order of loads, strategies and values
   * @throws BadInput if nothing matches, a parameter is unknown, or a cell is impossible
   */
  public List<Cell> cells(List<String> includes) {
    Predicate<String> asked = named(includes);
    List<Workload> workloads = new ArrayList<>(Workload.ORIGINAL);
    if (!includes.isEmpty() || chosen.containsKey(FileParameters.LOAD)) {
      workloads.removeIf(workload -> !asked.test(workload.benchmarkName()));
    }
    List<LabLoad> labLoads =
        Stream.of(LabLoad.values()).filter(load -> asked.test(load.benchmarkName())).toList();
    boolean takesFiles = includes.isEmpty() || asked.test(LabCell.DESCRIBED);
    List<String> files = takesFiles ? values(FileParameters.LOAD) : List.of();
    List<Shape> onChannels =
        Stream.of(Shape.values()).filter(shape -> asked.test(shape.toString())).toList();
    boolean noPools = workloads.isEmpty() && labLoads.isEmpty();
    if (noPools && onChannels.isEmpty() && files.isEmpty()) {
      throw new BadInput(
          "no load matches %s; there are: %s, and with -p load=FILE %s"
              .formatted(
                  String.join(" ", includes), String.join(", ", names()), LabCell.DESCRIBED));
    }
    try {
      if (noPools && !onChannels.isEmpty()) {
        return onChannels.stream().flatMap(s -> ChannelCell.cells(s, chosen).stream()).toList();
      }
      Set<String> known = new TreeSet<>(declared("").keySet());
      // The step belongs to the client's strategy; a named strategy has it only as its own
      // parameter.
      known.removeAll(strategies.isEmpty() ? List.of() : List.of(PoolShape.INC_STEP));
      known.addAll(List.of(LabCell.STRATEGY, LabCell.SHRINK));
      known.addAll(LabCell.OWN.names());
      for (Map<String, String> named : Params.product(strategies)) {
        labLoads.forEach(l -> known.addAll(LabCell.schema(l.benchmarkName(), named).names()));
        String other = files.isEmpty() ? "" : LabCell.DESCRIBED;
        known.addAll(LabCell.schema(other, named).names());
      }
      known.removeAll(NOT_PLAYED);
      refuseUnknown(known);
      values(FileParameters.PROFILE).forEach(name -> Profiles.load(name).inVirtualTime());
      Set<Cell> cells = new LinkedHashSet<>();
      boolean measured = strategies.isEmpty();
      workloads.forEach(w -> cells.addAll(cells(w.benchmarkName(), w, measured, Map.of())));
      labLoads.forEach(l -> cells.addAll(cells(l.benchmarkName(), BURST, false, defaults(l))));
      files.forEach(file -> cells.addAll(described(file)));
      return cells.stream().filter(this::canBe).toList();
    } catch (IllegalArgumentException e) {
      throw new BadInput(String.valueOf(e.getMessage()), e);
    }
  }

  private void refuseUnknown(Set<String> known) {
    for (String name : chosen.keySet()) {
      BadInput.when(
          NOT_PLAYED.contains(name),
          "%s=%s: virtual time plays strategies, not clients or servers; leave it out, or name a"
              + " strategy, as in -p strategy=multiplexed",
          name,
          String.join(",", values(name)));
      if (!known.contains(name)) {
        throw BadInput.unknown("parameter", name, known);
      }
    }
  }

  /**
   * Whether the cell can be run. An impossible cell is an error, unless {@code all} included it.
   */
  private boolean canBe(Cell cell) {
    try {
      var unused = Simulation.of(cell);
      return true;
    } catch (BadInput e) {
      if (everyStrategy && LabCell.strategy(cell.params()) == Strategies.CLAIRVOYANT) {
        return false;
      }
      throw e;
    }
  }

  /**
   * The cells of a load that a file describes; the file's settings of the pool are the defaults.
   */
  private List<Cell> described(String file) {
    for (String name : TrialParameters.SAID_BY_LOAD) {
      BadInput.when(
          chosen.containsKey(name), "%s: has no meaning for described, whose file sets it", name);
    }
    Map<String, String> said = LoadFile.read(file).parameters();
    String content = LoadFile.contentHash(file);
    return cells(LabCell.DESCRIBED, BURST, false, said).stream()
        .map(
            cell -> cell.with(FileParameters.LOAD, file).with(FileParameters.LOAD_CONTENT, content))
        .toList();
  }

  /** Defaults of a load of the lab that differ from those of measured benchmarks. */
  private Map<String, String> defaults(LabLoad load) {
    Map<String, String> defaults =
        Params.with(Map.of(TrialParameters.TIME_SCALE.name(), "1"), load.standards());
    if (chosen.containsKey(FileParameters.PROFILE)) {
      // The profile says what creating sessions costs.
      defaults.remove(TrialParameters.COST_MODEL.name());
    }
    return defaults;
  }

  private List<Cell> cells(
      String load, Workload like, boolean measured, Map<String, String> defaults) {
    List<Map<String, String>> pools = pools(like, measured, defaults);
    List<Cell> cells = new ArrayList<>();
    for (Map<String, String> named : Params.product(strategies)) {
      Map<String, List<String>> own = new LinkedHashMap<>();
      for (String name : LabCell.OWN.and(LabCell.schema(load, named)).names()) {
        boolean ofPool =
            name.equals(FileParameters.LOAD) || (measured && name.equals(PoolShape.INC_STEP));
        if (chosen.containsKey(name) && !ofPool) {
          own.put(name, values(name));
        }
      }
      for (Map<String, String> pool : pools) {
        for (Map<String, String> values : Params.product(own)) {
          Map<String, String> params = Params.with(Params.with(pool, named), values);
          cells.add(new Cell((measured ? MEASURED : LAB) + "." + load, Cell.SINGLE_SHOT, params));
        }
      }
    }
    return cells;
  }

  /** The parameters of measured cells. The step is left out if it belongs to the strategy. */
  private List<Map<String, String>> pools(
      Workload like, boolean measured, Map<String, String> defaults) {
    Map<String, List<String>> values = declared(like.benchmarkName() + "$");
    defaults.forEach((name, value) -> values.replace(name, List.of(value)));
    chosen.forEach(values::replace);
    if (!measured) {
      values.put(PoolShape.INC_STEP, List.of("1"));
    }
    List<Map<String, String>> pools =
        Params.product(values).stream()
            .map(params -> TrialParameters.recorded(like.benchmarkName(), params))
            .toList();
    if (!measured) {
      pools.forEach(pool -> pool.remove(PoolShape.INC_STEP));
    }
    return pools;
  }

  /** The names of all loads. */
  static List<String> names() {
    return Stream.concat(
            Workload.ORIGINAL.stream().map(Workload::benchmarkName),
            Arrays.stream(LabLoad.values()).map(LabLoad::benchmarkName))
        .toList();
  }

  /** Whether there are cells of a class and a load in virtual time. */
  static boolean plays(String type, String load) {
    return Workload.ORIGINAL.stream().anyMatch(w -> w.benchmarkName().equals(load))
        ? type.equals(MEASURED) || type.equals(LAB)
        : type.equals(LAB) && (names().contains(load) || load.equals(LabCell.DESCRIBED));
  }

  /**
   * Converts a measured cell to one of virtual time.
   *
   * @param measured the result of the cell
   * @return the same cell
   * @throws BadInput if virtual time cannot play it, with the reason as a phrase
   */
  public static Cell requirePlayed(CellResult measured) {
    Cell cell = measured.key();
    BadInput.when(measured.isSimulated(), "it is virtual time itself");
    String type = cell.benchmark().substring(0, cell.benchmark().lastIndexOf('.'));
    BadInput.when(
        !plays(type, cell.method()), "%s is no load that it plays", cell.classAndMethod());
    for (String elsewhere : NOT_PLAYED) {
      String word = cell.params().get(elsewhere);
      BadInput.when(word != null, "what %s=%s does is not known to it", elsewhere, word);
    }
    BadInput.when(
        cell.method().equals(LabCell.DESCRIBED)
            && !cell.params().containsKey(FileParameters.LOAD_CONTENT)
            && !LoadFile.isNamedByContent(cell.params().getOrDefault(FileParameters.LOAD, "")),
        "what its file of the load held is not known to it");
    return cell;
  }

  /** Whether one of some regular expressions is found in the full name of a load. */
  private static Predicate<String> named(List<String> includes) {
    try {
      List<Pattern> patterns = includes.stream().map(Pattern::compile).toList();
      return load ->
          Stream.of(MEASURED, LAB)
              .map(type -> type + "." + load)
              .anyMatch(name -> patterns.stream().anyMatch(p -> p.matcher(name).find()));
    } catch (PatternSyntaxException e) {
      throw new BadInput(
          "'%s' is not a regular expression: %s".formatted(e.getPattern(), e.getDescription()));
    }
  }
}
