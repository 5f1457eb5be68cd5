package dev.sessionbench.cli;

import dev.sessionbench.cli.BenchCommand.World;
import dev.sessionbench.gate.run.FakeArms;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Gates of arms that take no time. */
abstract class GateFixture extends CommandFixture {
  final FakeArms arms = new FakeArms();

  @Override
  final World world(PrintStream out, PrintStream err) {
    return new World(out, err, arms.services(), StopSignal.Jvm::new, arms);
  }

  /** Runs a gate of two equal arms into a place of the folder. */
  final int gate(String place, String... more) throws IOException {
    String words = "gate --base incStep=25 --head incStep=25 --policy %s --out %s";
    return run(
        Stream.concat(Stream.of(words.formatted(policy(), place).split(" ", -1)), Stream.of(more))
            .toArray(String[]::new));
  }

  final Path policy() throws IOException {
    return Files.writeString(folder.resolve("policy.yaml"), FakeArms.YAML);
  }

  final String place(String name) {
    return folder.resolve(name).toString();
  }
}
