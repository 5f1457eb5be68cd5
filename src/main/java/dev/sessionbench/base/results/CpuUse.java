package dev.sessionbench.base.results;

/**
 * Shares of all CPU time over a span.
 *
 * @param byOthersPercent used by other processes, from 0 to 100; NaN where unknown
 * @param stealPercent withheld by the hypervisor, from 0 to 100; NaN where unknown
 */
public record CpuUse(double byOthersPercent, double stealPercent) {
  /** The use of a machine that gives no figures. */
  public static final CpuUse UNKNOWN = new CpuUse(Double.NaN, Double.NaN);
}
