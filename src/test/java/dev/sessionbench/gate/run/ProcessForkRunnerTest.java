package dev.sessionbench.gate.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.bench.run.ForkEngine.ForkFailedException;
import dev.sessionbench.gate.ForkId;
import dev.sessionbench.gate.ForkId.Stage;
import dev.sessionbench.gate.Side;
import dev.sessionbench.gate.SideIdentity;
import dev.sessionbench.gate.policy.PolicyCell;
import dev.sessionbench.gate.run.Sides.BuiltSide;
import java.io.IOException;
import java.nio.file.ClosedFileSystemException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs real forks, with a pool of four sessions. */
class ProcessForkRunnerTest {
  @TempDir Path folder;

  private ForkId fork(String benchmark, Side side) {
    return new ForkId(
        1,
        Stage.BLOCKS,
        1,
        new PolicyCell(
            benchmark,
            Map.of("minSessions", "1", "maxSessions", "4"),
            PolicyCell.Compilers.FIRST,
            PolicyCell.Cores.ALL,
            0,
            1,
            List.of(),
            Map.of(),
            Map.of()),
        side,
        5);
  }

  private static BuiltSide side(String classPath, Map<String, String> params, String injection) {
    return new BuiltSide(
        classPath, new SideIdentity("", params, "unknown", "unknown", "unknown", "", injection));
  }

  private ProcessForkRunner runner(BuiltSide base, BuiltSide head) {
    return new ProcessForkRunner(base, head, folder.resolve("jmh.log"), 60);
  }

  private ProcessForkRunner runner() {
    return runner(
        side(OwnCounter.classPath(), Map.of("incStep", "1"), ""),
        side(OwnCounter.classPath(), Map.of("incStep", "3"), "growth-smaller:1"));
  }

  @Test
  void eachSideRunsWithItsOwnParametersAndChange() throws Exception {
    CellResult base =
        runner().run(fork("SessionPoolBenchmark.steadyIncrease", Side.BASELINE)).result();
    CellResult head =
        runner().run(fork("SessionPoolBenchmark.steadyIncrease", Side.CANDIDATE)).result();
    // One RPC fills the minimum. Then three sessions follow, one by one or two at a time.
    assertThat(rpcs(base)).isEqualTo(1 + 3);
    assertThat(rpcs(head)).isEqualTo(1 + 1 + 1);
    assertThat(head.jvmArgs())
        .anyMatch(w -> w.startsWith("-javaagent:") && w.endsWith("=growth-smaller:1"));
    assertThat(base.jvmArgs()).noneMatch(word -> word.startsWith("-javaagent:"));
    assertThat(base.params()).containsEntry("seed", "5");
    assertThat(Files.readString(folder.resolve("jmh.log")))
        .contains("=== blocks block 1", "SessionPoolBenchmark.steadyIncrease");
  }

  private static ForkId stretched(PolicyCell.Compilers compilers) {
    PolicyCell cell =
        new PolicyCell(
            "burstRead",
            Map.of("timeScale", "2"),
            compilers,
            PolicyCell.Cores.ALL,
            1,
            1,
            List.of("score"),
            Map.of(),
            Map.of());
    return new ForkId(1, Stage.BLOCKS, 1, cell, Side.CANDIDATE, 5);
  }

  private List<String> command(PolicyCell.Compilers compilers) {
    BuiltSide plain = side(OwnCounter.classPath(), Map.of(), "");
    return runner(plain, plain).command(stretched(compilers), folder.resolve("result.json"));
  }

  @Test
  void stretchedTimesAreDividedAndReportedInOneUnit() {
    assertThat(command(PolicyCell.Compilers.FIRST))
        .containsSequence("-p", "timeScale=2", "-opi", "2")
        .containsSequence("-tu", "ms");
  }

