package dev.sessionbench.mock.admin;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * What was created under which name, and which names were dropped: the latest of both, up to a
 * number and to a total size. Safe for use by any thread.
 *
 * @param <T> what is created
 */
final class Registry<T> {
  /** The total size of names and values at most, in bytes or characters. */
  static final long MAX_SIZE = 64L << 20;

  private final int capacity;
  private final Map<String, Entry<T>> byName = new LinkedHashMap<>();
  private long totalSize;

  /**
   * Nothing yet.
   *
   * @param capacity names remembered at most
   */
  Registry(int capacity) {
    this.capacity = capacity;
  }

  /** Something created, or nothing where the name was dropped. */
  private record Entry<T>(Optional<T> created, long size) {}

  /** What was created under a name; nothing where none was, or it was dropped. */
  synchronized Optional<T> find(String name) {
    Entry<T> entry = byName.get(name);
    return entry == null ? Optional.empty() : entry.created();
  }

  synchronized boolean isDropped(String name) {
    Entry<T> entry = byName.get(name);
    return entry != null && entry.created().isEmpty();
  }

  /**
   * Creates something.
   *
   * @param size how large it is
   * @return whether nothing of that name was created already
   */
  synchronized boolean create(String name, T value, long size) {
    if (find(name).isPresent()) {
      return false;
    }
    put(name, new Entry<>(Optional.of(value), size));
    return true;
  }

  /**
   * Changes what was created.
   *
   * @param initial what is changed where nothing was created
   * @param change makes another value of it
   * @param addedSize how much larger it becomes
   */
  synchronized void change(String name, T initial, UnaryOperator<T> change, long addedSize) {
    Entry<T> before = byName.getOrDefault(name, new Entry<>(Optional.empty(), 0));
    T changed = change.apply(before.created().orElse(initial));
    put(name, new Entry<>(Optional.of(changed), before.size() + addedSize));
  }

  /** Creates something in the place of what was created under its name before. */
  synchronized void replace(String name, T value, long size) {
    put(name, new Entry<>(Optional.of(value), size));
  }

  /** Marks a name as dropped, whether or not something was created under it. */
  synchronized void drop(String name) {
    put(name, new Entry<>(Optional.empty(), 0));
  }

  /** What is created under names with a prefix, in the order of creation. */
  synchronized List<T> created(String prefix) {
    List<T> created = new ArrayList<>();
    byName.forEach(
        (name, entry) -> {
          if (name.startsWith(prefix)) {
            entry.created().ifPresent(created::add);
          }
        });
    return created;
  }

  private void put(String name, Entry<T> entry) {
    Entry<T> before = byName.remove(name);
    if (before == null) {
      totalSize += name.length();
    } else {
      totalSize -= before.size();
    }
    totalSize += entry.size();
    byName.put(name, entry);
    var oldestFirst = byName.entrySet().iterator();
    while (byName.size() > capacity || (totalSize > MAX_SIZE && byName.size() > 1)) {
      Map.Entry<String, Entry<T>> oldest = oldestFirst.next();
      totalSize -= oldest.getKey().length() + oldest.getValue().size();
      oldestFirst.remove();
    }
  }
}
