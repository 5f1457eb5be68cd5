package dev.sessionbench.mock.admin;

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

  private static final int MAX_PAGE_SIZE = 1_000;

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

  /**
   * One page of a list.
   *
   * @param items its items
   * @param nextToken the name of its last item, after which the next page begins; empty for the
   *     last
   */
  record Page<T>(List<T> items, String nextToken) {}

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

  /** The names with a prefix under which something is created, in the order of creation. */
  synchronized List<String> created(String prefix) {
    return byName.keySet().stream()
        .filter(name -> name.startsWith(prefix) && !isDropped(name))
        .toList();
  }

  /**
   * One page of what is created under names with a prefix.
   *
   * @param asked how many items the client wants, 0 for as many as the server likes
   * @param token the next token of the page before; empty for the first page
   * @throws io.grpc.StatusRuntimeException INVALID_ARGUMENT if nothing has the token's name
   */
  synchronized Page<T> page(String prefix, int asked, String token) {
    List<String> names = created(prefix);
    int from = names.indexOf(token) + 1;
    if (from == 0 && !token.isEmpty()) {
      throw AdminNames.invalid("Invalid page token: " + token);
    }
    int size = asked < 1 ? MAX_PAGE_SIZE : Math.min(asked, MAX_PAGE_SIZE);
    int to = Math.min(names.size(), from + size);
    return new Page<>(
        names.subList(from, to).stream().flatMap(name -> find(name).stream()).toList(),
        to < names.size() ? names.get(to - 1) : "");
  }

  private void put(String name, Entry<T> entry) {
    Entry<T> before = byName.remove(name);
    totalSize += entry.size() + (before == null ? name.length() : -before.size());
    byName.put(name, entry);
    var oldestFirst = byName.entrySet().iterator();
    while (byName.size() > capacity || (totalSize > MAX_SIZE && byName.size() > 1)) {
      Map.Entry<String, Entry<T>> oldest = oldestFirst.next();
      totalSize -= oldest.getKey().length() + oldest.getValue().size();
      oldestFirst.remove();
    }
  }
}
