package dev.sessionbench.base.results;

import dev.sessionbench.base.model.Invalid;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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
        List<String> own = new ArrayList<>(List.of(Files.readString(PROC.resolve("self/stat"))));
        for (ProcessHandle child : ProcessHandle.current().descendants().toList()) {
          own.addAll(stat(child.pid()));
        }
        return Optional.of(CpuTimes.parse(Files.readString(PROC.resolve("stat")), own));
      } catch (IOException | IllegalArgumentException e) {
        return Optional.empty();
      }
    }

    /** The counters of a process; none if it has ended, as its parent then has its times. */
    private static List<String> stat(long pid) {
      try {
        return List.of(Files.readString(PROC.resolve(pid + "/stat")));
      } catch (IOException e) {
        return List.of();
      }
    }

    @Override
    public double loadAverage() {
      double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
      // Below zero if the system does not report it.
      return load < 0 ? Double.NaN : load;
    }
  }

  /**
   * The CPU time spent since the machine was started, in clock ticks over all cores.
   *
   * @param busyTicks by all processes and the kernel
   * @param stealTicks withheld by the hypervisor
   * @param totalTicks all of it, idle time included
   * @param ownTicks by this process and its children
   */
  record CpuTimes(long busyTicks, long stealTicks, long totalTicks, long ownTicks) {
    /** Over fewer ticks, the rounding of both sources to whole ticks would pass for use. */
    private static final int FEWEST_TICKS = 50;

    private static final int STEAL = 7;
    private static final int USER_TIME = 11;
    private static final int OWN_TIMES = 4;

    /**
     * Parses the kernel's CPU times.
     *
     * @param stat the text of {@code /proc/stat}
     * @param own the texts of {@code /proc/PID/stat} of this process and its running children
     * @return the CPU times
     * @throws IllegalArgumentException if a text is not in the kernel's format
     */
    static CpuTimes parse(String stat, List<String> own) {
      long[] ticks =
          stat.lines()
              .filter(line -> line.startsWith("cpu "))
              .findFirst()
              .map(line -> line.substring("cpu ".length()).strip().split("\\s+", -1))
              .map(words -> Arrays.stream(words).mapToLong(Long::parseLong).toArray())
              .orElseThrow(() -> new IllegalArgumentException("no line that begins with 'cpu '"));
      Invalid.when(ticks.length <= STEAL, "the line 'cpu' has no steal time");
      // user, nice, system, idle, iowait, irq, softirq, steal. The later fields are part of user
      // and
      // nice.
      long busy = ticks[0] + ticks[1] + ticks[2] + ticks[5] + ticks[6];
      long total = busy + ticks[3] + ticks[4] + ticks[STEAL];
      return new CpuTimes(
          busy, ticks[STEAL], total, own.stream().mapToLong(CpuTimes::ownTicks).sum());
    }

    /**
     * The use of the CPUs between two readings.
     *
     * @param before the earlier reading
     * @return the shares; unknown over less than 50 ticks of all cores
     */
    public CpuUse since(CpuTimes before) {
      long total = totalTicks - before.totalTicks;
      if (total < FEWEST_TICKS) {
        return CpuUse.UNKNOWN;
      }
      long others = busyTicks - before.busyTicks - (ownTicks - before.ownTicks);
      // The kernel rounds the two sources differently, so a quiet machine may show less than zero.
      return new CpuUse(
          100.0 * Math.max(0, others) / total, 100.0 * (stealTicks - before.stealTicks) / total);
    }

    private static long ownTicks(String selfStat) {
      // The second field is the program's name in parentheses; it may contain blanks.
      String[] fields = selfStat.substring(selfStat.lastIndexOf(')') + 1).strip().split("\\s+", -1);
      Invalid.when(
          fields.length < USER_TIME + OWN_TIMES, "too few fields in the process's own counters");
      return Arrays.stream(fields, USER_TIME, USER_TIME + OWN_TIMES)
          .mapToLong(Long::parseLong)
          .sum();
    }

    /**
     * Shares of all CPU time over a span.
     *
     * @param byOthersPercent used by other processes, from 0 to 100; NaN if unknown
     * @param stealPercent withheld by the hypervisor, from 0 to 100; NaN if unknown
     */
    public record CpuUse(double byOthersPercent, double stealPercent) {
      /** The use of a machine that does not report CPU times. */
      public static final CpuUse UNKNOWN = new CpuUse(Double.NaN, Double.NaN);
    }
  }
}
