package dev.sessionbench.gate;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.RunMetric;
import dev.sessionbench.base.model.TextFile;
import dev.sessionbench.base.results.AtomicFile;
import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.results.ForkConditions;
import dev.sessionbench.base.results.Json;
import dev.sessionbench.base.results.Metric;
import dev.sessionbench.base.results.ResultFile;
import dev.sessionbench.base.stats.Sample;
import dev.sessionbench.bench.client.ChangeAgent;
import dev.sessionbench.bench.run.RunFolder;
import dev.sessionbench.gate.ForkId.Stage;
import dev.sessionbench.gate.policy.Estimate;
import dev.sessionbench.gate.policy.Policy;
import dev.sessionbench.gate.policy.Policy.PolicyMetric;
import dev.sessionbench.gate.policy.PolicyCell;
import dev.sessionbench.gate.policy.PolicyFile;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The files of one gate. They are {@code plan.json}, the policy, and a folder for each part with a
 * file for each fork. The file is a JMH result, or the reason of a failed fork. It is written when
 * the fork ends, so an interruption loses only the running fork.
 */
public final class MeasurementFolder extends RunFolder {
  /** The verdict for programs. A gate writes it last. */
  public static final String VERDICT = "verdict.json";

  /** What is to be measured. A gate writes it first. */
  public static final String PLAN = "plan.json";

  /** The folder of the jars that were built for the sides. */
  public static final String SIDES = "arms";

  private static final String POLICY = "policy.yaml";
  private static final String COUNTS = "counts.json";

  /**
   * A folder zipped without compression, inside a compressed zip: a tenth of the size of one zipped
   * once.
   */
  private static final String PACKED = "gate.zip";

  private static final List<String> STAGES = Stream.of(Stage.values()).map(Stage::folder).toList();

  /**
   * Block, cell, side and ending of the files that {@link ForkId} names. A failure counts even if
   * the fork succeeded later.
   */
  private static final Pattern FILE =
      Pattern.compile("([0-9]{3,6})-(.+)-(base|head)(\\.json|\\.failed(?:-before)?\\.txt)");

  private static final Pattern TOOK = Pattern.compile("It took (\\d+) s");

  /** The folder, or the zip file that holds it. */
  private final Path origin;

  /** A folder on disk, not in a zip file. */
  public MeasurementFolder(Path path) {
    this(path, path);
  }

  private MeasurementFolder(Path path, Path origin) {
    super(path);
    this.origin = origin;
  }

  /**
   * Makes the folder of a new gate.
   *
   * @param path a folder that does not exist, or that only holds files of an attempt that ran no
   *     fork
   * @return the folder
   * @throws BadInput if the folder holds anything else, or cannot be made
   */
  public static MeasurementFolder create(Path path) {
    try {
      String used =
          "--out %s: must be a new or empty folder: name another, or delete all that is in it";
      BadInput.when(Files.exists(path) && !isUnused(path), used, path);
      MeasurementFolder folder = new MeasurementFolder(path);
      folder.make(STAGES);
      return folder;
    } catch (IOException e) {
      throw new BadInput("--out " + path + ": must be a folder to write to", e);
    }
  }

  /**
   * Opens the folder of an earlier gate.
   *
   * @param path the folder
   * @return the folder
   * @throws BadInput if it is not a gate's folder
   */
  public static MeasurementFolder open(Path path) {
    boolean planned = Files.isRegularFile(path.resolve(PLAN));
    BadInput.when(!planned, "%s: must be the folder of a gate, with %s in it", path, PLAN);
    return new MeasurementFolder(path);
  }

  /**
   * Opens the folder of an earlier gate to read it.
   *
   * @param path the folder, a zip file of its content, or a zip file of {@value #PACKED}
   * @return the folder; a zip file stays open until the program ends
   * @throws BadInput if it is neither
   */
  public static MeasurementFolder recorded(Path path) {
    if (!path.toString().endsWith(".zip") || !Files.isRegularFile(path)) {
      return open(path);
    }
    try {
      Path root = FileSystems.newFileSystem(path).getPath("/");
      if (Files.isRegularFile(root.resolve(PACKED))) {
        root = FileSystems.newFileSystem(root.resolve(PACKED)).getPath("/");
      }
      if (Files.isRegularFile(root.resolve(PLAN))) {
        return new MeasurementFolder(root, path);
      }
    } catch (IOException e) {
      throw new BadInput(path + ": cannot be read as a zip file: " + e.getMessage(), e);
    }
    throw new BadInput(path + ": must hold the folder of a gate, with " + PLAN + " at its top");
  }

