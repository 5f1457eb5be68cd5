package dev.sessionbench.base.text;

import dev.sessionbench.base.model.BadInput;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/** The keys and values of a mapping, in the order of the text. No key stands there twice. */
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
            keyNode,
            "'%s' stands here twice, first at %s".formatted(key, YamlValue.place(earlier)));
      }
      values.put(key, whole.below(entry.getValueNode(), key));
    }
  }

  /**
   * Refuses other keys than those known.
   *
   * @param known the keys that there may be
   * @param kind what a key is called
   * @return this mapping
   * @throws BadInput at the first unknown key
   */
  public YamlMapping only(Collection<String> known, String kind) {
    for (String key : keys.keySet()) {
      if (!known.contains(key)) {
        throw complaint(
            key, "unknown %s '%s'%s".formatted(kind, key, BadInput.instead(key, known)));
      }
    }
    return this;
  }

  /**
   * Refuses other keys than the components of a record.
   *
   * @param type the record that is to be made of this mapping
   * @return this mapping
   * @throws BadInput at the first unknown key
   */
  public YamlMapping only(Class<? extends Record> type) {
    return only(
        Arrays.stream(type.getRecordComponents()).map(RecordComponent::getName).toList(), "key");
  }

  /**
   * Says what is wrong with a key.
   *
   * @param key the key; where it is not there, the whole mapping gets the blame
   * @param problem what is wrong
   * @return the complaint, with its place
   */
  public BadInput complaint(String key, String problem) {
    Node at = keys.get(key);
    return at == null ? whole.complaint(problem) : whole.complaint(at, problem);
  }

  /**
   * Makes something of this mapping.
   *
   * @param made makes it; its IllegalArgumentException gets the place of the key that it begins
   *     with, as in {@code blocks: 0: must be at least 1}, or else that of the mapping
   * @return what was made
   * @throws BadInput with the place, if it was refused
   */
  public <T> T checked(Supplier<T> made) {
    try {
      return made.get();
    } catch (IllegalArgumentException e) {
      String problem = String.valueOf(e.getMessage());
      throw complaint(problem.replaceFirst("(?s):.*", ""), problem);
    }
  }

  /** Gives each key and its value, in the order of the text. */
  public void forEach(BiConsumer<String, YamlValue> action) {
    values.forEach(action);
  }

  /**
   * What each value is, by key.
   *
   * @param reader reads a value
   * @return in the order of the text
   */
  public <T> Map<String, T> map(Function<YamlValue, T> reader) {
    Map<String, T> read = new LinkedHashMap<>();
    values.forEach((key, value) -> read.put(key, reader.apply(value)));
    return read;
  }

  /** The keys, in the order of the text. */
  public Set<String> keys() {
    return values.keySet();
  }

  /** The value of a key, if the key is there. */
  public Optional<YamlValue> get(String key) {
    return Optional.ofNullable(values.get(key));
  }

  /**
   * What stands behind a key.
   *
   * @param key the key
   * @param reader reads the value
   * @param absent what it is where the key is not there
   */
  public <T> T get(String key, Function<YamlValue, ? extends T> reader, T absent) {
    YamlValue value = values.get(key);
    return value == null ? absent : reader.apply(value);
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
   * Things of one kind that are read by the key that stands before them. Messages name the keys in
   * the order in which they were put here.
   *
   * @param <T> what is read
   */
  public static final class KeyedReaders<T> {
    private final Map<String, Function<YamlValue, ? extends T>> readers = new LinkedHashMap<>();

    /**
     * Adds a key.
     *
     * @param key the key
     * @param reader reads what stands behind it; may throw IllegalArgumentException
     * @return this
     */
    public KeyedReaders<T> put(String key, Function<YamlValue, ? extends T> reader) {
      readers.put(key, reader);
      return this;
    }

    /** The keys, in their order. */
    public Set<String> keys() {
      return readers.keySet();
    }

    /**
     * Reads what stands behind each of the keys that is there.
     *
     * @param mapping may have other keys too
     * @return what was read, in the order of the readers
     * @throws BadInput with the place, where something is wrong
     */
    public List<T> all(YamlMapping mapping) {
      List<T> read = new ArrayList<>();
      readers.forEach(
          (key, reader) ->
              mapping
                  .get(key)
                  .ifPresent(value -> read.add(value.checked(() -> reader.apply(value)))));
      return read;
    }

    /**
     * Reads what stands behind the one of the keys that is there.
     *
     * @param mapping may have other keys too
     * @return what was read
     * @throws BadInput with the place, where something is wrong or another number of keys is there
     */
    public T one(YamlMapping mapping) {
      if (mapping.keys().stream().filter(readers::containsKey).count() != 1) {
        throw mapping.complaint("", "must have exactly one of: " + String.join(", ", keys()));
      }
      return all(mapping).get(0);
    }
  }
}
