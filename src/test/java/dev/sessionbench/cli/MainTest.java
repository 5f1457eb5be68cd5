package dev.sessionbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.bench.run.RunServices;
import dev.sessionbench.cli.BenchCommand.World;
import dev.sessionbench.gate.run.FakeSides;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the exit codes of commands that crash. */
class MainTest {
  @TempDir Path folder;

  private CommandRun gate(Supplier<Runnable> lock) {
    FakeSides sides = new FakeSides();
    RunServices fake = sides.services();
    RunServices services =
        new RunServices(
            fake.benchmarks(),
            fake.environment(),
            fake.machine(),
            fake.clock(),
            fake.pauseNanos(),
            lock,
            fake.runners());
    String line = "gate --base incStep=25 --head incStep=20 --out " + folder.resolve("out");
    return CommandRun.in(
        (out, err) -> new World(out, err, services, StopSignal.Jvm::new, sides), line.split(" "));
  }

  @Test
  void aCrashHasItsOwnExitCode() {
    CommandRun run =
        gate(
            () -> {
              throw new IllegalStateException("a bug");
            });
    assertThat(run.code()).isEqualTo(4);
    assertThat(run.err()).contains("java.lang.IllegalStateException: a bug\n\tat ");
  }

  @Test
  void anOutOfMemoryErrorIsACrash() {
    CommandRun run =
        gate(
            () -> {
              throw new OutOfMemoryError("heap");
            });
    assertThat(run.code()).isEqualTo(4);
    assertThat(run.err()).contains("OutOfMemoryError: heap");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--version", "compare -V", "gate selftest --version", "run --version"})
  void everyCommandPrintsTheVersion(String line) {
    CommandRun run = CommandRun.in(World::real, line.split(" "));
    assertThat(run.code()).isZero();
    assertThat(run.out()).startsWith("session-pool-benchmarks, commit ").hasLineCount(1);
  }
}
