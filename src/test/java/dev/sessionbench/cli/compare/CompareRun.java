package dev.sessionbench.cli.compare;

import dev.sessionbench.cli.Console;
import java.util.ArrayList;
import java.util.List;

/**
 * What {@code compare} said.
 *
 * @param code the exit code
 * @param out what it printed
 * @param err what it complained of
 */
public record CompareRun(int code, String out, String err) {
  /** Runs the command as the command line does. */
  public static CompareRun of(String... args) {
    List<String> words = new ArrayList<>(List.of("compare"));
    words.addAll(List.of(args));
    Console console = new Console();
    int code = console.run(words.toArray(new String[0]));
    return new CompareRun(code, console.out(), console.err());
  }

  /** What a run printed that had nothing to complain of. */
  public static String printed(String... args) {
    CompareRun run = of(args);
    if (run.code != 0 || !run.err.isEmpty()) {
      throw new AssertionError("exit code " + run.code + ": " + run.err);
    }
    return run.out;
  }
}
