package dev.sessionbench.gate.run;

import com.google.common.io.ByteSource;
import com.google.common.io.MoreFiles;
import com.google.common.io.Resources;
import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.SystemTime;
import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.results.ResultFile;
import dev.sessionbench.base.text.BuildTool;
import dev.sessionbench.bench.run.CurvesResult;
import dev.sessionbench.bench.run.ForkEngine.Attempt;
import dev.sessionbench.bench.run.ForkEngine.ForkFailedException;
import dev.sessionbench.bench.run.ForkEngine.ForkOutcome;
import dev.sessionbench.bench.run.ForkEngine.ForkRunner;
import dev.sessionbench.gate.ForkId;
import dev.sessionbench.gate.Side;
import dev.sessionbench.gate.policy.PolicyCell;
import dev.sessionbench.gate.run.SideBuilder.SideClassPath;
import dev.sessionbench.gate.run.Sides.BuiltSide;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * Runs each fork in its own process, with the JMH of its side. A side thus never sees a class of
 * the other side, and of this program only {@link TurnProfiler}.
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

  private final Map<Side, BuiltSide> sides;
  private final Map<Side, List<String>> profilers = new EnumMap<>(Side.class);
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
    // Once for each side, as this opens a jar of all classes.
    sides.forEach(
        (side, built) -> profilers.put(side, new SideClassPath(built.classPath()).profilers()));
    this.log = log.toAbsolutePath();
    this.limitSeconds = limitSeconds;
  }

  @Override
  public ForkOutcome run(ForkId fork) throws ForkFailedException {
    Attempt attempt = runTogether(List.of(fork)).get(0);
    return attempt.outcome().orElseThrow(() -> new ForkFailedException(attempt.failure()));
  }

  /**
   * Starts the forks at the same time and lets them warm up together. Then they take turns, one
   * iteration each, in balanced order: A B, B A, A B. If one fails, all end.
   */
  @Override
  public List<Attempt> runTogether(List<ForkId> forks) {
    try {
      Path scratch = Files.createTempDirectory("gate-fork");
      try {
        return runTogether(forks, scratch);
      } finally {
        BuildTool.delete(scratch);
      }
    } catch (IOException e) {
      // A fork that cannot be started or read has failed, and the gate goes on.
      Attempt failed = new Attempt(Optional.empty(), "cannot be run: " + e, 0);
      return Collections.nCopies(forks.size(), failed);
    }
  }

  private List<Attempt> runTogether(List<ForkId> forks, Path scratch) throws IOException {
    writeHook(scratch);
    long startNanos = SystemTime.CLOCK.nanos();
    List<ForkProcess> processes = new ArrayList<>();
    boolean ended = false;
    try {
      for (ForkId fork : forks) {
        ServerSocket door = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        List<String> command = command(fork, result(scratch, fork), scratch, door.getLocalPort());
        processes.add(new ForkProcess(command, door, printed(scratch, fork), limitSeconds));
      }
      takeTurns(processes, forks.get(0).cell().iterations());
      ended = true;
    } catch (ForkFailedException e) {
      // The process that failed knows why, and the others are stopped.
    } finally {
      for (ForkProcess process : processes) {
        process.close();
      }
      for (ForkId fork : forks) {
        keepOutput(fork, printed(scratch, fork));
      }
    }
    long turnsNanos = processes.stream().mapToLong(ForkProcess::turnsNanos).sum();
    long sharedNanos = SystemTime.CLOCK.nanos() - startNanos - turnsNanos;
    List<Attempt> attempts = new ArrayList<>();
    for (int i = 0; i < forks.size(); i++) {
      ForkProcess process = processes.get(i);
      Optional<ForkOutcome> outcome = Optional.empty();
      String failure = process.failure();
      try {
        if (ended) {
          outcome = Optional.of(outcome(process, forks.get(i), scratch));
        }
      } catch (ForkFailedException e) {
        failure = e.reason();
      }
      // A fork that runs alone shows what one of a pair takes: two start at the same time.
      long tookNanos = process.turnsNanos() + sharedNanos / Side.values().length;
      attempts.add(new Attempt(outcome, failure, TimeUnit.NANOSECONDS.toMillis(tookNanos)));
    }
    return attempts;
  }

  private static void takeTurns(List<ForkProcess> processes, int iterations)
      throws IOException, ForkFailedException {
    for (ForkProcess process : processes) {
      process.awaitRequest();
    }
    List<ForkProcess> order = new ArrayList<>(processes);
    for (int i = 0; i < iterations; i++) {
      for (ForkProcess process : order) {
        process.turn();
      }
      Collections.reverse(order);
    }
    for (ForkProcess process : processes) {
      process.go();
    }
    for (ForkProcess process : processes) {
      process.awaitEnd();
    }
  }

  /** Writes the class by which a fork takes turns, so that a side of any build has it. */
  private static void writeHook(Path scratch) throws IOException {
    String name = TurnProfiler.class.getName().replace('.', '/') + ".class";
    ByteSource bytes =
        Resources.asByteSource(Resources.getResource(TurnProfiler.class, "/" + name));
    MoreFiles.createParentDirectories(scratch.resolve(name));
    bytes.copyTo(MoreFiles.asByteSink(scratch.resolve(name)));
  }

  private static Path result(Path scratch, ForkId fork) {
    return scratch.resolve(fork.side() + ".json");
  }

  private static Path printed(Path scratch, ForkId fork) {
    return scratch.resolve(fork.side() + ".txt");
  }

  private void keepOutput(ForkId fork, Path printed) throws IOException {
    ByteSource title = ByteSource.wrap(("=== " + fork + "\n").getBytes(StandardCharsets.UTF_8));
    ByteSource all = Files.exists(printed) ? MoreFiles.asByteSource(printed) : ByteSource.empty();
    ByteSource.concat(title, all)
        .copyTo(MoreFiles.asByteSink(log, StandardOpenOption.CREATE, StandardOpenOption.APPEND));
  }

  private ForkOutcome outcome(ForkProcess process, ForkId fork, Path scratch)
      throws IOException, ForkFailedException {
    Path result = result(scratch, fork);
    process.requireResult(result);
    CellResult measured = single(result);
    for (Map.Entry<String, String> asked : params(fork).entrySet()) {
      requireTaken(asked.getKey(), asked.getValue(), measured.key().params());
    }
    if (!measured.measuresTime()) {
      String mode = "its benchmark's mode is %s: must be time per operation (avgt, sample or ss)";
      throw new ForkFailedException(mode.formatted(measured.mode()));
    }
    return new ForkOutcome(measured, Optional.empty());
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

  /**
   * The command that starts a fork.
   *
   * @param fork the fork
   * @param result the file for its result
   * @param hook the folder of the class by which it takes turns
   * @param port where it asks for them
   */
  List<String> command(ForkId fork, Path result, Path hook, int port) {
    BuiltSide side = side(fork);
    PolicyCell cell = fork.cell();
    List<String> command = new ArrayList<>(List.of(BuiltSide.java()));
    command.addAll(HOST_OPTIONS);
    String classPath = hook + File.pathSeparator + side.classPath();
    command.addAll(List.of("-cp", classPath, "org.openjdk.jmh.Main"));
    command.add("(^|.*\\.)" + cell.benchmark().replace(".", "\\.").replace("$", "\\$") + "$");
    command.addAll(List.of("-f", "1", "-foe", "true"));
    command.addAll(List.of("-wi", "" + cell.warmups(), "-i", "" + cell.iterations()));
    // One unit for both sides, so that they can be compared.
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
    command.addAll(List.of("-prof", TurnProfiler.class.getName()));
    List<String> arguments =
        new ArrayList<>(List.of(COUNTS_COMPARED, "-D%s=%d".formatted(TurnProfiler.PORT, port)));
    arguments.addAll(side.injecting());
    command.addAll(List.of("-jvmArgsAppend", String.join(" ", arguments)));
    command.addAll(List.of("-rf", "json", "-rff", result.toString()));
    return command;
  }
}
