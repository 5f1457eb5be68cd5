package dev.sessionbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.cli.FakeRuns;
import dev.sessionbench.results.ResultFile;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunLoopTest {
  @TempDir Path folder = Path.of("");

  @Test
  void anInterruptedRunKeepsWhatHasFinishedAndBlamesNoBenchmark() throws IOException {
    FakeRuns runs = new FakeRuns();
    RunServices services = runs.services();
    PreparedRun run =
        new RunPreparation(services)
            .start(JmhArguments.parse(List.of("burstRead")), folder, 1, null, false);
    RunLoop[] loop = new RunLoop[1];
    ForkRunner<PlannedFork> interrupted =
        fork -> {
          if (fork.position() == 3) {
            loop[0].interrupt();
            throw new ForkFailedException("the fork was killed");
          }
          return runs.run(fork);
        };
    loop[0] =
        new RunLoop(
            run,
            new ForkEngine<>(
                run.directory().forks(),
                interrupted,
                services.machine(),
                services.clock(),
                run.manifest().environment()),
            key -> key.method(),
            services.clock(),
            new Progress(new PrintStream(runs.out, true), false));
    assertThat(loop[0].run()).hasSize(2);
    assertThat(loop[0].failures()).isEmpty();
    try (Stream<Path> forks = Files.list(run.directory().path().resolve("forks"))) {
      assertThat(forks).hasSize(2);
    }
    assertThat(ResultFile.read(run.directory().resultFile())).hasSize(2);
  }
}
