package dev.sessionbench.base.results;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Reports the load of a machine. */
public interface Machine {
  /** The CPU times since its start; empty if the machine does not report them. */
  Optional<CpuTimes> cpuTimes();

  /** The one-minute load average; NaN if the machine does not report it. */
  double loadAverage();

  /** Reads the load from {@code /proc}. On other systems all values are unknown. */
  public static final class LinuxMachine implements Machine {
    private static final Path PROC = Path.of("/proc");

    /** A reader for this machine. */
    public LinuxMachine() {}

    @Override
    public Optional<CpuTimes> cpuTimes() {
      try {
        return Optional.of(
            CpuTimes.parse(
                Files.readString(PROC.resolve("stat")),
                Files.readString(PROC.resolve("self/stat"))));
      } catch (IOException | IllegalArgumentException e) {
        return Optional.empty();
      }
    }

    @Override
    public double loadAverage() {
      double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
      // Below zero if the system does not report it.
      return load < 0 ? Double.NaN : load;
    }
  }
}
