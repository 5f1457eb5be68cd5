package dev.sessionbench.base.results;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Operations on the parameters of cells. */
public final class Params {
  private Params() {}

  /** The parameters with one of them set or replaced. */
  public static Map<String, String> with(Map<String, String> params, String name, String value) {
    return with(params, Map.of(name, value));
  }

  /** The parameters with some of them set or replaced. */
  public static Map<String, String> with(Map<String, String> params, Map<String, String> others) {
    Map<String, String> more = new TreeMap<>(params);
    more.putAll(others);
    return more;
  }

  /**
   * All combinations of one value for each parameter.
   *
   * @param values the values of each parameter; the last parameter changes fastest
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
