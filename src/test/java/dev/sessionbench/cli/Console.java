package dev.sessionbench.cli;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Runs commands as the command line does, and keeps what they say. */
public final class Console {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  /** Runs a command; what it says is added to what others have said. */
  public int run(String... args) {
    return Main.execute(
        new PrintStream(out, true, StandardCharsets.UTF_8),
        new PrintStream(err, true, StandardCharsets.UTF_8),
        args);
  }

  /** What the commands have printed. */
  public String out() {
    return out.toString(StandardCharsets.UTF_8);
  }

  /** What they have complained of. */
  public String err() {
    return err.toString(StandardCharsets.UTF_8);
  }

  /** Forgets what has been said. */
  public void reset() {
    out.reset();
    err.reset();
  }
}
