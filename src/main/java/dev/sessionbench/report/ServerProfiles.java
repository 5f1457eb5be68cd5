package dev.sessionbench.report;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.FileParameters;
import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.results.CellResult;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Under which profiles of the server results were measured. A result of the original's times names
 * no profile; any other names it and tells its content by a hash.
 */
public final class ServerProfiles {
  private static final String ORIGINAL = "original";

  private ServerProfiles() {}

  /**
   * Names the original's profile beside results of another, calls a content that has several names
   * by the first of them, and leaves the hashes out where the names alone tell the contents apart.
   */
  static List<ComparisonInput> toldApart(List<ComparisonInput> inputs) {
    List<Map<String, String>> all =
        results(inputs).stream().map(result -> result.key().params()).toList();
    if (all.stream().noneMatch(params -> params.containsKey(FileParameters.PROFILE))) {
      return inputs;
    }
    Map<String, String> nameOf = new HashMap<>();
    all.forEach(
        params ->
            nameOf.putIfAbsent(
                content(params), params.getOrDefault(FileParameters.PROFILE, ORIGINAL)));
    boolean namesTell = Set.copyOf(nameOf.values()).size() == nameOf.size();
    return inputs.stream()
        .map(input -> input.changed(params -> told(params, nameOf, namesTell)))
        .toList();
  }

  private static Map<String, String> told(
      Map<String, String> of, Map<String, String> nameOf, boolean namesTell) {
    Map<String, String> params = new TreeMap<>(of);
    params.computeIfPresent(FileParameters.PROFILE, (key, name) -> nameOf.get(content(params)));
    if (namesTell) {
      params.remove(FileParameters.PROFILE_CONTENT);
    }
    if (isOfAPool(params)) {
      params.putIfAbsent(FileParameters.PROFILE, ORIGINAL);
    }
    return params;
  }

  /**
   * Refuses to compare what was measured on servers of different times.
   *
   * @param inputs the sets of results
   * @param filter which of them take part
   * @param otherwise what else the command can do with them
   * @throws BadInput if they are of more than one content
   */
  public static void requireOne(List<ComparisonInput> inputs, CellFilter filter, String otherwise) {
    Map<String, Set<String>> namesByContent =
        results(inputs).stream()
            .filter(result -> filter.passes(result.key()))
            .map(result -> result.key().params())
            .filter(ServerProfiles::isOfAPool)
            .collect(
                Collectors.groupingBy(
                    ServerProfiles::content,
                    TreeMap::new,
                    Collectors.mapping(
                        params -> params.getOrDefault(FileParameters.PROFILE, ORIGINAL),
                        Collectors.toCollection(TreeSet::new))));
    if (namesByContent.size() > 1) {
      throw new BadInput(
          "the server's times differ: profiles %s; %s, --mix-profiles leaves them side by side"
              .formatted(
                  namesByContent.entrySet().stream()
                      .map(ServerProfiles::words)
                      .collect(Collectors.joining(", ")),
                  otherwise));
    }
  }

  /** Other benchmarks have servers without such times. */
  private static boolean isOfAPool(Map<String, String> params) {
    return params.containsKey(PoolShape.INC_STEP) || params.containsKey("minSessions");
  }

  private static String content(Map<String, String> params) {
    return params.getOrDefault(
        FileParameters.PROFILE_CONTENT, params.getOrDefault(FileParameters.PROFILE, ORIGINAL));
  }

  private static String words(Map.Entry<String, Set<String>> content) {
    String names = String.join(" = ", content.getValue());
    return content.getValue().contains(content.getKey())
        ? names
        : names + " (" + content.getKey() + ")";
  }

  private static List<CellResult> results(List<ComparisonInput> inputs) {
    return inputs.stream().flatMap(input -> input.results().stream()).toList();
  }
}
