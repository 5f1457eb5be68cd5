package dev.sessionbench.cli;

import dev.sessionbench.results.CpuTimes;
import dev.sessionbench.results.CpuUse;
import dev.sessionbench.results.Machine;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Says when something else uses the machine that measures. */
final class LoadWarning {
  private static final double OTHERS_LIMIT_PERCENT = 10;
  private static final double STEAL_LIMIT_PERCENT = 2;

  private LoadWarning() {}

  /**
   * The use of the CPUs since an earlier reading.
   *
   * @param machine the machine
   * @param before the earlier reading, nothing where the machine gave none
   * @return the use, unknown where the machine does not tell
   */
  static CpuUse since(Machine machine, Optional<CpuTimes> before) {
    Optional<CpuTimes> now = machine.cpuTimes();
    return before.isPresent() && now.isPresent() ? now.get().since(before.get()) : CpuUse.UNKNOWN;
  }

  /**
   * One line before a run on a busy machine; nothing on a quiet one. The load average does not
   * count: it still holds what ran a minute ago, often the run before.
   */
  static Optional<String> before(CpuUse use) {
    return warning("this machine is not quiet, times will be off: ", complaints(use));
  }

  /** One line after a run during which the machine was busy with something else. */
  static Optional<String> after(CpuUse use) {
    return warning("the machine was not quiet during the run, times are off: ", complaints(use));
  }

  private static List<String> complaints(CpuUse use) {
    List<String> complaints = new ArrayList<>();
    if (use.byOthersPercent() > OTHERS_LIMIT_PERCENT) {
      complaints.add(
          String.format(Locale.ROOT, "others use %.0f %% of the CPU", use.byOthersPercent()));
    }
    if (use.stealPercent() > STEAL_LIMIT_PERCENT) {
      complaints.add(
          String.format(Locale.ROOT, "the hypervisor withholds %.0f %%", use.stealPercent()));
    }
    return complaints;
  }

  private static Optional<String> warning(String start, List<String> complaints) {
    return complaints.isEmpty()
        ? Optional.empty()
        : Optional.of("warning: " + start + String.join(", ", complaints));
  }
}
