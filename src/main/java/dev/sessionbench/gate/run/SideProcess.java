package dev.sessionbench.gate.run;

import dev.sessionbench.base.model.SystemTime;
import dev.sessionbench.bench.run.ForkEngine.ForkFailedException;
import dev.sessionbench.gate.policy.PolicyCell.Cores;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The process of one side in a block. It measures one cell after another, and an iteration each
 * time that it is given a turn.
 */
final class SideProcess implements AutoCloseable {
  private static final int POLL_MILLIS = 100;
  private static final int REASON_CHARS = 300;

  /**
   * The number of bytes at the end of a fork's output that are searched for a reason. The output
   * may be of any size.
   */
  private static final int READ_BYTES = 1 << 20;

  private final ServerSocket door = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
  private final Path output;
  private final Process process;
  private final long limitSeconds;
  private long deadlineNanos;
  private @Nullable Socket gate;
  private Cores cores = Cores.ALL;
  private long turnsNanos;
  private long outputBefore;
  private String failure = "";

  /**
   * Starts the process.
   *
   * @param command starts it; the port of {@link TurnHost} is inserted after the program
   * @param output the file to which it prints
   * @param limitSeconds how long it may take for a cell
   */
  SideProcess(List<String> command, Path output, long limitSeconds) throws IOException {
    this.output = output;
    this.limitSeconds = limitSeconds;
    door.setSoTimeout(POLL_MILLIS);
    List<String> words = new ArrayList<>(command);
    words.add(1, "-D%s=%d".formatted(TurnHost.PORT, door.getLocalPort()));
    process =
        new ProcessBuilder(words).redirectErrorStream(true).redirectOutput(output.toFile()).start();
  }

  /**
   * Begins a cell.
   *
   * @param arguments the arguments of JMH
   * @param wanted the cores that it may use, if the machine can hold a process to them
   */
  void begin(List<String> arguments, Cores wanted) throws IOException, ForkFailedException {
    deadlineNanos = SystemTime.CLOCK.nanos() + TimeUnit.SECONDS.toNanos(limitSeconds);
    turnsNanos = 0;
    outputBefore = gate == null ? 0 : Files.size(output);
    while (gate == null) {
      try {
        gate = door.accept();
        gate.setSoTimeout(POLL_MILLIS);
      } catch (SocketTimeoutException e) {
        requireAlive();
      }
    }
    if (wanted != cores && CoreHold.isPossible()) {
      // Sides that ran on different numbers of cores could not be compared.
      if (!CoreHold.hold(process.pid(), wanted)) {
        throw failed("cannot be held to its cores (taskset)");
      }
      cores = wanted;
    }
    new DataOutputStream(gate.getOutputStream()).writeUTF(String.join("\n", arguments));
  }

  /** Waits until the fork has warmed up, or has ended its iteration, and asks for a turn. */
  void awaitRequest() throws IOException, ForkFailedException {
    await(TurnHost.ASKS);
  }

  /** Waits for the end of the cell. */
  void awaitEnd() throws IOException, ForkFailedException {
    await(TurnHost.ENDED);
  }

  private void await(int wanted) throws IOException, ForkFailedException {
    int said = said();
    if (said < 0) {
      // The process has ended too early and said why.
      awaitExit();
    }
    if (said != wanted) {
      throw failed(reason());
    }
  }

  /** The next byte that the process sends; below 0 if it has ended the connection. */
  private int said() throws IOException, ForkFailedException {
    InputStream from = Objects.requireNonNull(gate, "no cell has begun").getInputStream();
    while (true) {
      try {
        return from.read();
      } catch (SocketTimeoutException e) {
        leftNanos();
      } catch (SocketException e) {
        return -1;
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
    if (gate != null) {
      gate.getOutputStream().write(1);
    }
  }

  private void requireAlive() throws IOException, ForkFailedException {
    if (!process.isAlive()) {
      throw failed(reason());
    }
    leftNanos();
  }

  private void awaitExit() throws ForkFailedException {
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

  /** Requires that the cell wrote a file. */
  void requireResult(Path file) throws IOException, ForkFailedException {
    if (!Files.exists(file)) {
      throw failed(reason());
    }
  }

  /** The time that the turns of the cell took. */
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

  /** What it has printed since the cell began, in any encoding; of much only the end. */
  private byte[] printed(long most) throws IOException {
    try (InputStream printed = Files.newInputStream(output)) {
      printed.skipNBytes(Math.max(outputBefore, Files.size(output) - most));
      return printed.readAllBytes();
    }
  }

  /** What it has printed since the cell began. */
  byte[] printed() throws IOException {
    return printed(Long.MAX_VALUE);
  }

  /** The first line of the end of its output that looks like an error. */
  private String reason() throws IOException {
    return new String(printed(READ_BYTES), StandardCharsets.UTF_8)
        .lines()
        .map(String::strip)
        .filter(line -> line.matches("(?i).*(exception|error|no matching|cannot|unable).*"))
        .filter(line -> !line.startsWith("at "))
        .findFirst()
        .map(line -> line.substring(0, Math.min(line.length(), REASON_CHARS)))
        .orElse("yielded no result; see the log");
  }

  /** Ends the process, which must not go on while the next one measures, and waits for its end. */
  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly().onExit().join();
    try {
      if (gate != null) {
        gate.close();
      }
      door.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
