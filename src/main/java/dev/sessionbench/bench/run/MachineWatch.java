package dev.sessionbench.bench.run;

import dev.sessionbench.base.results.CpuTimes;
import dev.sessionbench.base.results.CpuTimes.CpuUse;
import dev.sessionbench.base.results.Machine;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Watches what else uses the machine that measures, from its making on. */
public final class MachineWatch {
  /** The share of the CPU beyond which others are named, in percent. */
  private static final double OTHERS_LIMIT_PERCENT = 10;

  private static final double STEAL_LIMIT_PERCENT = 2;

  private final Machine machine;
  private final Optional<CpuTimes> before;

  /** Begins to watch. */
  public MachineWatch(Machine machine) {
    this.machine = machine;
    before = machine.cpuTimes();
  }

  /** The use of the CPUs so far; unknown where the machine does not tell. */
  public CpuUse use() {
    return machine.cpuTimes().flatMap(now -> before.map(now::since)).orElse(CpuUse.UNKNOWN);
  }

  /**
   * What disturbed the machine so far. The load average does not count: it still holds what ran a
   * minute ago, often the run before.
   *
   * @return for example {@code others use 12 % of the CPU}; nothing on a quiet machine
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
