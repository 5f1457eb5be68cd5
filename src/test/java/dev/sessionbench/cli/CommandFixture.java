package dev.sessionbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.cli.BenchCommand.World;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.io.TempDir;

/**
 * Provides a folder and runs commands as the command line does. It keeps the output of the last
 * one.
 */
public abstract class CommandFixture {
  @TempDir protected Path folder;
  private CommandRun last = new CommandRun(0, "", "");

  /** Stops a command when a test asks for it. */
  static final class Stop implements StopSignal {
    private final CompletableFuture<Void> sent = new CompletableFuture<>();
    boolean done;
    boolean closed;

    StopSignal watch(long patienceSeconds, Runnable stop) {
      var unused = sent.thenRunAsync(stop);
      return this;
    }

    void send() {
      sent.complete(null);
    }

    @Override
    public void done() {
      done = true;
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  /** The world of the commands. */
  World world(PrintStream out, PrintStream err) {
    return World.real(out, err);
  }

  /** Runs a command and returns its exit code. */
  protected final int run(String... args) {
    last = CommandRun.in(this::world, args);
    return last.code();
  }

  /** Runs a command given as one line; FOLDER stands for the folder of this test. */
  protected final int runLine(String line) {
    return run(line.replace("FOLDER", folder.toString()).split(" ", -1));
  }

  /** The error of a line that must be refused: one line, and no other output. */
  protected final String complaintOf(String line) {
    assertThat(runLine(line)).as(this::said).isEqualTo(2);
    assertThat(out()).isEmpty();
    assertThat(err()).startsWith("error: ").hasLineCount(1);
    return err().replace(folder.toString(), "FOLDER");
  }

  /** The output of the last command. */
  protected final String out() {
    return last.out();
  }

  /** The errors of the last command. */
  protected final String err() {
    return last.err();
  }

  /** The output and errors of the last command. */
  protected final String said() {
    return out() + err();
  }
}
