package dev.sessionbench.mock.profile;

import dev.sessionbench.base.model.Invalid;
import dev.sessionbench.base.model.Key;
import dev.sessionbench.base.model.Latency;
import dev.sessionbench.base.model.LatencyProfile;
import dev.sessionbench.base.model.LogNormalTime;
import dev.sessionbench.base.model.MeasuredTime;
import dev.sessionbench.base.model.NormalTime;
import dev.sessionbench.base.model.QuantileTime;
import dev.sessionbench.base.model.QuantileTime.Quantile;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.model.ServerTime;
import dev.sessionbench.base.text.Form;
import dev.sessionbench.base.text.YamlMapping;
import dev.sessionbench.base.text.YamlValue;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Reads the section {@code latencies} of a profile: the simulated time of each method. */
final class LatenciesSection {
  /** The key of the time for all methods without their own. */
  private static final String OTHERS = "others";

  private static final List<String> METHODS =
      Stream.concat(Arrays.stream(Rpc.values()).map(Rpc::methodName), Stream.of(OTHERS)).toList();

  private LatenciesSection() {}

  static LatencyProfile read(YamlValue value) {
    YamlMapping times = value.mapping().only(METHODS);
    LatencyProfile profile = LatencyProfile.none();
    for (Rpc rpc : Rpc.values()) {
      String key = times.keys().contains(rpc.methodName()) ? rpc.methodName() : OTHERS;
      profile =
          profile.with(rpc, times.get(key).map(time -> read(rpc, time)).orElse(ServerTime.NONE));
    }
    return profile;
  }

  private static Latency read(Rpc rpc, YamlValue time) {
    Distribution distribution = Form.read(Distribution.class, time);
    if (distribution instanceof Measured && rpc != Rpc.BATCH_CREATE_SESSIONS) {
      throw time.complaint("'measured' is for BatchCreateSessions only");
    }
    return distribution.latency();
  }

  /** A time in a profile: a number of milliseconds, or a named distribution. */
  sealed interface Distribution {
    /** Within an hour. */
    String RANGE = "[0, 3600000] ms";

    /** The simulated time. */
    Latency latency();
  }

  @Key(is = "always this time")
  record Fixed(@Key(range = RANGE) long nanos) implements Distribution {
    @Override
    public Latency latency() {
      return new ServerTime(nanos, 0, 1);
    }
  }

  @Key(is = "{min, max, step}: every time between them is as likely, in steps if so wished")
  record Uniform(
      @Key(range = RANGE) long min,
      @Key(range = RANGE) long max,
      @Key(range = RANGE, or = "0.000001") long step)
      implements Distribution {
    Uniform {
      Invalid.when(
          max < min || step == 0 || (max - min) % step != 0,
          "%s: must be so that max is min, or a whole number of steps above it",
          max < min ? "max" : "step");
    }

    @Override
    public Latency latency() {
      return new ServerTime(min, max - min + step, step);
    }
  }

  @Key(is = "{mean, deviation}: a normal distribution; below 0 becomes 0")
  record Normal(@Key(range = RANGE) long mean, @Key(range = RANGE) long deviation)
      implements Distribution {
    @Override
    public Latency latency() {
      return new NormalTime(mean, deviation);
    }
  }

  @Key(is = "{median, sigma}: a log-normal distribution; sigma is the deviation of the logarithm")
  record LogNormal(@Key(range = RANGE) long median, @Key(range = "[0, 5]") double sigma)
      implements Distribution {
    @Override
    public Latency latency() {
      return new LogNormalTime(median, sigma);
    }
  }

  @Key(is = "a time for each of some percentages: straight lines between them")
  record Quantiles(@Key(range = RANGE) Map<String, Long> nanosByPercent) implements Distribution {
    Quantiles {
      of(nanosByPercent);
    }

    @Override
    public Latency latency() {
      return of(nanosByPercent);
    }

    private static QuantileTime of(Map<String, Long> nanosByPercent) {
      return new QuantileTime(
          nanosByPercent.entrySet().stream()
              .map(point -> new Quantile(part(point.getKey()), point.getValue()))
              .toList());
    }

    private static double part(String percent) {
      Invalid.when(
          !percent.matches("\\d{1,2}(\\.\\d{1,9})?|100"),
          "%s: must be a percentage from 0 to 100",
          percent);
      return new BigDecimal(percent).movePointLeft(2).doubleValue();
    }
  }

  @Key(is = "a list of {sessions, inFlight, quantiles}, for BatchCreateSessions alone")
  record Measured(@Key List<MeasuredPair> pairs) implements Distribution {
    Measured {
      of(pairs);
    }

    @Override
    public Latency latency() {
      return of(pairs);
    }

    private static MeasuredTime of(List<MeasuredPair> pairs) {
      NavigableMap<Integer, NavigableMap<Integer, QuantileTime>> times = new TreeMap<>();
      for (MeasuredPair pair : pairs) {
        var sizes = times.computeIfAbsent(pair.inFlight, level -> new TreeMap<>());
        Invalid.when(
            sizes.put(pair.sessions, Quantiles.of(pair.quantiles.nanosByPercent)) != null,
            "sessions %d with inFlight %d stands here twice",
            pair.sessions,
            pair.inFlight);
      }
      return new MeasuredTime(times);
    }
  }

  /**
   * Measured times of requests, for one number of sessions and one number of requests in progress.
   */
  record MeasuredPair(
      @Key(range = "[1, 100]") int sessions,
      @Key(range = "[1, 10000]") int inFlight,
      @Key Quantiles quantiles) {}
}
