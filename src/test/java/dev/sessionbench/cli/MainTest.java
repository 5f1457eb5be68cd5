package dev.sessionbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.bench.run.RunServices;
import dev.sessionbench.gate.run.FakeArms;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What ends a command that nobody expected to end so. */
class MainTest {
  @TempDir Path folder;

  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int gate(Supplier<Runnable> lock) {
    FakeArms arms = new FakeArms();
    RunServices services = arms.services();
    PrintStream both = new PrintStream(err, true, StandardCharsets.UTF_8);
    return Main.execute(
        both,
        both,
        new RunServices(
            services.benchmarks(),
            services.environment(),
            services.machine(),
            services.clock(),
            services.pauseNanos(),
            lock,
            services.runners()),
        JvmStopSignal::new,
        arms,
        "gate",
        "--base",
        "incStep=25",
        "--head",
        "incStep=20",
        "--out",
        folder.resolve("out").toString());
  }

  @Test
  void whatIsNoVerdictHasNoCodeOfOne() {
    assertThat(
            gate(
                () -> {
                  throw new IllegalStateException("a bug");
                }))
        .isEqualTo(4);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains("java.lang.IllegalStateException: a bug\n\tat ");
  }

  @Test
  void soItIsWhereMemoryIsShort() {
    assertThat(
            gate(
                () -> {
                  throw new OutOfMemoryError("heap");
                }))
        .isEqualTo(4);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("OutOfMemoryError: heap");
  }
}
