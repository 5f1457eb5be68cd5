package dev.sessionbench.cli.compare;

import dev.sessionbench.cli.Main;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
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
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    List<String> words = new ArrayList<>(List.of("compare"));
    words.addAll(List.of(args));
    int code =
        Main.execute(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            words.toArray(new String[0]));
    return new CompareRun(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
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
