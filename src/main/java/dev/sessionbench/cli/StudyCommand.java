package dev.sessionbench.cli;

import dev.sessionbench.base.model.BadInput;
import picocli.CommandLine.Command;

/** {@code study}: repeats a published case study. Each study is a subcommand. */
@Command(
    name = "study",
    description = "Plays a published case study against the mock server and reports the results.",
    subcommands = {StudyWarmupCommand.class, StudyExhaustionCommand.class})
final class StudyCommand extends BenchCommand {
  @Override
  ExitCode execute() {
    throw new BadInput(
        "study: must be followed by one of " + String.join(", ", spec.subcommands().keySet()));
  }
}
