package dev.sessionbench.results;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Reads the load from {@code /proc}. On other systems everything is unknown. */
public final class LinuxMachine implements Machine {
  private static final Path PROC = Path.of("/proc");

  /** A reader of this machine's figures. */
  public LinuxMachine() {}

  @Override
  public Optional<CpuTimes> cpuTimes() {
    try {
      return Optional.of(
          CpuTimes.parse(
              Files.readString(PROC.resolve("stat")), Files.readString(PROC.resolve("self/stat"))));
    } catch (IOException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  @Override
  public double loadAverage() {
    try {
      return parseLoadAverage(Files.readString(PROC.resolve("loadavg")));
    } catch (IOException e) {
      return Double.NaN;
    }
  }

  /**
   * The first figure of {@code /proc/loadavg}.
   *
   * @param text the file's text
   * @return the one-minute load average; NaN where the text is not in the kernel's format
   */
  static double parseLoadAverage(String text) {
    try {
      return Double.parseDouble(text.strip().split("\\s+", -1)[0]);
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }
}
