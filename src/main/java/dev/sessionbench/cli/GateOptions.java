package dev.sessionbench.cli;

import dev.sessionbench.gate.PolicyFile;
import dev.sessionbench.run.UsageException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the words of the gate's options. */
final class GateOptions {
  private static final Pattern BUDGET = Pattern.compile("([1-9][0-9]{0,5})(s|m|h)");
  private static final long MILLIS = 1_000;

  private GateOptions() {}

  /** The milliseconds of {@code 90s}, {@code 10m} or {@code 1h}. */
  static long budgetMillis(String word) {
    Matcher matcher = BUDGET.matcher(word);
    if (!matcher.matches()) {
      throw new UsageException("--budget %s: must be a time as in 90s, 10m or 1h".formatted(word));
    }
    long seconds =
        switch (matcher.group(2)) {
          case "h" -> 3_600;
          case "m" -> 60;
          default -> 1;
        };
    return Long.parseLong(matcher.group(1)) * seconds * MILLIS;
  }

  /** The policy that is named; else the project's, where there is one; else the built-in one. */
  static PolicyFile policy(Optional<Path> named) {
    if (named.isPresent()) {
      return PolicyFile.read(named.get());
    }
    return Files.exists(PolicyFile.PROJECT_FILE)
        ? PolicyFile.read(PolicyFile.PROJECT_FILE)
        : PolicyFile.bundled();
  }
}