  /**
   * Whether a folder holds no fork's result, which would be mistaken for one of this gate. Built
   * sides do not matter: they are built again.
   */
  private static boolean isUnused(Path folder) throws IOException {
    try (Stream<Path> walked = Files.walk(folder)) {
      return Files.isDirectory(folder)
          && walked
              .filter(Files::isRegularFile)
              .allMatch(file -> file.startsWith(folder.resolve(SIDES)));
    }
  }

  /** The gate's plan. */
  public GatePlan plan() {
    return Json.read(path.resolve(PLAN), new TypeReference<>() {});
  }

  /**
   * The policy that the gate ran under.
   *
   * @throws BadInput if the file cannot be read, or was edited after the gate started
   */
  public PolicyFile policy() {
    PolicyFile policy = PolicyFile.parse(place(POLICY), TextFile.read(path.resolve(POLICY)));
    GatePlan plan = plan();
    String wrong =
        "%s: its hash is %s, that of the policy of this gate is %s: must be as it was (--from judges by another with --policy)";
    BadInput.when(
        !plan.runsUnder(policy), wrong, policy.origin(), policy.hash(), plan.policyHash());
    return policy;
  }

  /** Whether the gate has no verdict: it was interrupted, has died, or still runs. */
  public boolean isInterrupted() {
    return Files.exists(path.resolve(PLAN)) && !Files.exists(path.resolve(VERDICT));
  }

  /**
   * Notes for a reader, one sentence each, from the gate's own verdict and its counts.
   *
   * @throws BadInput if a file is malformed
   */
  public List<String> notes() {
    Set<String> notes = new LinkedHashSet<>();
    Path verdict = path.resolve(VERDICT);
    if (Files.exists(verdict)) {
      JsonNode said = Json.read(verdict, new TypeReference<JsonNode>() {});
      said.path("notes").forEach(note -> notes.add(note.asText()));
    }
    notes.addAll(counts().notes());
    return List.copyOf(notes);
  }

  /** How long the gate took until its verdict, as the verdict's notes say; empty if they do not. */
  public OptionalDouble tookSeconds() {
    return notes().stream()
        .map(TOOK::matcher)
        .filter(Matcher::lookingAt)
        .mapToDouble(took -> Double.parseDouble(took.group(1)))
        .findFirst();
  }

  /** The command that repeats the measurement. A policy in a zip file must be extracted first. */
  public String reproduce() {
    GatePlan plan = plan();
    boolean builtIn = plan.runsUnder(PolicyFile.bundled());
    return plan.reproduce(builtIn ? "" : place(POLICY));
  }

  /** The name of a file of this gate, for messages. */
  private String place(String file) {
    return path.equals(origin) ? path.resolve(file).toString() : origin + "!/" + file;
  }

  /**
   * What the gate counted. Without counts it is one cell that says so, which fails the gate unless
   * the gate was interrupted.
   *
   * @throws BadInput if the file is malformed
   */
  public CountData counts() {
    CountData counts = countedSoFar();
    if (isInterrupted() && counts.expected().isEmpty()) {
      return CountData.interrupted();
    }
    String missing = place(COUNTS) + ": no file with a cell; nothing was counted";
    return counts.cells().isEmpty() ? CountData.failed(missing) : counts;
  }

  /** The cells that are counted so far; it names no expected cells before the last one. */
  public CountData countedSoFar() {
    Path file = path.resolve(COUNTS);
    return Files.exists(file) ? Json.read(file, new TypeReference<CountData>() {}) : CountData.NONE;
  }

  /** Writes the counts. */
  public void write(CountData counts) {
    Json.write(path.resolve(COUNTS), counts);
  }

  /** Writes the plan. */
  public void write(GatePlan plan) {
    Json.write(path.resolve(PLAN), plan);
  }

  /** Writes the policy. */
  public void write(PolicyFile policy) {
    AtomicFile.write(path.resolve(POLICY), policy.text());
  }

