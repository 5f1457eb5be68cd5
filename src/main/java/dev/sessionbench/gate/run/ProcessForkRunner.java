package dev.sessionbench.gate.run;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.results.ResultFile;
import dev.sessionbench.base.text.BuildTool;
import dev.sessionbench.bench.run.CurvesResult;
import dev.sessionbench.bench.run.ForkEngine.ForkFailedException;
import dev.sessionbench.bench.run.ForkEngine.ForkOutcome;
import dev.sessionbench.bench.run.ForkEngine.ForkRunner;
import dev.sessionbench.gate.ForkId;
import dev.sessionbench.gate.Side;
import dev.sessionbench.gate.policy.PolicyCell;
import dev.sessionbench.gate.run.SideBuilder.SideClassPath;
import dev.sessionbench.gate.run.Sides.BuiltSide;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * Runs each fork in its own process, with the JMH of its side. A side thus never sees a class of
 * the other side or of this program.
 */
public final class ProcessForkRunner implements ForkRunner<ForkId> {
  /** Set if counts are compared with those of another run instead of the closed form. */
  private static final String COUNTS_COMPARED = "-Dsessionbench.counts=compared";

  /** Replaces the benchmark's JVM arguments, which are these and the first compiler only. */
  private static final String DEFAULT_COMPILERS = "-Xms1g -Xmx1g -XX:+UseSerialGC";

  private static final String TIME_SCALE = "timeScale";

  /**
   * The JVM options of the process that starts a fork and reads its result. It must start fast and
   * disturb the fork little.
   */
  private static final List<String> HOST_OPTIONS =
      List.of(
          "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto", "-Djmh.ignoreLock=true");

  private static final int REASON_CHARS = 300;

  /**
   * The number of bytes at the end of a fork's output that are searched for a reason. The output
   * may be of any size.
   */
  private static final int READ_BYTES = 1 << 20;

  private final Map<Side, BuiltSide> sides;
  private final Map<Side, List<String>> profilers = new TreeMap<>();
  private final Path log;
  private final long limitSeconds;

  /**
   * A runner.
   *
   * @param base the baseline
   * @param head the candidate
   * @param log where JMH and the forks print
   * @param limitSeconds how long a fork may take
   */
  public ProcessForkRunner(BuiltSide base, BuiltSide head, Path log, long limitSeconds) {
    sides = Map.of(Side.BASELINE, base, Side.CANDIDATE, head);
    sides.forEach(
        (side, built) -> profilers.put(side, new SideClassPath(built.classPath()).profilers()));
    this.log = log.toAbsolutePath();
    this.limitSeconds = limitSeconds;
  }

  @Override
  public ForkOutcome run(ForkId fork) throws ForkFailedException {
    try {
      Path scratch = Files.createTempDirectory("gate-fork");
      try {
        return new ForkOutcome(run(fork, scratch), Optional.empty());
      } finally {
        BuildTool.delete(scratch);
      }
    } catch (IOException | RuntimeException e) {
      // Whatever breaks the run of a fork is that fork's failure, and the gate goes on.
      throw new ForkFailedException("cannot be run: " + e);
    }
  }

