package dev.sessionbench.mock.profile;

import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.text.KeyedReaders;
import dev.sessionbench.base.text.YamlMapping;
import dev.sessionbench.base.text.YamlValue;
import dev.sessionbench.mock.fault.FaultCondition;
import dev.sessionbench.mock.fault.FaultPlan;
import dev.sessionbench.mock.fault.FaultRule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;

/** Reads how the server goes wrong: a list of rules. */
final class FaultsSection {
  private static final List<Rpc> METHODS = List.of(Rpc.values());
  private static final KeyedReaders<FaultCondition> CONDITIONS =
      new KeyedReaders<FaultCondition>()
          .put("calls", FaultsSection::calls)
          .put("every", value -> new FaultCondition.Every(fromOne(value)))
          .put("probability", v -> new FaultCondition.Chance(v.number().doubleValue()))
          .put("window", FaultsSection::window)
          .put("session", FaultsSection::session)
          .put("channel", value -> new FaultCondition.OnChannel(fromOne(value)));
  private static final List<String> KEYS = keys();

  private FaultsSection() {}

  private static List<String> keys() {
    List<String> keys = new ArrayList<>(List.of("name", "on"));
    keys.addAll(CONDITIONS.keys());
    keys.addAll(List.of("above", "atMost"));
    keys.addAll(FaultEffectReader.EFFECTS.keys());
    return keys;
  }

  static FaultPlan read(YamlValue value) {
    return value.checked(() -> new FaultPlan(value.list(FaultsSection::rule)));
  }

  private static FaultRule rule(YamlValue whole) {
    YamlMapping parts = whole.mapping().only(KEYS, "key");
    return whole.checked(
        () ->
            new FaultRule(
                parts.require("name").text(),
                parts.get("on", FaultsSection::methods, Set.of()),
                CONDITIONS.all(parts),
                parts.get("above", FaultsSection::rate, OptionalDouble.empty()),
                parts.get("atMost", FaultsSection::fromOne, FaultRule.NO_LIMIT),
                FaultEffectReader.EFFECTS.one(parts)));
  }

  private static OptionalDouble rate(YamlValue value) {
    return OptionalDouble.of(value.number().doubleValue());
  }

  private static Set<Rpc> methods(YamlValue value) {
    List<YamlValue> names = value.isScalar() ? List.of(value) : value.items();
    if (names.isEmpty()) {
      throw value.complaint("must name a method; left out, all are meant");
    }
    Set<Rpc> methods = EnumSet.noneOf(Rpc.class);
    names.forEach(name -> methods.add(name.oneOf(name.text(), METHODS, Rpc::methodName)));
    return methods;
  }

  /** One call by its number, or the calls from one number to another. */
  private static FaultCondition calls(YamlValue value) {
    if (value.isScalar()) {
      return new FaultCondition.Calls(fromOne(value), fromOne(value));
    }
    YamlMapping range = value.mapping("from", "to");
    return new FaultCondition.Calls(
        fromOne(range.require("from")), range.get("to", FaultsSection::fromOne, Long.MAX_VALUE));
  }

  private static FaultCondition window(YamlValue value) {
    YamlMapping window = value.mapping("from", "to");
    return new FaultCondition.During(
        window.get("from", TimeReader::seconds, Duration.ZERO),
        TimeReader.seconds(window.require("to")));
  }

  /** A number is the one at the end of the session's name. */
  private static FaultCondition session(YamlValue value) {
    return value.isNumber()
        ? new FaultCondition.OnSessionNumber(fromOne(value))
        : new FaultCondition.OnSession(value.text());
  }

  /** A number from 1. */
  private static long fromOne(YamlValue value) {
    return value.integer(1, Long.MAX_VALUE);
  }
}
