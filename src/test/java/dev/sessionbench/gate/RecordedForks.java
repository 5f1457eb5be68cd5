package dev.sessionbench.gate;

import com.google.common.io.MoreFiles;
import dev.sessionbench.base.model.ContentHash;
import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.results.Metric;
import dev.sessionbench.base.results.SyntheticRun;
import dev.sessionbench.bench.run.ForkEngine.ForkOutcome;
import dev.sessionbench.gate.ForkId.Stage;
import dev.sessionbench.gate.policy.Policy;
import dev.sessionbench.gate.policy.PolicyCell;
import dev.sessionbench.gate.policy.PolicyFile;
import dev.sessionbench.gate.policy.SyntheticPolicy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Makes plans and fork results as a gate's folder has them, for tests. */
public final class RecordedForks {
  static final Policy POLICY = SyntheticPolicy.POLICY;
  static final PolicyCell BURST = POLICY.cells().get(0);
  static final PolicyCell MIXED = POLICY.cells().get(2);

  /** The plan of a gate. */
  static final GatePlan PLAN = plan(side("base", "aa"), side("head", "bb"));

  private RecordedForks() {}

  static ForkId fork(Stage stage, int block, PolicyCell cell, Side side) {
    return new ForkId(1, stage, block, cell, side, 1);
  }

  /** A fork of three runs with these times, 16 RPCs in each, and 5 ms of CPU time. */
  static CellResult result(double... times) {
    List<Double> runs = Arrays.stream(times).boxed().toList();
    return result("a.B.burst", Map.of("incStep", "25"))
        .withMeasurementIterations(times.length)
        .withPrimaryMetric(Metric.of("ms/op", List.of(runs)))
        .withSecondaryMetrics(
            Map.of(
                "sessionsCreated", Metric.of("#", List.of(List.of(16.0, 16.0, 16.0))),
                "cpu", Metric.of("ms", List.of(List.of(5.0)))));
  }

  /** A fork without information on its JVM. */
  public static CellResult result(String benchmark, Map<String, String> params) {
    return SyntheticRun.cell(benchmark, params, "", null)
        .withForks(1)
        .withJvmArgs(List.of())
        .withForkConditions(null);
  }

  /**
   * Writes a gate with three blocks of two timed cells.
   *
   * @param out a new folder
   * @param head the candidate's commit
   * @param change the candidate's wall time divided by the baseline's
   */
  public static Path gate(Path out, String head, double change) {
    MeasurementFolder folder = MeasurementFolder.create(out);
    SideIdentity built = side("head", "bb").withGitCommit(head);
    PolicyFile rules = new PolicyFile("here", SyntheticPolicy.YAML, POLICY);
    folder.write(
        plan(side("base", "aa"), built)
            .withStartedAt("2026-11-21T10:00:00Z+" + head)
            .withPolicyHash(rules.hash()));
    folder.write(rules);
    for (int block = 1; block <= 3; block++) {
      for (PolicyCell cell : POLICY.timedCells()) {
        for (Side side : Side.values()) {
          double time = 100 * (1 + 0.01 * block) * (side == Side.CANDIDATE ? change : 1);
          double noise = side == Side.CANDIDATE ? 1 + 0.001 * (block - 2) : 1;
          write(folder, fork(Stage.BLOCKS, block, cell, side), result(time * noise));
        }
      }
    }
    folder.write(new CountData(List.of(counted()), List.of(), List.of("burst")));
    return out;
  }

  /** A cell whose counts are the same on both sides. */
  static CountData.Cell counted() {
    Map<String, Double> counts = Map.of("sessionsCreated", 16.0, "overshoot", 0.0);
    return new CountData.Cell(
        "burst",
        counts,
        Arrays.stream(Side.values()).map(side -> new CountData.Run(side, counts, "", 0)).toList(),
        List.of());
  }

  /** A side with the default step. */
  public static SideIdentity side(String words, String digest) {
    return new SideIdentity(words, Map.of("incStep", "25"), "abc", "false", "6.107.0", digest, "");
  }

  /** The plan of a gate of one cell. */
  public static GatePlan plan(SideIdentity base, SideIdentity head, String... leftOut) {
    return new GatePlan(
        "2026-11-21T10:00:00Z",
        7,
        600,
        null,
        Map.of(),
        12,
        List.of(leftOut),
        null,
        List.of(BURST.name()),
        base,
        head,
        null,
        Map.of(),
        ContentHash.of(SyntheticPolicy.YAML),
        SyntheticRun.environment());
  }

  /**
   * Makes a zip file of a gate's folder.
   *
   * @param folder the folder
   * @param zip a new file
   * @return the file
   */
  public static Path zipped(Path folder, Path zip) {
    try (FileSystem archive = FileSystems.newFileSystem(zip, Map.of("create", "true"))) {
      uploaded(folder, archive.getPath("/"));
      return zip;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Copies a gate's folder as a GitHub artifact keeps it: without hidden files and without empty
   * folders.
   *
   * @param folder the folder
   * @param copy a new folder
   * @return the copy
   */
  public static Path uploaded(Path folder, Path copy) {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        if (!Files.isHidden(file)) {
          Path target = copy.resolve(folder.relativize(file).toString());
          MoreFiles.createParentDirectories(target);
          Files.copy(file, target);
        }
      }
      return copy;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes the result of a fork of the first timed cell. */
  static void write(MeasurementFolder folder, Stage stage, int block, Side side, double... times) {
    write(folder, fork(stage, block, BURST, side), result(times));
  }

  /** Writes the result of a fork. */
  static void write(MeasurementFolder folder, ForkId fork, CellResult result) {
    folder.write(fork, new ForkOutcome(result, Optional.empty()));
  }
}
