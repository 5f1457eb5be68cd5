package dev.sessionbench.cli.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.cli.Main;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Runs any command as the command line does. */
final class AnyCommand {
  private AnyCommand() {}

  /**
   * What a command says, on both streams together.
   *
   * @param code the exit code that it must have
   * @param args its words
   */
  static String execute(int code, String... args) {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);
    int exit = Main.execute(out, out, args);
    assertThat(exit).as("%s", printed).isEqualTo(code);
    return printed.toString(StandardCharsets.UTF_8);
  }
}
