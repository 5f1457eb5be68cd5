package dev.sessionbench.cli;

import dev.sessionbench.gate.PolicyFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the words of the gate's options. */
final class GateOptions {
  private static final Pattern BUDGET = Pattern.compile("([1-9][0-9]{0,5})(s|m|h)");
  private static final Pattern SHARD = Pattern.compile("([1-9][0-9]{0,2})/([1-9][0-9]{0,2})");
  private static final long MILLIS = 1_000;

  private GateOptions() {}

  /** A part of a gate and how many parts there are. */
  record Shard(int index, int count) {}

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

  /** The part of {@code 1/3}. */
  static Shard shard(String word) {
    Matcher matcher = SHARD.matcher(word);
    if (matcher.matches()) {
      Shard shard =
          new Shard(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)));
      if (shard.index() <= shard.count()) {
        return shard;
      }
    }
    throw new UsageException("--shard %s: must be a part of a whole, as in 1/3".formatted(word));
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
