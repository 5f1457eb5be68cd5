package dev.sessionbench.bench.count;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Counts for another process, so that a gate can count an arm by the arm's own classes, whatever it
 * was built from. A line on standard input names a cell; a line on standard output answers with
 * {@code name=value} words, or with {@value #FAILED} and why.
 */
public final class CountingProcess {
  /** How the answer begins where a cell could not be counted. */
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
    // Whatever else is printed in this process is no answer.
    System.setOut(System.err);
    Map<String, String> params = new LinkedHashMap<>();
    for (String arg : args) {
      int equals = Math.max(0, arg.indexOf('='));
      params.put(arg.substring(0, equals), arg.substring(Math.min(arg.length(), equals + 1)));
    }
    Counting counting = new Counting(params);
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
      // A client that lacks a method, or another dependency, is what the asker wants to know of.
      return FAILED + e.toString().lines().findFirst().orElse("");
    }
  }
}