  @Test
  void unknownParameterFailsTheFork() {
    BuiltSide built = side(OwnCounter.classPath(), Map.of("incStep", "1", "strategy", "x"), "");
    assertThatExceptionOfType(ForkFailedException.class)
        .isThrownBy(
            () ->
                runner(built, built)
                    .run(fork("SessionPoolBenchmark.steadyIncrease", Side.CANDIDATE)))
        .satisfies(e -> assertThat(e.reason()).contains("has no parameter strategy"));
  }

  @Test
  void usesTheCompilersOfTheBenchmarkOrTheJvm() {
    assertThat(command(PolicyCell.Compilers.FIRST)).doesNotContain("-jvmArgs");
    assertThat(command(PolicyCell.Compilers.DEFAULT))
        .containsSequence("-jvmArgs", "-Xms1g -Xmx1g -XX:+UseSerialGC");
  }

  private static double rpcs(CellResult result) {
    var metric = result.secondaryMetrics().get("numBatchCreateSessionsRpcs");
    return metric == null ? Double.NaN : metric.score();
  }

  /** A runner of sides whose JMH is a program with these statements. */
  private ProcessForkRunner running(String statements, Path log) throws IOException {
    Path source = folder.resolve("Main.java");
    Files.writeString(
        source,
        "package org.openjdk.jmh; public class Main { public static void main(String[] args) {"
            + statements
            + "}}");
    assertThat(
            ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-d", folder.toString(), source.toString()))
        .isZero();
    BuiltSide side = side(folder.toString(), Map.of(), "");
    return new ProcessForkRunner(side, side, log, 60);
  }

  private String reason(String statements, Path log) throws IOException {
    ProcessForkRunner runner = running(statements, log);
    return Objects.requireNonNull(
            catchThrowableOfType(
                ForkFailedException.class, () -> runner.run(fork("burst", Side.CANDIDATE))))
        .reason();
  }

  @Test
  void outputOfAForkNeedNotBeText() throws IOException {
    Path log = folder.resolve("jmh.log");
    assertThat(
            reason(
                """
                System.out.write(0xB1);
                System.out.println();
                System.out.println("an error of its own");
                System.exit(1);
                """,
                log))
        .isEqualTo("an error of its own");
    assertThat(Files.readAllBytes(log)).contains((byte) 0xB1);
  }

  @Test
  void readsTheEndOfAForksOutputAndKeepsAllOfIt() throws IOException {
    Path log = folder.resolve("jmh.log");
    assertThat(
            reason(
                """
                System.out.println("an error long before");
                byte[] much = new byte[1 << 21];
                java.util.Arrays.fill(much, (byte) '.');
                System.out.write(much, 0, much.length);
                System.out.println();
                System.out.println("an error at the end");
                System.exit(1);
                """,
                log))
        .isEqualTo("an error at the end");
    assertThat(Files.size(log)).isGreaterThan(1 << 21);
  }

  @Test
  void aForkWhoseOutputCannotBeKeptHasFailed() throws IOException {
    assertThat(reason("", folder.resolve("none/jmh.log")))
        .startsWith("cannot be run: java.nio.file.NoSuchFileException");
  }

  @Test
  void aCrashOfThisProgramIsNoForksFailure() throws IOException {
    Path log;
    try (FileSystem archive =
        FileSystems.newFileSystem(folder.resolve("log.zip"), Map.of("create", "true"))) {
      log = archive.getPath("/jmh.log");
    }
    // No output can be written to a file of a closed archive.
    ProcessForkRunner runner = running("", log);
    assertThatExceptionOfType(ClosedFileSystemException.class)
        .isThrownBy(() -> runner.run(fork("burst", Side.CANDIDATE)));
  }

  @Test
  void forkWithoutAResultGivesItsReason() {
    assertThatExceptionOfType(ForkFailedException.class)
        .isThrownBy(() -> runner().run(fork("noSuchBenchmark", Side.BASELINE)))
        .satisfies(e -> assertThat(e.reason()).containsIgnoringCase("no matching benchmarks"));
  }
}
