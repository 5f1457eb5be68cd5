package dev.sessionbench.gate.run;

import com.google.common.base.Splitter;
import dev.sessionbench.base.model.SystemTime;
import dev.sessionbench.gate.policy.PolicyCell;
import dev.sessionbench.gate.policy.PolicyCell.Cores;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Holds a running process to one core, on Linux, with util-linux's {@code taskset}. */
final class CoreHold {
  private static final int TRIES = 100;
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
  private static final String FIELD = "Cpus_allowed_list:";

  /** The cores that this process may use, such as {@code 0-3,8}; empty on other systems. */
  private static final Optional<String> ALLOWED = allowed(Path.of("/proc/self/status"));

  private static final boolean POSSIBLE =
      run("taskset", "--version") && hold(ProcessHandle.current().pid(), Cores.ALL);

  private CoreHold() {}

  /** Whether this machine can do it. */
  static boolean isPossible() {
    return POSSIBLE;
  }

  /** Whether a cell is to be held to one core and cannot be. */
  static boolean isMissedBy(PolicyCell cell) {
    return cell.cores() == Cores.ONE && !POSSIBLE;
  }

  /** Reads the cores from a process's status as the kernel writes it. */
  static Optional<String> allowed(Path status) {
    try {
      return Files.readString(status)
          .lines()
          .filter(line -> line.startsWith(FIELD))
          .map(line -> line.substring(FIELD.length()).strip())
          .findFirst();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** The last core of a list, as the first ones serve the devices. */
  static String last(String cores) {
    List<String> all = Splitter.onPattern("[,-]").splitToList(cores);
    return all.get(all.size() - 1);
  }

  /**
   * Lets all threads of a process, and those that they start, use only some cores.
   *
   * @param pid the process
   * @param cores the cores
   * @return whether that was done
   */
  static boolean hold(long pid, Cores cores) {
    if (ALLOWED.isEmpty()) {
      return false;
    }
    String list = cores == Cores.ONE ? last(ALLOWED.get()) : ALLOWED.get();
    // It fails if a thread ends meanwhile. The threads of a burst end for some milliseconds.
    for (int i = 0; i < TRIES; i++) {
      if (run("taskset", "-a", "-c", "-p", list, "" + pid)) {
        return true;
      }
      SystemTime.CLOCK.park(PAUSE_NANOS);
    }
    return false;
  }

  private static boolean run(String... command) {
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      return process.waitFor() == 0;
    } catch (IOException e) {
      // The program is not installed.
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
