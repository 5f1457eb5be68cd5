package dev.sessionbench.base.results;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The parameters of cells, each with its value. */
public final class Params {
  private Params() {}

  /** The same with a value of one parameter, in place of any that it has. */
  public static Map<String, String> with(Map<String, String> params, String name, String value) {
    return with(params, Map.of(name, value));
  }

  /** The same with the values of some parameters, in place of any that they have. */
  public static Map<String, String> with(Map<String, String> params, Map<String, String> others) {
    Map<String, String> more = new TreeMap<>(params);
    more.putAll(others);
    return more;
  }

  /**
   * Every choice of one value for each parameter.
   *
   * @param values those of each parameter; the last one's change fastest
   */
  public static List<Map<String, String>> product(
      Map<String, ? extends Collection<String>> values) {
    List<Map<String, String>> product = List.of(Map.of());
    for (Map.Entry<String, ? extends Collection<String>> each : values.entrySet()) {
      product =
          product.stream()
              .flatMap(known -> each.getValue().stream().map(v -> with(known, each.getKey(), v)))
              .toList();
    }
    return product;
  }
}