  /**
   * Reads the measurements of a cell.
   *
   * @param policy names the metrics
   * @param cell the cell
   * @return its data; {@link CellData#NONE} where there is none
   * @throws BadInput naming the first malformed file
   */
  CellData read(Policy policy, PolicyCell cell) {
    CellDataBuilder data = new CellDataBuilder(policy, cell, plan());
    for (Stage stage : Stage.values()) {
      for (Path file : files(stage.folder())) {
        Matcher name = FILE.matcher(file.getFileName().toString());
        if (name.matches() && name.group(2).equals(cell.slug())) {
          int block = Integer.parseInt(name.group(1));
          Side side = name.group(3).equals("base") ? Side.BASELINE : Side.CANDIDATE;
          if (name.group(4).equals(RESULT)) {
            data.add(stage, block, side, ResultFile.read(file).get(0));
          } else if (side == Side.CANDIDATE || !name.group(4).equals(FAILED_BEFORE)) {
            data.addFailure(stage, block, side, firstLine(file));
          }
        }
      }
    }
    return data.build();
  }

  private static String firstLine(Path file) {
    try {
      return Files.readString(file).lines().findFirst().orElse("no reason given");
    } catch (IOException e) {
      return "its reason cannot be read";
    }
  }

  /**
   * Combines the results of single forks. A fork's value is the median of its runs. A block counts
   * if both of its forks are there.
   */
  static final class CellDataBuilder {
    private static final String OWN_PROPERTIES = "-Dsessionbench.";

    /** The work done. Together with the refused callers it has the same sum in every fork. */
    private static final String WORK = RunMetric.ACQUIRED.key();

    private static final String REFUSED = RunMetric.FAILED_CALLERS.key();

    private final Map<String, PolicyMetric> metrics;
    private final PolicyCell cell;
    private final GatePlan plan;
    private final Map<Stage, SortedMap<Integer, Map<Side, CellResult>>> forks =
        new EnumMap<>(Stage.class);
    private final Set<String> failures = new LinkedHashSet<>();
    private final List<String> baselineFailures = new ArrayList<>();

    CellDataBuilder(Policy policy, PolicyCell cell, GatePlan plan) {
      metrics = policy.metrics();
      this.cell = cell;
      this.plan = plan;
    }

    void add(Stage stage, int block, Side side, CellResult result) {
      stage(stage).computeIfAbsent(block, b -> new EnumMap<>(Side.class)).put(side, result);
    }

    void addFailure(Stage stage, int block, Side side, String reason) {
      (side == Side.BASELINE ? baselineFailures : failures)
          .add("%s, %s block %s: %s".formatted(side, stage.folder(), block, reason));
    }

    CellData build() {
      boolean baselineFailed = !baselineFailures.isEmpty();
      if (failures.isEmpty() && forks.isEmpty() && !baselineFailed) {
        return CellData.NONE;
      }
      Map<String, Series> blocks = series(Stage.BLOCKS);
      Map<String, Series> confirmation = series(Stage.CONFIRMATION);
      List<String> failed = List.copyOf(failures);
      // A failed fork is reported by itself, and no block follows it.
      List<String> losses =
          failed.isEmpty() && !baselineFailed
              ? Stream.of(Stage.BLOCKS, Stage.CONFIRMATION).flatMap(this::losses).toList()
              : baselineFailures;
      return new CellData(
          plan.plannedBlocks(), blocks, confirmation, failed, losses, baselineFailed);
    }

    /** The blocks, up to the last one, that lack a fork. */
    private Stream<String> losses(Stage stage) {
      SortedMap<Integer, Map<Side, CellResult>> blocks = stage(stage);
      return IntStream.rangeClosed(1, blocks.isEmpty() ? 0 : blocks.lastKey())
          .filter(block -> blocks.getOrDefault(block, Map.of()).size() < Side.values().length)
          .mapToObj(
              block -> "%s block %s does not have both forks".formatted(stage.folder(), block));
    }

    private SortedMap<Integer, Map<Side, CellResult>> stage(Stage stage) {
      return forks.computeIfAbsent(stage, s -> new TreeMap<>());
    }

