package dev.sessionbench.lab.catalogue;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.lab.strategy.Limits;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * What the catalogue says of a rule.
 *
 * @param <T> what is made of it for one pool
 */
public final class Rule<T> {
  private final String name;
  private final String description;
  private final String pools;
  private final Factory<T> factory;
  private final List<Parameter> parameters;

  /** Makes a rule for one pool. */
  @FunctionalInterface
  interface Factory<T> {
    T make(Limits limits, Settings settings, Foresight foresight);
  }

  Rule(String name, String description, String pools, Factory<T> factory, Parameter... parameters) {
    this.name = name;
    this.description = description;
    this.pools = pools;
    this.factory = factory;
    this.parameters = List.of(parameters);
  }

  /** The one of some that has a name, or a complaint with the nearest. */
  static <E extends Enum<E>> E named(String kind, String name, E[] all) {
    return Arrays.stream(all)
        .filter(one -> one.toString().equals(name))
        .findAny()
        .orElseThrow(
            () -> BadInput.unknown(kind, name, Arrays.stream(all).map(E::toString).toList()));
  }

  T create(Limits limits, Map<String, String> chosen, Foresight foresight) {
    return factory.make(limits, Settings.of(name, parameters, chosen), foresight);
  }

  /** The name as users write it. */
  public String name() {
    return name;
  }

  /** What the rule does, as a phrase. */
  public String description() {
    return description;
  }

  /** Which pools have it; empty for none. */
  public String pools() {
    return pools;
  }

  /** The parameters that it takes. */
  public List<Parameter> parameters() {
    return parameters;
  }
}
