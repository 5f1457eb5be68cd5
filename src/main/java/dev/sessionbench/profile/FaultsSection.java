package dev.sessionbench.profile;

import dev.sessionbench.fault.FaultCondition;
import dev.sessionbench.fault.FaultEffect;
import dev.sessionbench.fault.FaultPlan;
import dev.sessionbench.fault.FaultRule;
import dev.sessionbench.model.Rpc;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads how the server goes wrong: a list of rules. */
final class FaultsSection {
  private static final String NAME = "name";
  private static final String ON = "on";
  private static final String ABOVE = "above";
  private static final String AT_MOST = "atMost";

  private FaultsSection() {}

  static FaultPlan read(YamlValue value) {
    List<FaultRule> rules = new ArrayList<>();
    Map<String, YamlValue> names = new HashMap<>();
    for (YamlValue item : value.items()) {
      FaultRule rule = rule(item.mapping().only(keys(), "key"), item);
      YamlValue name = item.mapping().require(NAME);
      YamlValue earlier = names.putIfAbsent(rule.name(), name);
      if (earlier != null) {
        throw name.complaint(
            "this name stands here twice, first at %s: %s"
                .formatted(earlier.place(), name.shown()));
      }
      rules.add(rule);
    }
    return new FaultPlan(rules);
  }

  private static List<String> keys() {
    List<String> keys = new ArrayList<>(List.of(NAME, ON));
    keys.addAll(FaultConditionReader.KEYS);
    keys.addAll(List.of(ABOVE, AT_MOST));
    keys.addAll(FaultEffectReader.KEYS);
    return keys;
  }

  private static FaultRule rule(YamlMapping parts, YamlValue whole) {
    String name = parts.require(NAME).text();
    List<String> effects =
        FaultEffectReader.KEYS.stream().filter(key -> parts.keys().contains(key)).toList();
    if (effects.size() != 1) {
      throw whole.complaint(
          "must have exactly one of: " + String.join(", ", FaultEffectReader.KEYS));
    }
    YamlValue effectValue = parts.require(effects.get(0));
    FaultEffect effect = FaultEffectReader.read(effects.get(0), effectValue);
    Rpc[] methods = parts.get(ON).map(FaultsSection::methods).orElse(Set.of()).toArray(new Rpc[0]);
    FaultRule rule = parts.get(ON).orElse(whole).checked(() -> FaultRule.of(name, effect, methods));
    for (String key : FaultConditionReader.KEYS) {
      Optional<YamlValue> value = parts.get(key);
      if (value.isPresent()) {
        FaultCondition condition = FaultConditionReader.read(key, value.get());
        rule = rule.when(condition);
      }
    }
    Optional<YamlValue> rate = parts.get(ABOVE);
    if (rate.isPresent()) {
      FaultRule unlimited = rule;
      double callsPerSecond = rate.get().number().doubleValue();
      rule = rate.get().checked(() -> unlimited.abovePerSecond(callsPerSecond));
    }
    Optional<YamlValue> times = parts.get(AT_MOST);
    return times.isPresent() ? rule.atMost(times.get().integer(1, Long.MAX_VALUE)) : rule;
  }

  private static Set<Rpc> methods(YamlValue value) {
    List<YamlValue> names = value.isScalar() ? List.of(value) : value.items();
    Map<Rpc, YamlValue> methods = new LinkedHashMap<>();
    for (YamlValue name : names) {
      String text = name.text();
      Rpc method =
          Optional.ofNullable(LatenciesSection.METHODS.get(text))
              .orElseThrow(
                  () ->
                      name.complaint(
                          "unknown method '%s'; there are: %s"
                              .formatted(
                                  text, String.join(", ", LatenciesSection.METHODS.keySet()))));
      methods.put(method, name);
    }
    if (methods.isEmpty()) {
      throw value.complaint("must name a method; left out, all are meant");
    }
    return methods.keySet();
  }
}
