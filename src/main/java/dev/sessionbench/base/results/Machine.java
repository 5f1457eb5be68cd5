package dev.sessionbench.base.results;

import java.util.Optional;

/** What a machine tells of its load. */
public interface Machine {
  /** The CPU times up to now; nothing where the machine does not tell. */
  Optional<CpuTimes> cpuTimes();

  /** The one-minute load average; NaN where the machine does not tell. */
  double loadAverage();
}