  private CellResult run(ForkId fork, Path scratch) throws IOException, ForkFailedException {
    Path result = scratch.resolve("result.json");
    Files.writeString(
        log, "=== " + fork + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    long before = Files.size(log);
    Process process =
        new ProcessBuilder(command(fork, result))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
    boolean ended;
    try {
      ended = process.waitFor(limitSeconds, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      ended = false;
    } finally {
      // A process that is given up must not go on while the next one measures.
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
    if (!ended) {
      throw new ForkFailedException("took more than " + limitSeconds + " s");
    }
    if (process.exitValue() != 0 || !Files.exists(result)) {
      throw new ForkFailedException(reason(end(before)));
    }
    CellResult measured = single(result);
    for (Map.Entry<String, String> asked : params(fork).entrySet()) {
      requireTaken(asked.getKey(), asked.getValue(), measured.key().params());
    }
    if (!measured.measuresTime()) {
      throw new ForkFailedException(
          "its benchmark's mode is %s: must be time per operation (avgt, sample or ss)"
              .formatted(measured.mode()));
    }
    return measured;
  }

  /** Fails a fork whose benchmark lacks a parameter: JMH ignores unknown parameters silently. */
  static void requireTaken(String name, String value, Map<String, String> measured)
      throws ForkFailedException {
    if (!value.equals(measured.get(name))) {
      throw new ForkFailedException(
          "its benchmark has no parameter %s, and ran under its own".formatted(name));
    }
  }

  private static CellResult single(Path file) throws ForkFailedException {
    try {
      List<CellResult> results = ResultFile.read(file);
      if (results.size() != 1) {
        throw new ForkFailedException(
            "ran " + results.size() + " cells: the policy or the side leaves a parameter open");
      }
      return results.get(0).without(CurvesResult.LABEL);
    } catch (BadInput e) {
      throw new ForkFailedException("wrote a result that is none: " + e.getMessage());
    }
  }

  private BuiltSide side(ForkId fork) {
    return sides.getOrDefault(fork.side(), sides.values().iterator().next());
  }

  /** The parameters of a fork, which its result must repeat. */
  private Map<String, String> params(ForkId fork) {
    Map<String, String> params = new TreeMap<>(fork.cell().params());
    params.putAll(side(fork).identity().params());
    params.put("seed", "" + fork.seed());
    return params;
  }

  List<String> command(ForkId fork, Path result) {
    BuiltSide side = side(fork);
    PolicyCell cell = fork.cell();
    List<String> command = new ArrayList<>(List.of(BuiltSide.java()));
    command.addAll(HOST_OPTIONS);
    command.addAll(List.of("-cp", side.classPath(), "org.openjdk.jmh.Main"));
    command.add("(^|.*\\.)" + cell.benchmark().replace(".", "\\.").replace("$", "\\$") + "$");
    command.addAll(List.of("-f", "1", "-foe", "true"));
    command.addAll(List.of("-wi", "" + cell.warmups(), "-i", "" + cell.iterations()));
    // One unit for both sides, whatever their benchmarks use, so that they can be compared.
    command.addAll(List.of("-tu", "ms"));
    Map<String, String> params = params(fork);
    params.forEach((name, value) -> command.addAll(List.of("-p", name + "=" + value)));
    if (params.containsKey(TIME_SCALE)) {
      command.addAll(List.of("-opi", params.getOrDefault(TIME_SCALE, "1")));
    }
    if (cell.compilers() == PolicyCell.Compilers.DEFAULT) {
      command.addAll(List.of("-jvmArgs", DEFAULT_COMPILERS));
    }
    profilers
        .getOrDefault(fork.side(), List.of())
        .forEach(profiler -> command.addAll(List.of("-prof", profiler)));
    List<String> told = new ArrayList<>(List.of(COUNTS_COMPARED));
    told.addAll(side.injecting());
    command.addAll(List.of("-jvmArgsAppend", String.join(" ", told)));
    command.addAll(List.of("-rf", "json", "-rff", result.toString()));
    return command;
  }

  /** The end of a fork's output, in any encoding. */
  private String end(long before) throws IOException {
    try (InputStream printed = Files.newInputStream(log)) {
      printed.skipNBytes(Math.max(before, Files.size(log) - READ_BYTES));
      return new String(printed.readNBytes(READ_BYTES), StandardCharsets.UTF_8);
    }
  }

  /** The first line that looks like an error. */
  private static String reason(String printed) {
    return printed
        .lines()
        .map(String::strip)
        .filter(line -> line.matches("(?i).*(exception|error|no matching|cannot|unable).*"))
        .filter(line -> !line.startsWith("at "))
        .findFirst()
        .map(line -> line.substring(0, Math.min(line.length(), REASON_CHARS)))
        .orElse("yielded no result; see the log");
  }
}
