package dev.sessionbench.gate.policy;

import dev.sessionbench.base.stats.Sample;
import dev.sessionbench.base.stats.WilcoxonSignedRank;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** How a block's value for each side is estimated from iterations of two forks. */
public enum Estimate {
  /** The median of each side, for forks that do not take turns. */
  MEDIAN,
  /**
   * The medians, with the ratio that is the Hodges-Lehmann estimate over neighbours in turn. A slow
   * spell of the machine that lasts for several turns falls on both neighbours.
   */
  NEIGHBOURS,
  /**
   * The mean of each side. It sees changes below one tick of a value that is read in ticks, as CPU
   * time is in ticks of 10 ms. A median does not.
   */
  MEAN,
  /**
   * The minimum of each side, for times with a floor. What disturbs only adds time. It cannot see a
   * change that strikes seldom.
   */
  MINIMUM;

  /**
   * The values of a block.
   *
   * @param base the baseline's iterations, in their order
   * @param head the candidate's iterations, in their order
   */
  public Values of(double[] base, double[] head) {
    return switch (this) {
      case MEDIAN -> each(base, head, Sample::median);
      case NEIGHBOURS -> neighbours(base, head);
      case MEAN -> each(base, head, Sample::mean);
      case MINIMUM -> each(base, head, Sample::min);
    };
  }

  private static Values each(double[] base, double[] head, ToDoubleFunction<Sample> value) {
    return new Values(value.applyAsDouble(Sample.of(base)), value.applyAsDouble(Sample.of(head)));
  }

  private static Values neighbours(double[] base, double[] head) {
    Values medians = each(base, head, Sample::median);
    double[] logs =
        IntStream.range(0, Math.min(base.length, head.length))
            .mapToDouble(i -> Math.log(head[i] / base[i]))
            .toArray();
    double middle = Math.sqrt(medians.base * medians.head);
    double half = Math.exp(new WilcoxonSignedRank(logs).estimate() / 2);
    // Without a ratio, as of 0, the medians themselves are compared.
    return middle > 0 && Double.isFinite(middle) && Double.isFinite(half) && half > 0
        ? new Values(middle / half, middle * half)
        : medians;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * One value of each side.
   *
   * @param base the baseline's
   * @param head the candidate's
   */
  public record Values(double base, double head) {}
}
