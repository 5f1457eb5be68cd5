package dev.sessionbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.cli.BenchCommand.World;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.io.TempDir;

/** A folder, and commands that are run as the command line does; keeps what the last one said. */
public abstract class CommandFixture {
  @TempDir protected Path folder;
  private CommandRun last = new CommandRun(0, "", "");

  /** Stops a command when a test says so. */
  static final class Stop implements StopSignal {
    final CountDownLatch told = new CountDownLatch(1);
    boolean done;
    boolean closed;

    @Override
    public void await() throws InterruptedException {
      told.await();
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

  /** The world around the commands. */
  World world(PrintStream out, PrintStream err) {
    return World.real(out, err);
  }

  /** Runs a command and returns its exit code. */
  protected final int run(String... args) {
    last = CommandRun.in(this::world, args);
    return last.code();
  }

  /** Runs a command that is one line, in which FOLDER is the folder of this test. */
  protected final int runLine(String line) {
    return run(line.replace("FOLDER", folder.toString()).split(" ", -1));
  }

  /** What a line complains of that must be refused: one line, and nothing else is printed. */
  protected final String complaintOf(String line) {
    assertThat(runLine(line)).as(this::said).isEqualTo(2);
    assertThat(out()).isEmpty();
    assertThat(err()).startsWith("error: ").hasLineCount(1);
    return err().replace(folder.toString(), "FOLDER");
  }

  /** What the last command printed. */
  protected final String out() {
    return last.out();
  }

  /** What the last command complained of. */
  protected final String err() {
    return last.err();
  }

  /** What the last command said on both streams. */
  protected final String said() {
    return out() + err();
  }
}
