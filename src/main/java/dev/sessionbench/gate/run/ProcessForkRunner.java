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
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Runs the forks of a block in one process for each side, with the JMH of that side. A side thus
 * never sees a class of the other side, and of this program only {@link TurnHost} and {@link
 * TurnProfiler}.
 *
 * <p>A process measures the cells of its block one after another, as its start takes as long as
 * many iterations. No process lives longer than its block, because what differs between processes
 * must differ between blocks.
 */
public final class ProcessForkRunner implements ForkRunner<ForkId> {
  /** Set if counts are compared with those of another run instead of the closed form. */
  private static final String COUNTS_COMPARED = "-Dsessionbench.counts=compared";

  /** Thread pools keep their sizes, whichever cell of a process makes them. */
  private static final String CORES =
      "-XX:ActiveProcessorCount=" + Runtime.getRuntime().availableProcessors();

  /** Replaces the benchmark's JVM arguments, which are these and the first compiler only. */
  private static final List<String> DEFAULT_COMPILERS =
      List.of("-Xms1g", "-Xmx1g", "-XX:+UseSerialGC");

  private static final String TIME_SCALE = "timeScale";

  private final Map<Side, BuiltSide> sides;
  private final Map<Side, List<String>> profilers = new EnumMap<>(Side.class);
  private final Map<Side, List<String>> injecting = new EnumMap<>(Side.class);
  private final Map<String, List<String>> arguments = new HashMap<>();
  private final Path log;
  private final long limitSeconds;
  private @Nullable Block block;

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
    // Once for each side, as this opens a jar of all classes and writes the jar of a change.
    sides.forEach(
        (side, built) -> {
          profilers.put(side, new SideClassPath(built.classPath()).profilers());
          injecting.put(side, built.injecting());
        });
    this.log = log.toAbsolutePath();
    this.limitSeconds = limitSeconds;
  }

  @Override
  public ForkOutcome run(ForkId fork) throws ForkFailedException {
    Attempt attempt = runTogether(List.of(fork)).get(0);
    return attempt.outcome().orElseThrow(() -> new ForkFailedException(attempt.failure()));
  }

  /**
   * Lets the forks warm up together. Then they take turns, one iteration each, in balanced order: A
   * B, B A, A B. If one fails, all end.
   */
  @Override
  public List<Attempt> runTogether(List<ForkId> forks) {
    try {
      return measured(forks);
    } catch (IOException e) {
      // A fork that cannot be started or read has failed, and the gate goes on.
      close();
      Attempt failed = new Attempt(Optional.empty(), "cannot be run: " + e, 0);
      return Collections.nCopies(forks.size(), failed);
    }
  }

  private List<Attempt> measured(List<ForkId> forks) throws IOException {
    long startNanos = SystemTime.CLOCK.nanos();
    Block current = block(forks);
    List<SideProcess> processes = forks.stream().map(fork -> current.process(fork.side())).toList();
    boolean ended = false;
    try {
      for (int i = 0; i < forks.size(); i++) {
        ForkId fork = forks.get(i);
        processes.get(i).begin(command(fork, current.result(fork)), fork.cell().cores());
      }
      takeTurns(processes, forks.get(0).cell().iterations());
      ended = true;
    } catch (ForkFailedException e) {
      // The process that failed knows why, and the others are stopped.
    } finally {
      for (int i = 0; i < forks.size(); i++) {
        keepOutput(forks.get(i), processes.get(i).printed());
      }
    }
    long turnsNanos = processes.stream().mapToLong(SideProcess::turnsNanos).sum();
    long sharedNanos = SystemTime.CLOCK.nanos() - startNanos - turnsNanos;
    List<Attempt> attempts = new ArrayList<>();
    for (int i = 0; i < forks.size(); i++) {
      SideProcess process = processes.get(i);
      Optional<ForkOutcome> outcome = Optional.empty();
      String failure = process.failure();
      try {
        if (ended) {
          outcome = Optional.of(outcome(process, forks.get(i), current));
        }
      } catch (ForkFailedException e) {
        failure = e.reason();
      }
      // A fork that runs alone shows what one of a pair takes: two warm up at the same time.
      long tookNanos = process.turnsNanos() + sharedNanos / Side.values().length;
      attempts.add(new Attempt(outcome, failure, TimeUnit.NANOSECONDS.toMillis(tookNanos)));
    }
    if (attempts.stream().anyMatch(attempt -> attempt.outcome().isEmpty())) {
      close();
    }
    return attempts;
  }

  private static void takeTurns(List<SideProcess> processes, int iterations)
      throws IOException, ForkFailedException {
    for (SideProcess process : processes) {
      process.awaitRequest();
    }
    List<SideProcess> order = new ArrayList<>(processes);
    for (int i = 0; i < iterations; i++) {
      for (SideProcess process : order) {
        process.turn();
      }
      Collections.reverse(order);
    }
    for (SideProcess process : processes) {
      process.go();
    }
    for (SideProcess process : processes) {
      process.awaitEnd();
    }
  }

  /** The processes of the forks' block. New ones start for a new block, or after a failure. */
  private Block block(List<ForkId> forks) throws IOException {
    Map<Side, List<String>> commands = new EnumMap<>(Side.class);
    forks.forEach(fork -> commands.put(fork.side(), jvm(fork)));
    String name = "%s %d %s".formatted(forks.get(0).folder(), forks.get(0).block(), commands);
    if (block == null || !block.name.equals(name)) {
      close();
      block = new Block(name, Files.createTempDirectory("gate-block"));
      block.start(commands);
    }
    return block;
  }

  /** Ends the processes of the last block. */
  @Override
  public void close() {
    Block last = block;
    block = null;
    if (last != null) {
      last.close();
    }
  }

  /** The processes of one block, and the folder for their files. */
  private final class Block {
    private final String name;
    private final Path scratch;
    private final Map<Side, SideProcess> processes = new EnumMap<>(Side.class);

    Block(String name, Path scratch) {
      this.name = name;
      this.scratch = scratch;
    }

    /** Starts all processes at the same time. */
    void start(Map<Side, List<String>> commands) throws IOException {
      writeClass(TurnHost.class);
      writeClass(TurnProfiler.class);
      for (Map.Entry<Side, List<String>> each : commands.entrySet()) {
        List<String> command = new ArrayList<>(each.getValue());
        BuiltSide side = side(each.getKey());
        String classPath = scratch + File.pathSeparator + side.classPath();
        command.addAll(List.of("-cp", classPath, TurnHost.class.getName()));
        Path output = scratch.resolve(each.getKey() + ".txt");
        processes.put(each.getKey(), new SideProcess(command, output, limitSeconds));
      }
    }

    /** Writes a class by which a fork takes turns, so that a side of any build has it. */
    private void writeClass(Class<?> type) throws IOException {
      String file = type.getName().replace('.', '/') + ".class";
      ByteSource bytes = Resources.asByteSource(Resources.getResource(type, "/" + file));
      MoreFiles.createParentDirectories(scratch.resolve(file));
      bytes.copyTo(MoreFiles.asByteSink(scratch.resolve(file)));
    }

    SideProcess process(Side side) {
      return Objects.requireNonNull(processes.get(side));
    }

    Path result(ForkId fork) {
      return scratch.resolve(fork.fileName() + ".json");
    }

    void close() {
      processes.values().forEach(SideProcess::close);
      BuildTool.delete(scratch);
    }
  }

  private void keepOutput(ForkId fork, byte[] printed) throws IOException {
    ByteSource title = ByteSource.wrap(("=== " + fork + "\n").getBytes(StandardCharsets.UTF_8));
    ByteSource.concat(title, ByteSource.wrap(printed))
        .copyTo(MoreFiles.asByteSink(log, StandardOpenOption.CREATE, StandardOpenOption.APPEND));
  }

  private ForkOutcome outcome(SideProcess process, ForkId fork, Block current)
      throws IOException, ForkFailedException {
    Path result = current.result(fork);
    process.requireResult(result);
    CellResult measured = single(result);
    for (Map.Entry<String, String> asked : params(fork).entrySet()) {
      requireTaken(asked.getKey(), asked.getValue(), measured.key().params());
    }
    List<String> started = jvmArguments(fork);
    if (measured.jvmArgs().stream().anyMatch(w -> !w.startsWith("-D") && !started.contains(w))) {
      String other = "its benchmark asks for the JVM arguments %s: ran with %s";
      throw new ForkFailedException(other.formatted(measured.jvmArgs(), started));
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

  private BuiltSide side(Side side) {
    return Objects.requireNonNull(sides.get(side));
  }

  /** The parameters of a fork, which its result must repeat. */
  private Map<String, String> params(ForkId fork) {
    Map<String, String> params = new TreeMap<>(fork.cell().params());
    params.putAll(side(fork.side()).identity().params());
    params.put("seed", "" + fork.seed());
    return params;
  }

  /** The program and the JVM arguments of a fork's process. */
  private List<String> jvm(ForkId fork) {
    List<String> command = new ArrayList<>(List.of(BuiltSide.java(), "-Djmh.ignoreLock=true"));
    command.addAll(jvmArguments(fork));
    return command;
  }

  /** The JVM arguments of the fork's benchmark, its compilers and its side. */
  private List<String> jvmArguments(ForkId fork) {
    boolean own = fork.cell().compilers() == PolicyCell.Compilers.FIRST;
    List<String> all = new ArrayList<>(own ? benchmarkArguments(fork) : DEFAULT_COMPILERS);
    all.addAll(addedArguments(fork));
    return all;
  }

  /** What the benchmark asks for. It is kept, as it is read from a jar of all classes. */
  private List<String> benchmarkArguments(ForkId fork) {
    String pattern = pattern(fork.cell());
    return arguments.computeIfAbsent(
        fork.side() + pattern,
        key -> new SideClassPath(side(fork.side()).classPath()).jvmArguments(pattern));
  }

  /** What the gate adds. */
  private List<String> addedArguments(ForkId fork) {
    List<String> added = new ArrayList<>(List.of(COUNTS_COMPARED, CORES));
    added.addAll(injecting.getOrDefault(fork.side(), List.of()));
    return added;
  }

  /** The pattern that JMH must find in a benchmark's name. */
  private static String pattern(PolicyCell cell) {
    return "(^|.*\\.)" + cell.benchmark().replace(".", "\\.").replace("$", "\\$") + "$";
  }

  /**
   * The arguments of JMH for a fork.
   *
   * @param fork the fork
   * @param result the file for its result
   */
  List<String> command(ForkId fork, Path result) {
    PolicyCell cell = fork.cell();
    List<String> command = new ArrayList<>(List.of(pattern(cell), "-f", "0", "-foe", "true"));
    command.addAll(List.of("-wi", "" + cell.warmups(), "-i", "" + cell.iterations()));
    // One unit for both sides, so that they can be compared.
    command.addAll(List.of("-tu", "ms"));
    Map<String, String> params = params(fork);
    params.forEach((name, value) -> command.addAll(List.of("-p", name + "=" + value)));
    if (params.containsKey(TIME_SCALE)) {
      command.addAll(List.of("-opi", params.getOrDefault(TIME_SCALE, "1")));
    }
    profilers
        .getOrDefault(fork.side(), List.of())
        .forEach(profiler -> command.addAll(List.of("-prof", profiler)));
    command.addAll(List.of("-prof", TurnProfiler.class.getName()));
    // The process was started with them. JMH only records them.
    if (cell.compilers() == PolicyCell.Compilers.DEFAULT) {
      command.addAll(List.of("-jvmArgs", String.join(" ", DEFAULT_COMPILERS)));
    }
    command.addAll(List.of("-jvmArgsAppend", String.join(" ", addedArguments(fork))));
    command.addAll(List.of("-rf", "json", "-rff", result.toString()));
    return command;
  }
}
