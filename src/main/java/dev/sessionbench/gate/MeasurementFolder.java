package dev.sessionbench.gate;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.sessionbench.results.AtomicFile;
import dev.sessionbench.results.CellResult;
import dev.sessionbench.results.Json;
import dev.sessionbench.results.ResultFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The files of one gate: {@code plan.json}, the policy that it ran under, and for each part of it a
 * folder with one JMH result file for each fork, or what a failed fork said. A file is written when
 * its fork has ended, so that an interruption loses nothing but the fork that was running.
 *
 * @param path the folder
 */
public record MeasurementFolder(Path path) {
  private static final String PLAN = "plan.json";
  private static final String POLICY = "policy.yaml";
  private static final String RESULT = ".json";
  private static final String FAILURE = ".failed.txt";

  /**
   * Makes the folder of a new gate.
   *
   * @param path a folder that does not exist or holds nothing but what an attempt without a fork
   *     left
   * @return the folder
   * @throws GateException if there is something in it, or it cannot be made
   */
  public static MeasurementFolder create(Path path) {
    try {
      if (Files.exists(path) && !isUnused(path)) {
        throw new GateException("--out " + path + ": must be a new or empty folder");
      }
      for (Stage stage : Stage.values()) {
        Files.createDirectories(path.resolve(stage.folder()));
      }
      return new MeasurementFolder(path);
    } catch (IOException e) {
      throw new GateException("--out " + path + ": must be a folder to write to", e);
    }
  }

  /**
   * Opens the folder of an earlier gate.
   *
   * @param path the folder
   * @return the folder
   * @throws GateException if it is none
   */
  public static MeasurementFolder open(Path path) {
    if (!Files.isRegularFile(path.resolve(PLAN))) {
      throw new GateException(path + ": must be the folder of a gate, with " + PLAN + " in it");
    }
    return new MeasurementFolder(path);
  }

  private static boolean isUnused(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return false;
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.allMatch(Files::isDirectory) && Files.notExists(folder.resolve(PLAN));
    }
  }

  /** What the gate set out to do. */
  public GatePlan plan() {
    return Json.read(path.resolve(PLAN), new TypeReference<>() {});
  }

  /** The policy that it ran under. */
  public PolicyFile policy() {
    return PolicyFile.read(path.resolve(POLICY));
  }

  /** Where JMH and the forks print. */
  public Path log() {
    return path.resolve("jmh.log");
  }

  /** Writes what the gate sets out to do. */
  public void write(GatePlan plan) {
    Json.write(path.resolve(PLAN), plan);
  }

  /** Writes the policy that it runs under. */
  public void write(PolicyFile policy) {
    AtomicFile.write(path.resolve(POLICY), policy.text().getBytes(StandardCharsets.UTF_8));
  }

  /** Writes the result of a fork. */
  public void write(ForkId fork, CellResult result) {
    ResultFile.write(file(fork, RESULT), List.of(result));
  }

  /** Writes what a failed fork said. */
  public void writeFailure(ForkId fork, String reason) {
    AtomicFile.write(file(fork, FAILURE), (reason + "\n").getBytes(StandardCharsets.UTF_8));
  }

  private Path file(ForkId fork, String ending) {
    return path.resolve(fork.stage().folder()).resolve(fork.fileName() + ending);
  }

  /**
   * Reads what was measured of a cell.
   *
   * @param policy names the metrics
   * @param cell the cell
   * @return its data; {@link CellData#NONE} where there is none
   * @throws dev.sessionbench.results.ResultFileException naming the first malformed file
   */
  CellData read(Policy policy, PolicyCell cell) {
    CellDataBuilder data = new CellDataBuilder(policy);
    String slug = ForkId.slug(cell.name());
    for (Stage stage : Stage.values()) {
      for (Path file : files(stage)) {
        String name = String.valueOf(file.getFileName());
        for (Arm arm : Arm.values()) {
          String end = "-" + slug + "-" + arm;
          if (name.endsWith(end + RESULT)) {
            data.add(stage, number(name, end), arm, ResultFile.read(file).get(0));
          } else if (name.endsWith(end + FAILURE)) {
            data.addFailure(stage, number(name, end), arm, firstLine(file));
          }
        }
      }
    }
    return data.build(plan().plannedBlocks());
  }

  /** The number at the start of a file's name; what stands there must be all of it. */
  private static int number(String name, String end) {
    String digits = name.substring(0, name.indexOf(end));
    return digits.matches("[0-9]{3,6}") ? Integer.parseInt(digits) : CellDataBuilder.OTHER_CELL;
  }

  private List<Path> files(Stage stage) {
    try (Stream<Path> files = Files.list(path.resolve(stage.folder()))) {
      return files.sorted().toList();
    } catch (IOException e) {
      throw new GateException(
          path + ": must be the folder of a gate, with a folder " + stage.folder() + " in it", e);
    }
  }

  private static String firstLine(Path file) {
    try {
      return Files.readString(file).lines().findFirst().orElse("no reason given");
    } catch (IOException e) {
      return "its reason cannot be read";
    }
  }
}
