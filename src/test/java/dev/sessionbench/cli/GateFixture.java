package dev.sessionbench.cli;

import dev.sessionbench.cli.BenchCommand.World;
import dev.sessionbench.gate.run.FakeSides;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Runs gates on builds that take no time. */
abstract class GateFixture extends CommandFixture {
  final FakeSides sides = new FakeSides();

  @Override
  final World world(PrintStream out, PrintStream err) {
    return new World(out, err, sides.services(), StopSignal.Jvm::new, sides);
  }

  /** Runs a gate of two equal builds and writes to a place in the folder. */
  final int gate(String place, String... more) throws IOException {
    String line = "gate --base incStep=25 --head incStep=25 --policy %s --out %s";
    return run(
        Stream.concat(Stream.of(line.formatted(policy(), place).split(" ", -1)), Stream.of(more))
            .toArray(String[]::new));
  }

  final Path policy() throws IOException {
    return Files.writeString(folder.resolve("policy.yaml"), FakeSides.YAML);
  }

  final String place(String name) {
    return folder.resolve(name).toString();
  }
}
