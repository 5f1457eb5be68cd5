package dev.sessionbench.bench.run;

import dev.sessionbench.base.results.Machine;
import dev.sessionbench.base.results.Machine.CpuTimes;
import dev.sessionbench.base.results.Machine.CpuTimes.CpuUse;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Watches what else uses the measuring machine, from the time the watch is made. */
public final class MachineWatch {
  /** Other processes are reported above this share of the CPU, in percent. */
  private static final double OTHERS_LIMIT_PERCENT = 10;

  private static final double STEAL_LIMIT_PERCENT = 2;

  private final Machine machine;
  private final Optional<CpuTimes> before;

  /** Begins to watch. */
  public MachineWatch(Machine machine) {
    this.machine = machine;
    before = machine.cpuTimes();
  }

  /** The use of the CPUs so far; unknown if the machine does not report it. */
  public CpuUse use() {
    return machine.cpuTimes().flatMap(now -> before.map(now::since)).orElse(CpuUse.UNKNOWN);
  }

  /**
   * What disturbed the machine so far. The load average does not count, because it still includes
   * the last minute, often the previous run.
   *
   * @return for example {@code others use 12 % of the CPU}; empty on a quiet machine
   */
  public Optional<String> complaint() {
    CpuUse use = use();
    List<String> complaints = new ArrayList<>();
    if (use.byOthersPercent() > OTHERS_LIMIT_PERCENT) {
      complaints.add(
          String.format(Locale.ROOT, "others use %.0f %% of the CPU", use.byOthersPercent()));
    }
    if (use.stealPercent() > STEAL_LIMIT_PERCENT) {
      complaints.add(
          String.format(Locale.ROOT, "the hypervisor withholds %.0f %%", use.stealPercent()));
    }
    return Optional.of(String.join(", ", complaints)).filter(text -> !text.isEmpty());
  }
}
