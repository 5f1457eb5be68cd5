package dev.sessionbench.cli;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.gate.policy.PolicyFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options of the commands that run gates. */
final class GateOptions {
  private static final long DEFAULT_BUDGET_MILLIS = 600_000;

  @Option(
      names = "--budget",
      paramLabel = "TIME",
      description = "Time for all of it, builds not included. Default: 10m.")
  private Optional<String> budget = Optional.empty();

  @Option(
      names = "--blocks",
      paramLabel = "N",
      description =
          "Pairs of forks for each cell, regardless of the budget. Default: the policy's.")
  private Optional<Integer> blocks = Optional.empty();

  @Option(
      names = "--policy",
      paramLabel = "FILE",
      description = "What it judges by. Default: results/policy.yaml, else the built-in one.")
  private Optional<Path> policy = Optional.empty();

  /** The milliseconds of {@code 90s}, {@code 10m} or {@code 1h}; empty if no budget is named. */
  Optional<Long> namedBudgetMillis() {
    String text = budget.orElse("");
    BadInput.when(
        budget.isPresent() && !text.matches("[1-9][0-9]{0,5}[smh]"),
        "--budget %s: must be a time as in 90s, 10m or 1h",
        text);
    return budget.map(time -> Duration.parse("PT" + time).toMillis());
  }

  /** The budget in milliseconds. */
  long budgetMillis() {
    return namedBudgetMillis().orElse(DEFAULT_BUDGET_MILLIS);
  }

  /** The number of blocks; empty for the policy's. */
  Optional<Integer> blocks() {
    return blocks;
  }

  /** The policy that is named; empty if none is. */
  Optional<PolicyFile> namedPolicy() {
    return policy.map(PolicyFile::read);
  }

  /** The policy that is named, else the project's, else the built-in one. */
  PolicyFile policy() {
    return namedPolicy()
        .orElseGet(
            () ->
                Files.exists(PolicyFile.PROJECT_FILE)
                    ? PolicyFile.read(PolicyFile.PROJECT_FILE)
                    : PolicyFile.bundled());
  }
}
