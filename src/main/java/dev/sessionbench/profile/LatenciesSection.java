package dev.sessionbench.profile;

import dev.sessionbench.model.Latency;
import dev.sessionbench.model.LatencyProfile;
import dev.sessionbench.model.Rpc;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads the simulated time of each method. */
final class LatenciesSection {
  /** The key of the time that all methods take which are not named. */
  static final String OTHERS = "others";

  /** The methods by their names in the proto. */
  static final Map<String, Rpc> METHODS = methods();

  private LatenciesSection() {}

  private static Map<String, Rpc> methods() {
    Map<String, Rpc> methods = new LinkedHashMap<>();
    Arrays.stream(Rpc.values()).forEach(rpc -> methods.put(rpc.methodName(), rpc));
    return methods;
  }

  static LatencyProfile read(YamlValue value) {
    List<String> known = new ArrayList<>(METHODS.keySet());
    known.add(OTHERS);
    YamlMapping times = value.mapping().only(known, "method");
    LatencyProfile profile = LatencyProfile.none();
    if (times.get(OTHERS).isPresent()) {
      Latency others = LatencyReader.read(times.require(OTHERS));
      for (Rpc rpc : Rpc.values()) {
        profile = profile.with(rpc, others);
      }
    }
    for (Map.Entry<String, Rpc> method : METHODS.entrySet()) {
      if (times.get(method.getKey()).isPresent()) {
        profile =
            profile.with(method.getValue(), LatencyReader.read(times.require(method.getKey())));
      }
    }
    return profile;
  }
}
