package dev.sessionbench.mock.admin;

import dev.sessionbench.mock.rpc.ResourceName;
import dev.sessionbench.mock.rpc.RpcFailure;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * The resources of one kind: created values by name, and dropped names. It keeps the latest of
 * both, up to a number and a total size. Thread-safe.
 *
 * @param <T> what is created
 */
final class Registry<T> {
  /** The largest total size of names and values, in bytes or characters. */
  static final long MAX_SIZE = 64L << 20;

  private final ResourceName kind;
  private final int capacity;
  private final Function<String, T> described;
  private final Map<String, Entry<T>> byName = new LinkedHashMap<>();
  private long totalSize;

  /**
   * An empty registry.
   *
   * @param kind the form of the names
   * @param capacity names remembered at most
   * @param described makes the value of a name under which nothing was created
   */
  Registry(ResourceName kind, int capacity, Function<String, T> described) {
    this.kind = kind;
    this.capacity = capacity;
    this.described = described;
  }

  /** A created value; empty if the name was dropped. */
  private record Entry<T>(Optional<T> created, long size) {}

  /**
   * The value of a name.
   *
   * @throws RpcFailure INVALID_ARGUMENT if the name has another form, NOT_FOUND if it was dropped
   */
  synchronized T get(String name) {
    Entry<T> entry = byName.get(kind.require(name));
    if (entry == null) {
      return described.apply(name);
    }
    return entry.created().orElseThrow(() -> kind.notFound(name));
  }

  /**
   * Creates a value.
   *
   * @param size how large it is
   * @throws RpcFailure ALREADY_EXISTS if something of that name was created before
   */
  synchronized void create(String name, T value, long size) {
    if (isCreated(name)) {
      throw kind.alreadyExists(name);
    }
    replace(name, value, size);
  }

  private boolean isCreated(String name) {
    Entry<T> entry = byName.get(name);
    return entry != null && entry.created().isPresent();
  }

  /**
   * Changes the value of a name.
   *
   * @param change makes another value of it
   * @param addedSize how much larger it becomes
   * @throws RpcFailure as {@link #get} does
   */
  synchronized void change(String name, UnaryOperator<T> change, long addedSize) {
    T changed = change.apply(get(name));
    Entry<T> before = byName.get(name);
    replace(name, changed, (before == null ? 0 : before.size()) + addedSize);
  }

  /** Replaces the value of a name. */
  synchronized void replace(String name, T value, long size) {
    put(name, new Entry<>(Optional.of(value), size));
  }

  /**
   * Marks a name as dropped, even if nothing was created under it.
   *
   * @throws RpcFailure INVALID_ARGUMENT if the name has another form
   */
  synchronized void drop(String name) {
    put(kind.require(name), new Entry<>(Optional.empty(), 0));
  }

  /** The created names with a prefix, in the order of creation. */
  synchronized List<String> created(String prefix) {
    return byName.keySet().stream()
        .filter(name -> name.startsWith(prefix) && isCreated(name))
        .toList();
  }

  /** The created values whose names have a prefix, in the order of creation. */
  synchronized List<T> list(String prefix) {
    return created(prefix).stream().map(this::get).toList();
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
