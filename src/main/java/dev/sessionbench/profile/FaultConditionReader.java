package dev.sessionbench.profile;

import dev.sessionbench.fault.FaultCondition;
import dev.sessionbench.yaml.KeyedReaders;
import dev.sessionbench.yaml.YamlMapping;
import dev.sessionbench.yaml.YamlValue;
import java.time.Duration;

/** Reads when a fault happens. */
final class FaultConditionReader {
  static final KeyedReaders<FaultCondition> CONDITIONS =
      new KeyedReaders<FaultCondition>()
          .put("calls", FaultConditionReader::calls)
          .put("every", value -> new FaultCondition.Every(fromOne(value)))
          .put("probability", v -> new FaultCondition.Chance(v.number().doubleValue()))
          .put("window", FaultConditionReader::window)
          .put("session", FaultConditionReader::session)
          .put("channel", value -> new FaultCondition.OnChannel(fromOne(value)));

  private FaultConditionReader() {}

  /** One call by its number, or the calls from one number to another. */
  private static FaultCondition calls(YamlValue value) {
    if (value.isScalar()) {
      return new FaultCondition.Calls(fromOne(value), fromOne(value));
    }
    YamlMapping range = value.mapping("from", "to");
    return new FaultCondition.Calls(
        fromOne(range.require("from")),
        range.get("to").map(FaultConditionReader::fromOne).orElse(Long.MAX_VALUE));
  }

  private static FaultCondition window(YamlValue value) {
    YamlMapping window = value.mapping("from", "to");
    return new FaultCondition.During(
        window.get("from").map(TimeReader::seconds).orElse(Duration.ZERO),
        TimeReader.seconds(window.require("to")));
  }

  /** A number is the one at the end of the session's name. */
  private static FaultCondition session(YamlValue value) {
    return value.isNumber()
        ? new FaultCondition.OnSessionNumber(fromOne(value))
        : new FaultCondition.OnSession(value.text());
  }

  /** A number from 1. */
  static long fromOne(YamlValue value) {
    return value.integer(1, Long.MAX_VALUE);
  }
}