    private Map<String, Series> series(Stage stage) {
      Map<String, Series> all = new LinkedHashMap<>();
      for (Map<Side, CellResult> block : stage(stage).values()) {
        CellResult base = block.get(Side.BASELINE);
        CellResult head = block.get(Side.CANDIDATE);
        if (base != null && head != null) {
          checkAlike(base, head);
          metrics.forEach(
              (name, rules) -> all.merge(name, one(name, rules, base, head), Series::and));
        }
      }
      return all;
    }

    /** One metric of one block. */
    private Series one(String name, PolicyMetric rules, CellResult base, CellResult head) {
      String source = rules.of().orElse(name);
      Stream.concat(Stream.of(source), rules.per().stream())
          .filter(part -> base.metric(part).isPresent() && head.metric(part).isPresent())
          .forEach(part -> checkEqual("the unit of " + part, unit(base, part), unit(head, part)));
      Estimate estimate = cell.estimates().getOrDefault(name, rules.estimate());
      Estimate.Values values =
          estimate.of(values(base, source, rules), values(head, source, rules));
      String unit = rules.per().isPresent() ? "x" : unit(head, source);
      Side first = position(base) <= position(head) ? Side.BASELINE : Side.CANDIDATE;
      return new Series(unit, List.of(new Series.Pair(values.base(), values.head(), first)));
    }

    /** Fails a pair whose forks were measured differently: their ratio would not be a change. */
    private void checkAlike(CellResult base, CellResult head) {
      checkEqual("the mode", base.mode(), head.mode());
      checkEqual("the number of threads", base.threads(), head.threads());
      checkEqual("the batch size", base.measurementBatchSize(), head.measurementBatchSize());
      checkEqual("the list of JVM arguments", jvmArgs(base), jvmArgs(head));
      Map<String, String> others = head.key().params();
      // Parameters may differ if a side sets them, or if only one side's benchmark has them.
      base.key()
          .without(plan.base().params().keySet())
          .without(plan.head().params().keySet())
          .params()
          .forEach((name, value) -> checkEqual(name, value, others.getOrDefault(name, value)));
      // If the candidate renames or redefines a parameter, only the work done shows it.
      if (plan.base().params().equals(plan.head().params())
          && base.metric(WORK).isPresent()
          && head.metric(WORK).isPresent()) {
        checkEqual("the number of sessions acquired or refused", work(base), work(head));
      }
      if (!(base.measuresTime() && head.measuresTime())) {
        failures.add("the mode is %s: must be time per operation".formatted(head.mode()));
      }
    }

    private static double work(CellResult result) {
      double refused = result.metric(REFUSED).isPresent() ? median(result, REFUSED) : 0;
      return median(result, WORK) + refused;
    }

    /** The JVM arguments without this suite's own, which change a side's client. */
    private static List<String> jvmArgs(CellResult result) {
      return result.jvmArgs().stream()
          .filter(word -> !word.startsWith(OWN_PROPERTIES))
          .filter(word -> !word.startsWith(ChangeAgent.ARGUMENT))
          .toList();
    }

    private void checkEqual(String what, Object base, Object head) {
      if (!base.equals(head)) {
        failures.add("%s is %s in the baseline, %s in the candidate".formatted(what, base, head));
      }
    }

    private static int position(CellResult result) {
      List<ForkConditions> conditions = result.forkConditions();
      return conditions == null || conditions.isEmpty() ? 0 : conditions.get(0).position();
    }

    private static String unit(CellResult result, String name) {
      return result.metric(name).map(Metric::scoreUnit).orElse("");
    }

    private static double[] values(CellResult result, String source, PolicyMetric rules) {
      double[] whole = runs(result, source);
      double part = rules.per().map(name -> median(result, name)).orElse(Double.NaN);
      return rules.per().isEmpty() ? whole : new double[] {Sample.of(whole).median() / part - 1};
    }

    /** The median of a fork's runs. */
    private static double median(CellResult result, String name) {
      return Sample.of(runs(result, name)).median();
    }

    /** The runs of a fork; NaN alone if one of them has no value. */
    private static double[] runs(CellResult result, String name) {
      List<List<Double>> forks = result.metric(name).map(Metric::rawData).orElse(List.of());
      double[] runs = forks.stream().flatMap(List::stream).mapToDouble(run -> run).toArray();
      return Arrays.stream(runs).allMatch(Double::isFinite) && runs.length > 0
          ? runs
          : new double[] {Double.NaN};
    }
  }
}
