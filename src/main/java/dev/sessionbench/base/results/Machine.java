package dev.sessionbench.base.results;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** What a machine tells of its load. */
public interface Machine {
  /** The CPU times up to now; nothing where the machine does not tell. */
  Optional<CpuTimes> cpuTimes();

  /** The one-minute load average; NaN where the machine does not tell. */
  double loadAverage();

  /** Reads the load from {@code /proc}. On other systems everything is unknown. */
  public static final class LinuxMachine implements Machine {
    private static final Path PROC = Path.of("/proc");

    /** A reader of this machine's figures. */
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
      // Below zero where the system does not tell.
      return load < 0 ? Double.NaN : load;
    }
  }
}
