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
  /** The budget of a gate that names none. */
  static final String BUDGET = "10m";

  @Option(
      names = "--budget",
      paramLabel = "TIME",
      description = "Time for a gate, builds not included. Default: 10m.")
  private Optional<String> budget = Optional.empty();

  @Option(
      names = "--blocks",
      paramLabel = "N",
      description =
          "Pairs of forks for each cell, regardless of the budget. Default: the policy's.")
  Optional<Integer> blocks = Optional.empty();

  @Option(
      names = "--policy",
      paramLabel = "FILE",
      description = "What it judges by. Default: results/policy.yaml, else the built-in one.")
  private Optional<Path> policy = Optional.empty();

  /**
   * The milliseconds of {@code 90s}, {@code 10m} or {@code 1h}; those of {@code standard} if none.
   */
  long budgetMillis(String standard) {
    String text = budget.orElse(standard);
    boolean time = text.matches("[1-9][0-9]{0,9}[smh]");
    BadInput.when(!time, "--budget %s: must be a time as in 90s, 10m or 1h", text);
    return Duration.parse("PT" + text).toMillis();
  }

  /** The policy that is named; empty if none is. */
  Optional<PolicyFile> namedPolicy() {
    return policy.map(PolicyFile::read);
  }

  /** The policy that is named, else the project's, else the built-in one. */
  PolicyFile policy() {
    Optional<Path> project = Optional.of(PolicyFile.PROJECT_FILE).filter(Files::exists);
    return policy.or(() -> project).map(PolicyFile::read).orElseGet(PolicyFile::bundled);
  }
}
