package dev.sessionbench.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sessionbench.base.model.Curve;
import dev.sessionbench.base.results.CellCurves;
import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.results.Environment;
import dev.sessionbench.base.results.Machine;
import dev.sessionbench.base.results.Machine.CpuTimes;
import dev.sessionbench.base.results.Metric;
import dev.sessionbench.bench.run.ForkEngine.ForkFailedException;
import dev.sessionbench.bench.run.ForkEngine.ForkOutcome;
import dev.sessionbench.bench.run.ForkEngine.ForkRunner;
import dev.sessionbench.bench.run.PlannedFork;
import dev.sessionbench.bench.run.RunServices;
import dev.sessionbench.cli.BenchCommand.World;
import dev.sessionbench.gate.run.Sides;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntConsumer;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.util.Optional;

/** Replaces the world of a run: two benchmarks, forks that take no time, and a fixed clock. */
public final class FakeRuns implements ForkRunner<PlannedFork> {
  public final List<String> ran = new ArrayList<>();
  public final ByteArrayOutputStream out = new ByteArrayOutputStream();
  public final ByteArrayOutputStream err = new ByteArrayOutputStream();
  String failing = "none";
  int failingFrom = 1;
  ForkRunner<PlannedFork> runner = this;
  IntConsumer afterFork = ran -> {};
  String clientVersion = "6.107.0";
  String gitCommit = "abc";
  String dirty = "false";
  String cpuModel = "CPU";
  BenchmarkList benchmarks =
      BenchmarkList.fromString(entry("burstRead") + "\n" + entry("steadyIncrease"));
  CpuTimes cpu = new CpuTimes(0, 0, 0, 0);
  CpuTimes cpuPerReading = new CpuTimes(0, 0, 100, 0);
  private Instant now = Instant.parse("2026-11-21T10:00:00Z");

  int execute(Path results, String... args) {
    List<String> all = new ArrayList<>(List.of(args));
    all.addAll(List.of("--results", results.toString()));
    return execute(all.toArray(new String[0]));
  }

  int execute(String... args) {
    return Main.execute(
        world(new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8)), args);
  }

  World world(PrintStream printed, PrintStream complaints) {
    return new World(printed, complaints, services(), StopSignal.Jvm::new, Sides.real());
  }

  String out() {
    return out.toString(UTF_8);
  }

  String err() {
    return err.toString(UTF_8);
  }

  /** The replaced services. */
  public RunServices services() {
    return new RunServices(
        benchmarks,
        this::environment,
        machine(),
        clock(),
        nanos -> {},
        () -> () -> {},
        (options, log) -> runner);
  }

  @Override
  public ForkOutcome run(PlannedFork fork) throws ForkFailedException {
    String name = fork.cell().key().method() + " " + fork.cell().key().params().get("incStep");
    ran.add(name);
    now = now.plus(Duration.ofSeconds(2));
    if (name.equals(failing) && Collections.frequency(ran, name) >= failingFrom) {
      throw new ForkFailedException("java.lang.IllegalStateException: broken\nsecond line");
    }
    afterFork.accept(ran.size());
    return new ForkOutcome(result(fork), curves(fork));
  }

  private static CellResult result(PlannedFork fork) {
    return new CellResult(
        "1.37",
        fork.cell().key().benchmark(),
        fork.cell().key().mode(),
        1,
        1,
        "java",
        List.of(),
        "17",
        "VM",
        "17",
        1,
        "single-shot",
        1,
        1,
        "single-shot",
        1,
        new TreeMap<>(fork.cell().key().params()),
        Metric.of("ms/op", List.of(List.of(800.0 + fork.block()))),
        Map.of("numBatchCreateSessionsRpcs", Metric.of("#", List.of(List.of(16.0)))),
        null,
        null);
  }

  private static java.util.Optional<CellCurves> curves(PlannedFork fork) {
    return java.util.Optional.of(
        new CellCurves(
            fork.cell().key().benchmark(),
            fork.cell().key().params(),
            List.of(
                new Curve(
                    Curve.SESSIONS,
                    "ms",
                    "#",
                    List.of(0.0, 1.0),
                    List.of(100.0, 100.0 + fork.block())))));
  }

  private Environment environment(long orderSeed, String startedAt) {
    return new Environment(
        "17",
        "VM",
        "OS",
        cpuModel,
        2,
        clientVersion,
        gitCommit,
        dirty,
        "unknown",
        orderSeed,
        startedAt,
        "",
        List.of());
  }

  private Machine machine() {
    return new Machine() {
      @Override
      public java.util.Optional<CpuTimes> cpuTimes() {
        cpu =
            new CpuTimes(
                cpu.busyTicks() + cpuPerReading.busyTicks(),
                cpu.stealTicks() + cpuPerReading.stealTicks(),
                cpu.totalTicks() + cpuPerReading.totalTicks(),
                0);
        return java.util.Optional.of(cpu);
      }

      @Override
      public double loadAverage() {
        return 0.5;
      }
    };
  }

  private Clock clock() {
    return new Clock() {
      @Override
      public ZoneId getZone() {
        return ZoneOffset.UTC;
      }

      @Override
      public Clock withZone(ZoneId zone) {
        return this;
      }

      @Override
      public Instant instant() {
        return now;
      }
    };
  }

  private static String entry(String method) {
    Map<String, String[]> params =
        new TreeMap<>(
            Map.of(
                "incStep", new String[] {"1", "10", "25", "100"},
                "minSessions", new String[] {"100"},
                "maxSessions", new String[] {"400"},
                "numChannels", new String[] {"4"},
                "seed", new String[] {"1"},
                "operations", new String[] {"0"},
                "concurrency", new String[] {"0"},
                "transport", new String[] {"inprocess"},
                "port", new String[] {"0"},
                "costModel", new String[] {"flat"}));
    params.put("waitForMinSessions", new String[] {"true"});
    params.put("profile", new String[] {"original"});
    params.put("server", new String[] {"mock"});
    return new BenchmarkListEntry(
            "dev.sessionbench.SessionPoolBenchmark",
            "dev.sessionbench.generated." + method,
            method,
            Mode.SingleShotTime,
            Optional.none(),
            new int[] {1},
            Optional.none(),
            Optional.of(1),
            Optional.none(),
            Optional.none(),
            Optional.of(2),
            Optional.none(),
            Optional.none(),
            Optional.of(3),
            Optional.none(),
            Optional.none(),
            Optional.none(),
            Optional.none(),
            Optional.none(),
            Optional.of(params),
            Optional.none(),
            Optional.none(),
            Optional.none())
        .toLine();
  }
}
