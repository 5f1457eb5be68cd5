package dev.sessionbench.profile;

import dev.sessionbench.fault.FaultCondition;
import dev.sessionbench.fault.FaultEffect;
import dev.sessionbench.fault.FaultPlan;
import dev.sessionbench.fault.FaultRule;
import dev.sessionbench.model.Rpc;
import dev.sessionbench.yaml.YamlMapping;
import dev.sessionbench.yaml.YamlValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads how the server goes wrong: a list of rules. */
final class FaultsSection {
  private static final String NAME = "name";
  private static final String ON = "on";
  private static final String ABOVE = "above";
  private static final String AT_MOST = "atMost";
  private static final List<String> KEYS = keys();

  private FaultsSection() {}

  private static List<String> keys() {
    List<String> keys = new ArrayList<>(List.of(NAME, ON));
    keys.addAll(FaultConditionReader.CONDITIONS.keys());
    keys.addAll(List.of(ABOVE, AT_MOST));
    keys.addAll(FaultEffectReader.EFFECTS.keys());
    return keys;
  }

  static FaultPlan read(YamlValue value) {
    FirstPlaces names = new FirstPlaces();
    return new FaultPlan(value.list(item -> rule(item, names)));
  }

  private static FaultRule rule(YamlValue whole, FirstPlaces names) {
    YamlMapping parts = whole.mapping().only(KEYS, "key");
    String name = names.note(parts.require(NAME), NAME);
    FaultEffect effect = FaultEffectReader.EFFECTS.one(parts);
    Rpc[] methods = parts.get(ON).map(FaultsSection::methods).orElse(List.of()).toArray(Rpc[]::new);
    FaultRule rule = parts.get(ON).orElse(whole).checked(() -> FaultRule.of(name, effect, methods));
    for (FaultCondition condition : FaultConditionReader.CONDITIONS.all(parts)) {
      rule = rule.when(condition);
    }
    Optional<YamlValue> rate = parts.get(ABOVE);
    if (rate.isPresent()) {
      FaultRule unlimited = rule;
      double callsPerSecond = rate.get().number().doubleValue();
      rule = rate.get().checked(() -> unlimited.abovePerSecond(callsPerSecond));
    }
    long times = parts.get(AT_MOST).map(FaultConditionReader::fromOne).orElse(FaultRule.NO_LIMIT);
    return rule.atMost(times);
  }

  private static List<Rpc> methods(YamlValue value) {
    List<YamlValue> names = value.isScalar() ? List.of(value) : value.items();
    if (names.isEmpty()) {
      throw value.complaint("must name a method; left out, all are meant");
    }
    return names.stream().map(FaultsSection::method).toList();
  }

  private static Rpc method(YamlValue name) {
    Rpc method = LatenciesSection.METHODS.get(name.text());
    if (method == null) {
      throw name.complaint(
          "unknown method '%s'; there are: %s"
              .formatted(name.text(), String.join(", ", LatenciesSection.METHODS.keySet())));
    }
    return method;
  }
}
