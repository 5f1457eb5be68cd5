package dev.sessionbench.mock.profile;

import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.text.YamlMapping;
import dev.sessionbench.base.text.YamlValue;
import dev.sessionbench.mock.split.SplitOptions;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/** Reads how much a server can do, and how that grows. */
final class SplitsSection {
  /** What each key changes. */
  private static final Map<String, BiFunction<SplitOptions, YamlValue, SplitOptions>> SETTINGS =
      new LinkedHashMap<>();

  static {
    SETTINGS.put("initial", (o, v) -> o.withInitialSplits(v.integer()));
    SETTINGS.put("capacity", (o, v) -> o.withCapacityPerSecond(v.number().doubleValue()));
    SETTINGS.put("splitAbove", (o, v) -> o.withSplitAbove(v.number().doubleValue()));
    SETTINGS.put("held", (o, v) -> o.withHeldNanos(TimeReader.seconds(v).toNanos()));
    SETTINGS.put("move", (o, v) -> o.withMoveNanos(TimeReader.seconds(v).toNanos()));
    SETTINGS.put("cool", (o, v) -> o.withCoolNanos(TimeReader.seconds(v).toNanos()));
    SETTINGS.put("movingCapacity", (o, v) -> o.withMovingCapacity(v.number().doubleValue()));
    SETTINGS.put("nodes", (o, v) -> o.withNodes(v.integer()));
    SETTINGS.put("nodeCapacity", (o, v) -> o.withNodeCapacityPerSecond(v.number().doubleValue()));
    SETTINGS.put("firstCall", (o, v) -> o.withFirstCallNanos(TimeReader.millis(v).toNanos()));
    SETTINGS.put("costs", (o, v) -> o.withCosts(costs(v)));
  }

  private static final List<String> METHODS =
      Arrays.stream(Rpc.values()).map(Rpc::methodName).toList();

  private SplitsSection() {}

  static SplitOptions read(YamlValue value) {
    YamlMapping given = value.mapping().only(SETTINGS.keySet(), "setting");
    SplitOptions options = SplitOptions.defaults();
    for (String key : given.keys()) {
      YamlValue setting = given.require(key);
      SplitOptions before = options;
      options =
          setting.checked(
              () -> SETTINGS.getOrDefault(key, (same, v) -> same).apply(before, setting));
    }
    return options;
  }

  private static Map<Rpc, Integer> costs(YamlValue value) {
    YamlMapping given = value.mapping().only(METHODS, "method");
    Map<Rpc, Integer> costs = new EnumMap<>(Rpc.class);
    for (Rpc rpc : Rpc.values()) {
      given.get(rpc.methodName()).ifPresent(cost -> costs.put(rpc, cost.integer()));
    }
    return costs;
  }
}
