package dev.sessionbench.mock.profile;

import dev.sessionbench.base.text.KeyedReaders;
import dev.sessionbench.base.text.YamlMapping;
import dev.sessionbench.base.text.YamlValue;
import dev.sessionbench.mock.fault.FaultEffect;
import io.grpc.Status;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Function;

/** Reads what a fault does. */
final class FaultEffectReader {
  static final KeyedReaders<FaultEffect> EFFECTS =
      new KeyedReaders<FaultEffect>()
          .put("fail", FaultEffectReader::fail)
          .put("delay", FaultEffectReader::delay)
          .put("slowStart", FaultEffectReader::slowStart)
          .put("stall", plain(new FaultEffect.Stall()))
          .put("shortBatch", v -> new FaultEffect.ShortBatch(v.number().doubleValue()))
          .put("emptyBatch", plain(new FaultEffect.EmptyBatch()))
          .put("loseSessions", v -> new FaultEffect.LoseSessions(TimeReader.millis(v)))
          .put("dropConnection", plain(new FaultEffect.DropConnection()))
          .put("goAway", plain(new FaultEffect.GoAway()))
          .put("restart", v -> new FaultEffect.Restart(TimeReader.millis(v)));

  private static final Set<Status.Code> ERRORS = EnumSet.complementOf(EnumSet.of(Status.Code.OK));

  private FaultEffectReader() {}

  /** An effect without parts: YAML wants a value, and true is the only one that makes sense. */
  private static Function<YamlValue, FaultEffect> plain(FaultEffect effect) {
    return value -> {
      if (!value.bool()) {
        throw value.mustBe("true; leave the fault out if it is not to be");
      }
      return effect;
    };
  }

  /** A status alone, or with its message and details. */
  private static FaultEffect fail(YamlValue value) {
    if (value.isScalar()) {
      return FaultEffect.Fail.with(status(value), "by plan");
    }
    YamlMapping parts = value.mapping("status", "message", "retryAfter", "resource");
    return new FaultEffect.Fail(
        status(parts.require("status")),
        parts.get("message", YamlValue::anyText, "by plan"),
        parts.get("retryAfter").map(TimeReader::millis),
        parts.get("resource").map(FaultEffectReader::resource));
  }

  /** A status other than OK. */
  static Status.Code status(YamlValue value) {
    return value.oneOf(value.text(), ERRORS, Status.Code::name);
  }

  private static FaultEffect.Resource resource(YamlValue value) {
    YamlMapping parts = value.mapping("type", "name");
    return new FaultEffect.Resource(
        parts.require("type").text(), parts.get("name", YamlValue::anyText, ""));
  }

  /** A fixed delay, or a fixed and a random part. */
  private static FaultEffect delay(YamlValue value) {
    if (value.isScalar()) {
      return new FaultEffect.Delay(TimeReader.millis(value), Duration.ZERO);
    }
    YamlMapping parts = value.mapping("fixed", "random");
    return new FaultEffect.Delay(
        parts.get("fixed", TimeReader::millis, Duration.ZERO),
        parts.get("random", TimeReader::millis, Duration.ZERO));
  }

  private static FaultEffect slowStart(YamlValue value) {
    YamlMapping parts = value.mapping("factor", "over");
    return new FaultEffect.SlowStart(
        parts.require("factor").number().doubleValue(), TimeReader.millis(parts.require("over")));
  }
}
