package dev.sessionbench.bench.count;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Counts cells for another process, so that a gate counts a baseline or candidate with its own
 * classes. Each line on standard input names a cell. The answer is a line of {@code name=value}
 * pairs on standard output, or {@value #FAILED} and the reason.
 */
public final class CountingProcess {
  /** How the answer begins if a cell could not be counted. */
  public static final String FAILED = "failed: ";

  private CountingProcess() {}

  /**
   * Answers until standard input ends.
   *
   * @param args parameters as {@code name=value}
   * @throws IOException if standard input cannot be read
   */
  public static void main(String[] args) throws IOException {
    PrintStream answers = System.out;
    // Other output of this process must not mix with the answers.
    System.setOut(System.err);
    Stream<String[]> params = Arrays.stream(args).map(arg -> arg.split("=", 2));
    Counting counting =
        new Counting(params.collect(Collectors.toMap(param -> param[0], param -> param[1])));
    BufferedReader questions =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String cell = questions.readLine(); cell != null; cell = questions.readLine()) {
      answers.print(answer(counting, cell) + "\n");
      answers.flush();
    }
    System.exit(0);
  }

  /** The answer to one line. */
  static String answer(Counting counting, String cell) {
    try {
      return counting.count(CountCell.parse(cell)).entrySet().stream()
          .map(count -> count.getKey() + "=" + count.getValue())
          .collect(Collectors.joining(" "));
    } catch (RuntimeException | LinkageError e) {
      // The asking process wants to know of a client that lacks a method or has another dependency.
      return FAILED + e.toString().lines().findFirst().orElse("");
    }
  }
}
