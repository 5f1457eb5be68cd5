package dev.sessionbench.base.text;

import dev.sessionbench.base.model.BadInput;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Things of one kind that are read by the key that stands before them. Messages name the keys in
 * the order in which they were put here.
 *
 * @param <T> what is read
 */
public final class KeyedReaders<T> {
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
