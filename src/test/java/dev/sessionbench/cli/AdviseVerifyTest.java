package dev.sessionbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.model.SystemTime;
import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.results.JmhCell;
import dev.sessionbench.base.results.Machine.CpuTimes;
import dev.sessionbench.base.results.Metric;
import dev.sessionbench.base.results.ResultFile;
import dev.sessionbench.bench.run.ForkEngine.ForkFailedException;
import dev.sessionbench.bench.run.ForkEngine.ForkOutcome;
import dev.sessionbench.bench.run.PlannedFork;
import dev.sessionbench.bench.trial.Trial;
import dev.sessionbench.bench.trial.TrialReport.MetricValue;
import dev.sessionbench.lab.simulate.MeasuredCell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.runner.BenchmarkList;

/** Tests {@code advise --verify} with forks that play the load over real RPCs in this process. */
class AdviseVerifyTest {
  private static final String TINY = "--peak 12 --hold 5ms --create 5ms --max 20 --channels 1";

  private final FakeRuns world = new FakeRuns();
  private final List<Map<String, String>> played = new ArrayList<>();
  private boolean fails;

  @TempDir private Path folder;

  @BeforeEach
  void playInThisProcess() {
    world.benchmarks = BenchmarkList.defaultList();
    world.runner = this::play;
  }

  private int advise(String line) {
    List<String> args = new ArrayList<>(List.of("advise", "--results", folder.toString()));
    args.addAll(List.of(line.split(" ")));
    return world.execute(args.toArray(new String[0]));
  }

  private ForkOutcome play(PlannedFork fork) throws ForkFailedException {
    if (fails) {
      throw new ForkFailedException("java.lang.IllegalStateException: broken");
    }
    Map<String, String> params = fork.cell().key().params();
    played.add(params);
    long start = SystemTime.CLOCK.nanos();
    try (Trial trial =
        Trial.prepare(MeasuredCell.read(fork.cell().key().method(), params).measured())) {
      trial.run();
      double millis = (SystemTime.CLOCK.nanos() - start) / 1e6;
      Map<String, Metric> metrics = new LinkedHashMap<>();
      for (MetricValue metric : trial.finish().metrics()) {
        metrics.put(metric.name(), metric(metric.unit(), metric.value()));
      }
      CellResult like =
          ResultFile.read(Path.of(JmhCell.write(folder, "like.json", JmhCell.of("x").times(1))))
              .get(0);
      CellResult result =
          like.withBenchmark(fork.cell().key().benchmark())
              .withParams(new TreeMap<>(params))
              .withPrimaryMetric(metric("ms/op", millis))
              .withSecondaryMetrics(metrics);
      return new ForkOutcome(result, Optional.empty());
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Metric metric(String unit, double value) {
    return Metric.of(unit, List.of(List.of(value)));
  }

  private List<String> loads() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.startsWith("load-"))
          .toList();
    }
  }

  @Test
  void verifyComparesFinalistsOverRealRpcsWithVirtualTime() throws IOException {
    assertThat(advise("--verify=2 " + TINY)).as(world::err).isZero();
    assertThat(world.out())
        .contains("Choice: ", "Measured over gRPC", "wait p99 (ms)", "weight", "Results: ")
        .containsPattern(
            "The choice (seems (not )?to stand|stands|does not stand)|Nothing speaks against");
    assertThat(played.stream().distinct()).hasSizeBetween(2, 4);
    assertThat(played).hasSize(2 * (int) played.stream().distinct().count());
    assertThat(played).allSatisfy(p -> assertThat(p).containsEntry("maxSessions", "20"));
    assertThat(loads()).hasSize(1);
    // Playing the file again gives the same result.
    world.out.reset();
    String again = "--verify=1 --load " + folder.resolve(loads().get(0));
    assertThat(advise(again)).as(world::err).isZero();
    assertThat(world.out()).contains("Choice: ", "Measured over gRPC");
  }

  @Test
  void aBusyMachineIsSaidAndNothingIsJudged() {
    world.cpuPerReading = new CpuTimes(50, 0, 100, 0);
    assertThat(advise("--verify=1 " + TINY)).as(world::err).isZero();
    assertThat(world.out())
        .contains("The machine was too busy to compare", "others use 50 % of the CPU");
  }

  @Test
  void aFailedForkIsReportedAndTheAdviceIsKept() {
    fails = true;
    assertThat(advise("--verify 1 " + TINY)).isEqualTo(1);
    assertThat(world.out())
        .contains("Choice: ", "The choice was not measured", "Failed: ", "broken");
  }

  @Test
  void clientsThatShareAServiceAreNotMeasured() throws IOException {
    Files.writeString(
        folder.resolve("two.yaml"),
        "{description: two, clients: 2, callers: [{atOnce: 9, holdMillis: 9}]}");
    assertThat(advise("--verify --load " + folder.resolve("two.yaml"))).isEqualTo(2);
    assertThat(world.err())
        .contains("has 2 clients that share a service, and one is measured")
        .hasLineCount(1);
    assertThat(world.out()).isEmpty();
    assertThat(played).isEmpty();
  }
}
