package dev.sessionbench.profile;

import dev.sessionbench.model.Latency;
import dev.sessionbench.model.LogNormalTime;
import dev.sessionbench.model.NormalTime;
import dev.sessionbench.model.QuantileTime;
import dev.sessionbench.model.QuantileTime.Quantile;
import dev.sessionbench.model.ServerTime;
import dev.sessionbench.yaml.KeyedReaders;
import dev.sessionbench.yaml.YamlMapping;
import dev.sessionbench.yaml.YamlValue;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** Reads a time: a number of milliseconds, or one of the distributions. */
final class LatencyReader {
  private static final KeyedReaders<Latency> DISTRIBUTIONS =
      new KeyedReaders<Latency>()
          .put("fixed", LatencyReader::fixed)
          .put("uniform", LatencyReader::uniform)
          .put("normal", LatencyReader::normal)
          .put("logNormal", LatencyReader::logNormal)
          .put("quantiles", LatencyReader::quantiles);
  private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);

  private LatencyReader() {}

  /**
   * Reads a time.
   *
   * @throws dev.sessionbench.yaml.YamlException with the place, where it is none
   */
  static Latency read(YamlValue value) {
    return value.isMapping()
        ? DISTRIBUTIONS.one(value.mapping().only(DISTRIBUTIONS.keys(), "distribution"))
        : fixed(value);
  }

  /** Always the same time. */
  private static Latency fixed(YamlValue value) {
    return new ServerTime(nanos(value), 0, 1);
  }

  /** Every time between two is as likely, in whole steps if so wished. */
  private static Latency uniform(YamlValue value) {
    YamlMapping parts = value.mapping("min", "max", "step");
    long min = nanos(parts.require("min"));
    long max = nanos(parts.require("max"));
    if (max < min) {
      throw parts.require("max").mustBe("at least min");
    }
    if (parts.get("step").isEmpty()) {
      return new ServerTime(min, max - min + 1, 1);
    }
    YamlValue stepValue = parts.require("step");
    long step = nanos(stepValue);
    if (step == 0 || (max - min) % step != 0) {
      throw stepValue.mustBe("a part of max - min that goes into it without rest");
    }
    return new ServerTime(min, max - min + step, step);
  }

  /** A bell curve. */
  private static Latency normal(YamlValue value) {
    YamlMapping parts = value.mapping("mean", "deviation");
    return new NormalTime(nanos(parts.require("mean")), nanos(parts.require("deviation")));
  }

  /** A bell curve of the logarithm. */
  private static Latency logNormal(YamlValue value) {
    YamlMapping parts = value.mapping("median", "sigma");
    return new LogNormalTime(
        nanos(parts.require("median")),
        parts.require("sigma").number(0, LogNormalTime.MAX_SIGMA, ""));
  }

  /** What was measured. */
  private static Latency quantiles(YamlValue value) {
    YamlMapping points = value.mapping();
    List<Quantile> quantiles = new ArrayList<>();
    points.forEach((key, time) -> quantiles.add(quantile(points, key, time, quantiles)));
    if (quantiles.size() < 2
        || quantiles.get(0).probability() != 0
        || quantiles.get(quantiles.size() - 1).probability() != 1) {
      throw value.complaint("must begin with 0 (the shortest time) and end with 100 (the longest)");
    }
    return new QuantileTime(quantiles);
  }

  private static Quantile quantile(
      YamlMapping points, String key, YamlValue time, List<Quantile> before) {
    double probability = probability(key);
    if (!(probability >= 0 && probability <= 1)) {
      throw points.complaint(key, "'%s' must be a percentage from 0 to 100".formatted(key));
    }
    long nanos = nanos(time);
    if (!before.isEmpty()) {
      Quantile last = before.get(before.size() - 1);
      if (probability <= last.probability()) {
        throw points.complaint(key, "'%s' must be above the percentage before it".formatted(key));
      }
      if (nanos < last.nanos()) {
        throw time.mustBe("at least the time before it");
      }
    }
    return new Quantile(probability, nanos);
  }

  /** Not a number where the key is none. */
  private static double probability(String percentage) {
    try {
      return new BigDecimal(percentage).divide(HUNDRED).doubleValue();
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }

  /** A time in milliseconds, from 0 to an hour. */
  private static long nanos(YamlValue millis) {
    return TimeReader.millis(millis).toNanos();
  }
}
