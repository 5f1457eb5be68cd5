package dev.sessionbench.profile;

import dev.sessionbench.model.Latency;
import dev.sessionbench.model.LatencyProfile;
import dev.sessionbench.model.Rpc;
import dev.sessionbench.model.ServerTime;
import dev.sessionbench.yaml.YamlMapping;
import dev.sessionbench.yaml.YamlValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads the simulated time of each method. */
final class LatenciesSection {
  /** The key of the time that all methods take which are not named. */
  private static final String OTHERS = "others";

  /** The methods by their names in the proto. */
  static final Map<String, Rpc> METHODS = methods();

  private LatenciesSection() {}

  private static Map<String, Rpc> methods() {
    Map<String, Rpc> methods = new LinkedHashMap<>();
    for (Rpc rpc : Rpc.values()) {
      methods.put(rpc.methodName(), rpc);
    }
    return methods;
  }

  static LatencyProfile read(YamlValue value) {
    List<String> known = new ArrayList<>(METHODS.keySet());
    known.add(OTHERS);
    YamlMapping times = value.mapping().only(known, "method");
    Latency others = times.get(OTHERS).map(LatencyReader::read).orElse(ServerTime.NONE);
    LatencyProfile profile = LatencyProfile.none();
    for (Rpc rpc : Rpc.values()) {
      profile =
          profile.with(rpc, times.get(rpc.methodName()).map(LatencyReader::read).orElse(others));
    }
    return profile;
  }
}
