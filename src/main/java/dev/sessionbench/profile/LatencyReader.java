package dev.sessionbench.profile;

import dev.sessionbench.model.Latency;
import dev.sessionbench.model.LogNormalTime;
import dev.sessionbench.model.NormalTime;
import dev.sessionbench.model.QuantileTime;
import dev.sessionbench.model.QuantileTime.Quantile;
import dev.sessionbench.model.ServerTime;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Reads a time: a number of milliseconds, or one of the distributions. */
enum LatencyReader {
  /** Always the same time. */
  FIXED("fixed") {
    @Override
    Latency distribution(YamlValue value) {
      return new ServerTime(nanos(value), 0, 1);
    }
  },
  /** Every time between two is as likely, in whole steps if so wished. */
  UNIFORM("uniform") {
    @Override
    Latency distribution(YamlValue value) {
      YamlMapping parts = value.mapping().only(List.of("min", "max", "step"), "key");
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
  },
  /** A bell curve. */
  NORMAL("normal") {
    @Override
    Latency distribution(YamlValue value) {
      YamlMapping parts = value.mapping().only(List.of("mean", "deviation"), "key");
      return new NormalTime(nanos(parts.require("mean")), nanos(parts.require("deviation")));
    }
  },
  /** A bell curve of the logarithm. */
  LOG_NORMAL("logNormal") {
    @Override
    Latency distribution(YamlValue value) {
      YamlMapping parts = value.mapping().only(List.of("median", "sigma"), "key");
      return new LogNormalTime(
          nanos(parts.require("median")),
          parts.require("sigma").number(0, LogNormalTime.MAX_SIGMA, ""));
    }
  },
  /** What was measured. */
  QUANTILES("quantiles") {
    @Override
    Latency distribution(YamlValue value) {
      YamlMapping points = value.mapping();
      List<Quantile> quantiles = new ArrayList<>();
      points.forEach((key, time) -> quantiles.add(quantile(points, key, time, quantiles)));
      if (quantiles.size() < 2
          || quantiles.get(0).probability() != 0
          || quantiles.get(quantiles.size() - 1).probability() != 1) {
        throw value.complaint(
            "must begin with 0 (the shortest time) and end with 100 (the longest)");
      }
      return new QuantileTime(quantiles);
    }
  };

  private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);

  private final String key;

  LatencyReader(String key) {
    this.key = key;
  }

  /** What stands behind the distribution's key. */
  abstract Latency distribution(YamlValue value);

  /**
   * Reads a time.
   *
   * @throws ProfileException with the place, where it is none
   */
  static Latency read(YamlValue value) {
    if (!value.isMapping()) {
      return new ServerTime(nanos(value), 0, 1);
    }
    List<String> names = Arrays.stream(values()).map(reader -> reader.key).toList();
    YamlMapping mapping = value.mapping().only(names, "distribution");
    if (mapping.keys().size() != 1) {
      throw value.complaint("must have exactly one of: " + String.join(", ", names));
    }
    return Arrays.stream(values())
        .filter(reader -> mapping.keys().contains(reader.key))
        .map(reader -> reader.distribution(mapping.require(reader.key)))
        .findFirst()
        .orElseThrow();
  }

  /** A time in milliseconds, from 0 to an hour. */
  static long nanos(YamlValue millis) {
    return TimeReader.millis(millis).toNanos();
  }

  private static Quantile quantile(
      YamlMapping points, String key, YamlValue time, List<Quantile> before) {
    double probability;
    try {
      probability = new BigDecimal(key).divide(HUNDRED).doubleValue();
    } catch (NumberFormatException e) {
      throw points.complaint(key, "'%s' must be a percentage from 0 to 100".formatted(key));
    }
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
}
