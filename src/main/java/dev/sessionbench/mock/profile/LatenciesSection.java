package dev.sessionbench.mock.profile;

import dev.sessionbench.base.model.Latency;
import dev.sessionbench.base.model.LatencyProfile;
import dev.sessionbench.base.model.LogNormalTime;
import dev.sessionbench.base.model.MeasuredTime;
import dev.sessionbench.base.model.NormalTime;
import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.model.QuantileTime;
import dev.sessionbench.base.model.QuantileTime.Quantile;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.model.ServerTime;
import dev.sessionbench.base.text.YamlMapping;
import dev.sessionbench.base.text.YamlMapping.KeyedReaders;
import dev.sessionbench.base.text.YamlValue;
import dev.sessionbench.mock.profile.Profiles.TimeReader;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Reads the simulated time of each method. */
final class LatenciesSection {
  /** The key of the time that all methods take which are not named. */
  private static final String OTHERS = "others";

  private static final List<String> KEYS =
      Stream.concat(Arrays.stream(Rpc.values()).map(Rpc::methodName), Stream.of(OTHERS)).toList();
  private static final KeyedReaders<Latency> DISTRIBUTIONS =
      new KeyedReaders<Latency>()
          .put("fixed", LatenciesSection::fixed)
          .put("uniform", LatenciesSection::uniform)
          .put("normal", LatenciesSection::normal)
          .put("logNormal", LatenciesSection::logNormal)
          .put("quantiles", LatenciesSection::quantiles)
          .put("measured", LatenciesSection::measured);
  private static final int MOST_IN_FLIGHT = 10_000;
  private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);

  private LatenciesSection() {}

  static LatencyProfile read(YamlValue value) {
    YamlMapping times = value.mapping().only(KEYS, "method");
    times.forEach(
        (method, time) -> {
          if (!method.equals(Rpc.BATCH_CREATE_SESSIONS.methodName())
              && LatenciesSection.time(time) instanceof MeasuredTime) {
            throw time.complaint("'measured' is for BatchCreateSessions only");
          }
        });
    Latency others = times.get(OTHERS, LatenciesSection::time, ServerTime.NONE);
    LatencyProfile profile = LatencyProfile.none();
    for (Rpc rpc : Rpc.values()) {
      profile = profile.with(rpc, times.get(rpc.methodName(), LatenciesSection::time, others));
    }
    return profile;
  }

  /** A number of milliseconds, or one of the distributions. */
  private static Latency time(YamlValue value) {
    return value.isScalar()
        ? fixed(value)
        : DISTRIBUTIONS.one(value.mapping().only(DISTRIBUTIONS.keys(), "distribution"));
  }

  /** Always the same time. */
  private static Latency fixed(YamlValue value) {
    return new ServerTime(nanos(value), 0, 1);
  }

  /** Every time between two is as likely, in whole steps if so wished. */
  private static Latency uniform(YamlValue value) {
    YamlMapping parts = value.mapping("min", "max", "step");
    long min = nanos(parts.require("min"));
    long span = nanos(parts.require("max")) - min;
    long step = parts.get("step", LatenciesSection::nanos, 1L);
    if (span < 0 || step == 0 || span % step != 0) {
      YamlValue wrong = parts.get("step").filter(given -> span >= 0).orElse(parts.require("max"));
      throw wrong.mustBe("so that max is min, or a whole number of steps above it");
    }
    return new ServerTime(min, span + step, step);
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
        nanos(parts.require("median")), parts.require("sigma").number().doubleValue());
  }

  /** What was measured. */
  private static QuantileTime quantiles(YamlValue value) {
    YamlMapping points = value.mapping();
    List<Quantile> quantiles = new ArrayList<>();
    points.forEach((key, time) -> quantiles.add(quantile(points, key, nanos(time))));
    return new QuantileTime(quantiles);
  }

  /** What was measured of requests for sessions, by their size and how many were in flight. */
  private static Latency measured(YamlValue value) {
    NavigableMap<Integer, NavigableMap<Integer, QuantileTime>> times = new TreeMap<>();
    for (YamlValue item : value.items()) {
      YamlMapping pair = item.mapping("sessions", "inFlight", "quantiles");
      int sessions = (int) pair.require("sessions").integer(1, PoolShape.SERVICE_BATCH_LIMIT);
      int inFlight = (int) pair.require("inFlight").integer(1, MOST_IN_FLIGHT);
      YamlValue quantiles = pair.require("quantiles");
      QuantileTime time = quantiles.checked(() -> quantiles(quantiles));
      if (times.computeIfAbsent(inFlight, level -> new TreeMap<>()).put(sessions, time) != null) {
        throw item.complaint(
            "sessions %d with inFlight %d stands here twice".formatted(sessions, inFlight));
      }
    }
    return new MeasuredTime(times);
  }

  private static Quantile quantile(YamlMapping points, String key, long nanos) {
    try {
      return new Quantile(new BigDecimal(key).divide(HUNDRED).doubleValue(), nanos);
    } catch (IllegalArgumentException e) {
      throw points.complaint(key, "'%s' must be a percentage from 0 to 100".formatted(key));
    }
  }

  /** A time in milliseconds, from 0 to an hour. */
  private static long nanos(YamlValue millis) {
    return TimeReader.millis(millis).toNanos();
  }
}
