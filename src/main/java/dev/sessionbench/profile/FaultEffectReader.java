package dev.sessionbench.profile;

import dev.sessionbench.fault.FaultEffect;
import io.grpc.Status;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Reads what a fault does. */
final class FaultEffectReader {
  private static final Map<String, Function<YamlValue, FaultEffect>> READERS = readers();

  /** The keys of the effects. */
  static final Set<String> KEYS = READERS.keySet();

  private FaultEffectReader() {}

  private static Map<String, Function<YamlValue, FaultEffect>> readers() {
    Map<String, Function<YamlValue, FaultEffect>> readers = new LinkedHashMap<>();
    readers.put("fail", FaultEffectReader::fail);
    readers.put("delay", FaultEffectReader::delay);
    readers.put("slowStart", FaultEffectReader::slowStart);
    readers.put("stall", plain(new FaultEffect.Stall()));
    readers.put("shortBatch", v -> new FaultEffect.ShortBatch(v.number().doubleValue()));
    readers.put("emptyBatch", plain(new FaultEffect.EmptyBatch()));
    readers.put("loseSessions", v -> new FaultEffect.LoseSessions(TimeReader.millis(v)));
    readers.put("dropConnection", plain(new FaultEffect.DropConnection()));
    readers.put("goAway", plain(new FaultEffect.GoAway()));
    readers.put("restart", v -> new FaultEffect.Restart(TimeReader.millis(v)));
    return readers;
  }

  /**
   * Reads an effect.
   *
   * @param key one of {@link #KEYS}
   * @throws ProfileException with the place, where it is none
   */
  static FaultEffect read(String key, YamlValue value) {
    Function<YamlValue, FaultEffect> reader = READERS.get(key);
    if (reader == null) {
      throw new AssertionError("no effect " + key);
    }
    return value.checked(() -> reader.apply(value));
  }

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
    YamlMapping parts =
        value.mapping().only(List.of("status", "message", "retryAfter", "resource"), "key");
    return new FaultEffect.Fail(
        status(parts.require("status")),
        parts.get("message").map(YamlValue::anyText).orElse("by plan"),
        parts.get("retryAfter").map(TimeReader::millis),
        parts.get("resource").map(FaultEffectReader::resource));
  }

  private static Status.Code status(YamlValue value) {
    String text = value.text();
    return Arrays.stream(Status.Code.values())
        .filter(code -> code != Status.Code.OK && code.name().equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                value.mustBe(
                    "one of "
                        + Arrays.stream(Status.Code.values())
                            .filter(code -> code != Status.Code.OK)
                            .map(Enum::name)
                            .collect(Collectors.joining(", "))));
  }

  private static FaultEffect.Resource resource(YamlValue value) {
    YamlMapping parts = value.mapping().only(List.of("type", "name"), "key");
    Optional<String> name = parts.get("name").map(YamlValue::anyText);
    return new FaultEffect.Resource(parts.require("type").text(), name.orElse(""));
  }

  /** A fixed delay, or a fixed and a random part. */
  private static FaultEffect delay(YamlValue value) {
    if (value.isScalar()) {
      return new FaultEffect.Delay(TimeReader.millis(value), Duration.ZERO);
    }
    YamlMapping parts = value.mapping().only(List.of("fixed", "random"), "key");
    return new FaultEffect.Delay(
        parts.get("fixed").map(TimeReader::millis).orElse(Duration.ZERO),
        parts.get("random").map(TimeReader::millis).orElse(Duration.ZERO));
  }

  private static FaultEffect slowStart(YamlValue value) {
    YamlMapping parts = value.mapping().only(List.of("factor", "over"), "key");
    return new FaultEffect.SlowStart(
        parts.require("factor").number().doubleValue(), TimeReader.millis(parts.require("over")));
  }
}
