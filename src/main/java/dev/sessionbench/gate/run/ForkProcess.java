package dev.sessionbench.gate.run;

import dev.sessionbench.base.model.SystemTime;
import dev.sessionbench.bench.run.ForkEngine.ForkFailedException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The process of one fork, which measures an iteration each time that it is given a turn. */
final class ForkProcess implements AutoCloseable {
  private static final int POLL_MILLIS = 100;
  private static final int REASON_CHARS = 300;

  /**
   * The number of bytes at the end of a fork's output that are searched for a reason. The output
   * may be of any size.
   */
  private static final int READ_BYTES = 1 << 20;

  private final ServerSocket door;
  private final Path output;
  private final Process process;
  private final long limitSeconds;
  private final long deadlineNanos;
  private @Nullable Socket hook;
  private long turnsNanos;
  private String failure = "";

  /**
   * Starts the process.
   *
   * @param command starts it
   * @param door where its {@link TurnProfiler} asks for turns
   * @param output the file to which it prints
   * @param limitSeconds how long it may live
   */
  ForkProcess(List<String> command, ServerSocket door, Path output, long limitSeconds)
      throws IOException {
    this.door = door;
    this.output = output;
    this.limitSeconds = limitSeconds;
    deadlineNanos = SystemTime.CLOCK.nanos() + TimeUnit.SECONDS.toNanos(limitSeconds);
    door.setSoTimeout(POLL_MILLIS);
    process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
  }

  /** Waits until the fork has warmed up, or has ended its iteration, and asks for a turn. */
  void awaitRequest() throws IOException, ForkFailedException {
    boolean asked = false;
    while (!asked) {
      try {
        if (hook == null) {
          hook = door.accept();
          hook.setSoTimeout(POLL_MILLIS);
        }
        asked = hook.getInputStream().read() >= 0;
        if (!asked) {
          // The fork's JVM has ended too early. The process that started it says why.
          awaitEnd();
          throw failed(reason());
        }
      } catch (SocketTimeoutException e) {
        if (!process.isAlive()) {
          throw failed(reason());
        }
        leftNanos();
      } catch (SocketException e) {
        awaitEnd();
        throw failed(reason());
      }
    }
  }

  /** Gives the fork a turn and waits until it asks for the next one. */
  void turn() throws IOException, ForkFailedException {
    long startNanos = SystemTime.CLOCK.nanos();
    go();
    awaitRequest();
    turnsNanos += SystemTime.CLOCK.nanos() - startNanos;
  }

  /** Lets the fork go on. */
  void go() throws IOException {
    if (hook != null) {
      hook.getOutputStream().write(1);
    }
  }

  /** Waits for the end of the process. */
  void awaitEnd() throws ForkFailedException {
    try {
      if (!process.waitFor(leftNanos(), TimeUnit.NANOSECONDS)) {
        leftNanos();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failed("interrupted");
    }
  }

  /** The time that is left. */
  private long leftNanos() throws ForkFailedException {
    long left = deadlineNanos - SystemTime.CLOCK.nanos();
    if (left <= 0) {
      throw failed("took more than " + limitSeconds + " s");
    }
    return left;
  }

  /** Requires that the process ended well and wrote a file. */
  void requireResult(Path file) throws IOException, ForkFailedException {
    if (process.exitValue() != 0 || !Files.exists(file)) {
      throw failed(reason());
    }
  }

  /** The time that its turns took. */
  long turnsNanos() {
    return turnsNanos;
  }

  /** Why it failed; empty if it did not. */
  String failure() {
    return failure;
  }

  private ForkFailedException failed(String reason) {
    failure = reason;
    return new ForkFailedException(reason);
  }

  /** The first line of the end of its output, in any encoding, that looks like an error. */
  private String reason() throws IOException {
    try (InputStream printed = Files.newInputStream(output)) {
      printed.skipNBytes(Math.max(0, Files.size(output) - READ_BYTES));
      return new String(printed.readNBytes(READ_BYTES), StandardCharsets.UTF_8)
          .lines()
          .map(String::strip)
          .filter(line -> line.matches("(?i).*(exception|error|no matching|cannot|unable).*"))
          .filter(line -> !line.startsWith("at "))
          .findFirst()
          .map(line -> line.substring(0, Math.min(line.length(), REASON_CHARS)))
          .orElse("yielded no result; see the log");
    }
  }

  /** Ends the process, which must not go on while the next one measures. */
  @Override
  public void close() throws IOException {
    @Nullable Socket last = hook;
    try (door;
        last) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }
}
