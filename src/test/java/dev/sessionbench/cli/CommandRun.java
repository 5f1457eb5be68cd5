package dev.sessionbench.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sessionbench.cli.BenchCommand.World;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/**
 * The outcome of a command that ran as on the command line.
 *
 * @param code the exit code
 * @param out its output
 * @param err its errors
 */
public record CommandRun(int code, String out, String err) {
  /** Runs a command. */
  public static CommandRun of(String... args) {
    return in(World::real, args);
  }

  static CommandRun in(BiFunction<PrintStream, PrintStream, World> world, String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    PrintStream printed = new PrintStream(out, true, UTF_8);
    int code = Main.execute(world.apply(printed, new PrintStream(err, true, UTF_8)), args);
    return new CommandRun(code, out.toString(UTF_8), err.toString(UTF_8));
  }

  /** Runs {@code compare}. */
  public static CommandRun compare(String... args) {
    return of(Stream.concat(Stream.of("compare"), Stream.of(args)).toArray(String[]::new));
  }

  /** The output of {@code compare}, which must print no errors. */
  public static String compared(String... args) {
    CommandRun run = compare(args);
    if (run.code != 0 || !run.err.isEmpty()) {
      throw new AssertionError("exit code " + run.code + ": " + run.err);
    }
    return run.out;
  }
}
