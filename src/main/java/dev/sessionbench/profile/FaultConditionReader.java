package dev.sessionbench.profile;

import dev.sessionbench.fault.FaultCondition;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** Reads when a fault happens. */
final class FaultConditionReader {
  private static final Map<String, Function<YamlValue, FaultCondition>> READERS = readers();

  /** The keys of the conditions. */
  static final Set<String> KEYS = READERS.keySet();

  private FaultConditionReader() {}

  private static Map<String, Function<YamlValue, FaultCondition>> readers() {
    Map<String, Function<YamlValue, FaultCondition>> readers = new LinkedHashMap<>();
    readers.put("calls", FaultConditionReader::calls);
    readers.put("every", value -> new FaultCondition.Every(value.integer(1, Long.MAX_VALUE)));
    readers.put("probability", FaultConditionReader::chance);
    readers.put("window", FaultConditionReader::window);
    readers.put("session", FaultConditionReader::session);
    readers.put("channel", value -> new FaultCondition.OnChannel(value.integer(1, Long.MAX_VALUE)));
    return readers;
  }

  /**
   * Reads a condition.
   *
   * @param key one of {@link #KEYS}
   * @throws ProfileException with the place, where it is none
   */
  static FaultCondition read(String key, YamlValue value) {
    Function<YamlValue, FaultCondition> reader = READERS.get(key);
    if (reader == null) {
      throw new AssertionError("no condition " + key);
    }
    return value.checked(() -> reader.apply(value));
  }

  /** One call by its number, or the calls from one number to another. */
  private static FaultCondition calls(YamlValue value) {
    if (value.isScalar()) {
      long number = value.integer(1, Long.MAX_VALUE);
      return new FaultCondition.Calls(number, number);
    }
    YamlMapping range = value.mapping().only(List.of("from", "to"), "key");
    long first = range.require("from").integer(1, Long.MAX_VALUE);
    long last = range.get("to").map(to -> to.integer(1, Long.MAX_VALUE)).orElse(Long.MAX_VALUE);
    return new FaultCondition.Calls(first, last);
  }

  private static FaultCondition chance(YamlValue value) {
    return new FaultCondition.Chance(value.number().doubleValue());
  }

  private static FaultCondition window(YamlValue value) {
    YamlMapping window = value.mapping().only(List.of("from", "to"), "key");
    Duration from = window.get("from").map(TimeReader::seconds).orElse(Duration.ZERO);
    return new FaultCondition.During(from, TimeReader.seconds(window.require("to")));
  }

  /** A number is the one at the end of the session's name. */
  private static FaultCondition session(YamlValue value) {
    return value.isNumber()
        ? new FaultCondition.OnSessionNumber(value.integer(1, Long.MAX_VALUE))
        : new FaultCondition.OnSession(value.text());
  }
}
