package dev.sessionbench.base.text;

import static java.util.stream.Collectors.joining;

import dev.sessionbench.base.model.BadInput;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/** The keys and values of a mapping, in the order of the text. Keys are unique. */
public final class YamlMapping {
  private final YamlValue whole;
  private final Map<String, YamlValue> values = new LinkedHashMap<>();
  private final Map<String, Node> keys = new LinkedHashMap<>();

  YamlMapping(YamlValue whole, MappingNode mapping) {
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
            keyNode, "'%s' occurs twice, first at %s".formatted(key, YamlValue.place(earlier)));
      }
      values.put(key, whole.below(entry.getValueNode(), key));
    }
  }

  /**
   * Throws if the mapping has other keys than those known.
   *
   * @param known the keys that there may be
   * @return this mapping
   * @throws BadInput at the first unknown key
   */
  public YamlMapping only(Collection<String> known) {
    for (String key : keys.keySet()) {
      if (!known.contains(key)) {
        throw complaint(key, "unknown key '%s'%s".formatted(key, BadInput.instead(key, known)));
      }
    }
    return this;
  }

  /**
   * An error about a key.
   *
   * @param key the key; if it is absent, the place is that of the whole mapping
   * @param problem what is wrong
   * @return the complaint, with its place
   */
  public BadInput complaint(String key, String problem) {
    Node at = keys.get(key);
    return at == null ? whole.complaint(problem) : whole.complaint(at, problem);
  }

  /** The keys, in the order of the text. */
  public Set<String> keys() {
    return values.keySet();
  }

  /** A key itself as a value, to be read. */
  YamlValue key(String key) {
    return whole.below(Objects.requireNonNull(keys.get(key)), key);
  }

  /** The value of a key, if the key is there. */
  public Optional<YamlValue> get(String key) {
    return Optional.ofNullable(values.get(key));
  }

  /**
   * The value of a key that must be there.
   *
   * @throws BadInput if it is not
   */
  public YamlValue require(String key) {
    return get(key).orElseThrow(() -> whole.complaint("needs the key '" + key + "'"));
  }

  /**
   * The one option whose key the mapping has.
   *
   * @param options the options
   * @param name the key of each
   * @throws BadInput if another number of keys is here
   */
  <P> P exactlyOne(List<P> options, Function<? super P, String> name) {
    List<P> here = options.stream().filter(one -> keys().contains(name.apply(one))).toList();
    if (here.size() != 1) {
      throw whole.complaint(
          "must have exactly one of: " + options.stream().map(name).collect(joining(", ")));
    }
    return here.get(0);
  }
}
