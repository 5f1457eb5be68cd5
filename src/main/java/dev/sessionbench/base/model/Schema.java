package dev.sessionbench.base.model;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The parameters of one strategy, load, benchmark or command.
 *
 * @param owner whose they are, for complaints
 * @param all the parameters, each name once
 */
public record Schema(String owner, List<Parameter<?>> all) {
  /** Copies the list. */
  public Schema {
    all = List.copyOf(all);
    List<String> names = Parameter.names(all);
    boolean twice = Set.copyOf(names).size() < names.size();
    Invalid.when(twice, "%s: two parameters have one name: %s", owner, names);
  }

  /** A schema of some parameters. */
  public static Schema of(String owner, Parameter<?>... parameters) {
    return new Schema(owner, List.of(parameters));
  }

  /** This schema, plus the parameters of another whose names it lacks. */
  public Schema and(Schema other) {
    Stream<Parameter<?>> more = other.all.stream().filter(p -> find(p.name()).isEmpty());
    return new Schema(owner, Stream.concat(all.stream(), more).toList());
  }

  /** The parameter with a name; empty if there is no such parameter. */
  public Optional<Parameter<?>> find(String name) {
    return all.stream().filter(parameter -> parameter.name().equals(name)).findFirst();
  }

  /** The names, in the order of the parameters. */
  public List<String> names() {
    return Parameter.names(all);
  }

  /** Keeps only the values of these parameters. */
  public Map<String, String> only(Map<String, String> given) {
    Map<String, String> only = new TreeMap<>(given);
    only.keySet().retainAll(names());
    return only;
  }

  /**
   * The parameter of a name.
   *
   * @throws BadInput if there is no such parameter, with the nearest name
   */
  Parameter<?> require(String name) {
    return find(name)
        .orElseThrow(
            () ->
                all.isEmpty()
                    ? new BadInput("unknown parameter '%s': %s takes none".formatted(name, owner))
                    : BadInput.unknown("parameter of " + owner, name, names()));
  }
}
