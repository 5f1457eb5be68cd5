package dev.sessionbench.lab.strategy;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.Parameter;
import dev.sessionbench.base.model.Schema;
import dev.sessionbench.base.model.Settings;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Describes a strategy of the catalogue.
 *
 * @param <T> what is made of it for one pool
 * @param name as users write it
 * @param description what it does, as a phrase
 * @param pools which pools have it, and where that was read; empty if no pool has it
 * @param schema the parameters that it takes
 * @param factory makes one
 */
public record Entry<T>(
    String name, String description, String pools, Schema schema, Factory<T> factory) {
  /** Makes a strategy for one pool. */
  @FunctionalInterface
  public interface Factory<T> {
    /**
     * Makes a strategy from a pool's bounds, its parameters' values, and what it may know of the
     * load.
     */
    T make(Limits limits, Settings settings, Foresight foresight);
  }

  /** A strategy of the catalogue. */
  public interface Listed<T> {
    /** What the catalogue says of it. */
    Entry<T> entry();

    /** The parameters that it takes. */
    default Schema schema() {
      return entry().schema();
    }

    /**
     * Makes it for one pool that cannot know the load beforehand.
     *
     * @param limits the bounds of the pool
     * @param chosen values of its parameters by name; the others have their defaults
     * @throws BadInput for a parameter that it does not have, or a value out of range
     */
    default T create(Limits limits, Map<String, String> chosen) {
      return create(limits, chosen, Foresight.NONE);
    }

    /**
     * Makes it for one pool.
     *
     * @param limits the bounds of the pool
     * @param chosen values of its parameters by name; the others have their defaults
     * @param foresight what a bound may know; other strategies make no use of it
     * @throws BadInput for a parameter that it does not have, a value out of range, or a load for
     *     which there is no such bound
     */
    default T create(Limits limits, Map<String, String> chosen, Foresight foresight) {
      return entry().factory.make(limits, Settings.read(schema(), chosen), foresight);
    }
  }

  /** The entry of an enum constant; users write its name in lower case with hyphens. */
  static <T> Entry<T> of(
      Enum<?> constant,
      String description,
      String pools,
      Factory<T> factory,
      Parameter<?>... parameters) {
    String name = constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    return new Entry<>(name, description, pools, Schema.of(name, parameters), factory);
  }

  /** Finds a constant by its name; the error for an unknown name suggests the nearest. */
  static <E extends Enum<E>> E named(String kind, String name, E[] all) {
    List<String> names = Arrays.stream(all).map(E::toString).toList();
    if (!names.contains(name)) {
      throw BadInput.unknown(kind, name, names);
    }
    return all[names.indexOf(name)];
  }
}
