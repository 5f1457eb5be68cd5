package dev.sessionbench.gate;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.results.AtomicFile;
import dev.sessionbench.base.results.Json;
import dev.sessionbench.base.results.ResultFile;
import dev.sessionbench.bench.run.ForkFolder;
import dev.sessionbench.gate.policy.Policy;
import dev.sessionbench.gate.policy.PolicyCell;
import dev.sessionbench.gate.policy.PolicyFile;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The files of one gate: {@code plan.json}, the policy that it ran under, and for each part of it a
 * folder with one JMH result file for each fork, or what a failed fork said. A file is written when
 * its fork has ended, so that an interruption loses nothing but the fork that was running.
 *
 * @param path the folder
 * @param origin the folder, or the zip file that it is in
 */
public record MeasurementFolder(Path path, Path origin) {
  /** The verdict for programs, which a gate writes last of all. */
  public static final String VERDICT = "verdict.json";

  private static final String PLAN = "plan.json";
  private static final String POLICY = "policy.yaml";
  private static final String COUNTS = "counts.json";

  /** A folder zipped without compression, and again with it: a tenth of one zipped once. */
  private static final String PACKED = "gate.zip";

  private static final List<String> STAGES = Stream.of(Stage.values()).map(Stage::folder).toList();

  /**
   * Keeps the folder of a stage where empty ones get lost: in an artifact, in git, in a zip file.
   */
  private static final String MARKER = "stage.txt";

  /**
   * Block, cell, arm and ending of the files that {@link ForkId} names. That a fork ran well later
   * does not undo that it had failed.
   */
  private static final Pattern FILE =
      Pattern.compile("([0-9]{3,6})-(.+)-(base|head)(\\.json|\\.failed(?:-before)?\\.txt)");

  /** A folder that is in no zip file. */
  public MeasurementFolder(Path path) {
    this(path, path);
  }

  /**
   * Makes the folder of a new gate.
   *
   * @param path a folder that does not exist or holds nothing but what an attempt without a fork
   *     left
   * @return the folder
   * @throws BadInput if there is something in it, or it cannot be made
   */
  public static MeasurementFolder create(Path path) {
    try {
      if (Files.exists(path) && !isUnused(path)) {
        throw new BadInput(
            "--out %s: must be a new or empty folder: name another, or delete all that is in it"
                .formatted(path));
      }
      ForkFolder.create(path, STAGES);
      for (String stage : STAGES) {
        AtomicFile.write(
            path.resolve(stage).resolve(MARKER),
            "The results of the gate's forks in its part '%s', if it came to any.\n"
                .formatted(stage));
      }
      return new MeasurementFolder(path);
    } catch (IOException e) {
      throw new BadInput("--out " + path + ": must be a folder to write to", e);
    }
  }

  /**
   * Opens the folder of an earlier gate.
   *
   * @param path the folder
   * @return the folder
   * @throws BadInput if it is none
   */
  public static MeasurementFolder open(Path path) {
    if (!Files.isRegularFile(path.resolve(PLAN))) {
      throw new BadInput(path + ": must be the folder of a gate, with " + PLAN + " in it");
    }
    return new MeasurementFolder(path);
  }

  /**
   * Opens the folder of an earlier gate to read it.
   *
   * @param path the folder, or a zip file with what is in one, or with {@value #PACKED} that has it
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

  private static boolean isUnused(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return false;
    }
    ForkFolder forks = new ForkFolder(folder);
    try (Stream<Path> files = Files.list(folder)) {
      // Arms that are left are built again; a fork's result would be taken for one of this gate.
      return files.allMatch(Files::isDirectory)
          && Stream.concat(STAGES.stream(), Stream.of(ForkFolder.SERIES))
              .flatMap(part -> forks.files(part).stream())
              .allMatch(file -> file.endsWith(MARKER));
    }
  }

  /** What the gate set out to do. */
  public GatePlan plan() {
    return Json.read(path.resolve(PLAN), new TypeReference<>() {});
  }

  /**
   * The policy that it ran under.
   *
   * @throws BadInput if it cannot be read, or has been edited since
   */
  public PolicyFile policy() {
    PolicyFile policy = PolicyFile.read(path.resolve(POLICY));
    if (!plan().runsUnder(policy)) {
      throw new BadInput(
          "%s: its hash is %s, that of the policy of this gate is %s: must be as it was (--from judges by another with --policy)"
              .formatted(policy.origin(), policy.hash(), plan().policyHash()));
    }
    return policy;
  }

  /**
   * Whether it is the folder of a gate that has no verdict of its own: it was interrupted, or has
   * died, or still runs.
   */
  public boolean isInterrupted() {
    return Files.exists(path.resolve(PLAN)) && !Files.exists(path.resolve(VERDICT));
  }

  /**
   * What a reader should know of it, one sentence each: what its own verdict says, and what its
   * counts do.
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

  /**
   * The command that measures the same again; the policy in a zip file has to be taken out first.
   */
  public String reproduce() {
    GatePlan plan = plan();
    boolean builtIn = plan.runsUnder(PolicyFile.bundled());
    String kept = path.equals(origin) ? path.resolve(POLICY).toString() : origin + "!/" + POLICY;
    return plan.reproduce(builtIn ? "" : kept);
  }

  /** The results of its forks. */
  public ForkFolder forks() {
    return new ForkFolder(path);
  }

  /**
   * What the gate has counted; where it has not, one cell that says so. That fails by it, unless
   * the gate ended before.
   *
   * @throws BadInput if the file is malformed
   */
  public CountData counts() {
    Path file = path.resolve(COUNTS);
    if (isInterrupted() && !hasCounts()) {
      return CountData.interrupted();
    }
    CountData counts =
        hasCounts() ? Json.read(file, new TypeReference<CountData>() {}) : CountData.NONE;
    return counts.cells().isEmpty() ? CountData.missing(file) : counts;
  }

  /** Whether the gate has counted. */
  public boolean hasCounts() {
    return Files.exists(path.resolve(COUNTS));
  }

  /** Writes what the gate has counted. */
  public void write(CountData counts) {
    Json.write(path.resolve(COUNTS), counts);
  }

  /** Writes what the gate sets out to do. */
  public void write(GatePlan plan) {
    Json.write(path.resolve(PLAN), plan);
  }

  /** Writes the policy that it runs under. */
  public void write(PolicyFile policy) {
    AtomicFile.write(path.resolve(POLICY), policy.text());
  }

  /**
   * Reads what was measured of a cell.
   *
   * @param policy names the metrics
   * @param cell the cell
   * @return its data; {@link CellData#NONE} where there is none
   * @throws BadInput naming the first malformed file
   */
  CellData read(Policy policy, PolicyCell cell) {
    CellDataBuilder data = new CellDataBuilder(policy, plan());
    for (Stage stage : Stage.values()) {
      if (!Files.isDirectory(path.resolve(stage.folder()))) {
        throw new BadInput(
            path + ": must be the folder of a gate, with a folder " + stage.folder() + " in it");
      }
      for (Path file : forks().files(stage.folder())) {
        Matcher name = FILE.matcher(file.getFileName().toString());
        if (name.matches() && name.group(2).equals(cell.slug())) {
          int block = Integer.parseInt(name.group(1));
          Arm arm = Arm.valueOf(name.group(3).toUpperCase(Locale.ROOT));
          if (name.group(4).equals(ForkFolder.RESULT)) {
            data.add(stage, block, arm, ResultFile.read(file).get(0));
          } else {
            data.addFailure(stage, block, arm, firstLine(file));
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
}
