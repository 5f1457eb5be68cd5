package dev.sessionbench.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.results.ResultFile;
import dev.sessionbench.bench.run.ForkEngine.ForkFailedException;
import dev.sessionbench.bench.run.ForkEngine.ForkRunner;
import dev.sessionbench.cli.FakeRuns;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunExecutionTest {
  @TempDir Path folder = Path.of("");

  @Test
  void interruptedRunKeepsFinishedForksWithoutFailures() throws IOException {
    FakeRuns runs = new FakeRuns();
    RunServices services = runs.services();
    RunDirectory run =
        RunDirectory.start(services, JmhArguments.parse(List.of("burstRead")), folder, 1, null);
    RunExecution[] execution = new RunExecution[1];
    ForkRunner<PlannedFork> interrupted =
        fork -> {
          if (fork.position() == 3) {
            execution[0].interrupt();
            throw new ForkFailedException("the fork was killed");
          }
          return runs.run(fork);
        };
    PrintStream out = new PrintStream(runs.out, true);
    execution[0] = new RunExecution(services, out, out, run, key -> key.method(), interrupted);
    RunExecution.Outcome outcome = execution[0].execute();
    assertThat(outcome.merged()).hasSize(2);
    assertThat(outcome.failures()).isEmpty();
    try (Stream<Path> forks = Files.list(run.path().resolve("forks"))) {
      assertThat(forks).hasSize(2);
    }
    assertThat(ResultFile.read(run.resultFile())).hasSize(2);
  }
}
