package dev.sessionbench.cli;

import dev.sessionbench.base.model.BadInput;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code study}: plays a published case study again. Each study is a subcommand. */
@Command(
    name = "study",
    mixinStandardHelpOptions = true,
    description = "Plays a published case study against the mock server, and says what was seen.")
final class StudyCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    throw new BadInput(
        "study: must be followed by one of " + String.join(", ", spec.subcommands().keySet()));
  }
}
