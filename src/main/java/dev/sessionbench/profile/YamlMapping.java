package dev.sessionbench.profile;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/** The keys and values of a mapping, in the order of the file. No key stands there twice. */
final class YamlMapping {
  private final YamlValue whole;
  private final Map<String, YamlValue> values = new LinkedHashMap<>();
  private final Map<String, Node> keys = new LinkedHashMap<>();

  YamlMapping(YamlValue whole, YamlSource source, MappingNode mapping, String path) {
    this.whole = whole;
    for (NodeTuple entry : mapping.getValue()) {
      Node keyNode = entry.getKeyNode();
      if (!(keyNode instanceof ScalarNode scalar)) {
        throw whole.complaint(keyNode, "a key must be a text");
      }
      String key = scalar.getValue();
      Node earlier = keys.putIfAbsent(key, keyNode);
      if (earlier != null) {
        throw whole.complaint(
            keyNode, "'%s' stands here twice, first at %s".formatted(key, source.place(earlier)));
      }
      String keyPath = path.isEmpty() ? key : path + "." + key;
      values.put(key, new YamlValue(source, entry.getValueNode(), keyPath));
    }
  }

  /**
   * Refuses other keys than those known.
   *
   * @param known the keys that there may be
   * @param kind what a key is called
   * @return this mapping
   */
  YamlMapping only(Collection<String> known, String kind) {
    for (String key : keys.keySet()) {
      if (!known.contains(key)) {
        throw complaint(
            key, "unknown %s '%s'; there are: %s".formatted(kind, key, String.join(", ", known)));
      }
    }
    return this;
  }

  /** What is wrong with a key that is there. */
  ProfileException complaint(String key, String problem) {
    Node at = keys.get(key);
    return at == null ? whole.complaint(problem) : whole.complaint(at, problem);
  }

  /** Gives each key and its value, in the order of the file. */
  void forEach(BiConsumer<String, YamlValue> action) {
    values.forEach(action);
  }

  Collection<String> keys() {
    return values.keySet();
  }

  /** The value of a key, if the key is there. */
  Optional<YamlValue> get(String key) {
    return Optional.ofNullable(values.get(key));
  }

  /** The value of a key that must be there. */
  YamlValue require(String key) {
    return get(key).orElseThrow(() -> whole.complaint("needs the key '" + key + "'"));
  }
}
