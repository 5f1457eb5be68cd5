package dev.sessionbench.report;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toSet;

import dev.sessionbench.base.model.FileParameters;
import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.results.CellCurves;
import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.results.Params;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * One set of results of a comparison or a report.
 *
 * @param label its column's heading where files are columns
 * @param origin how messages name it
 * @param results its results
 */
public record ComparisonInput(String label, String origin, List<CellResult> results) {
  private static final String TIME_SCALE = "timeScale";

  /**
   * Adds to the parameters what tells results apart and stands elsewhere: the client's version
   * where one set holds several, the time scale of files that are older than it, which is 1, and
   * the server's profile beside results of another; and leaves out what tells nothing apart.
   *
   * @param inputs the sets
   * @return the same sets, the parameters of their results completed
   */
  public static List<ComparisonInput> toldApart(List<ComparisonInput> inputs) {
    boolean scaled =
        inputs.stream()
            .flatMap(input -> input.results.stream())
            .anyMatch(result -> result.key().params().containsKey(TIME_SCALE));
    return loadsToldApart(
        ServerProfiles.toldApart(inputs.stream().map(input -> input.toldApart(scaled)).toList()));
  }

  /**
   * Of loads that files describe, leaves the hashes of their contents out where the names of the
   * files alone tell the contents apart.
   */
  private static List<ComparisonInput> loadsToldApart(List<ComparisonInput> inputs) {
    Map<String, Set<String>> contents =
        inputs.stream()
            .flatMap(input -> input.results.stream())
            .map(result -> result.key().params())
            .filter(params -> params.containsKey(FileParameters.LOAD))
            .collect(
                groupingBy(
                    params -> params.getOrDefault(FileParameters.LOAD, ""),
                    mapping(
                        params -> params.getOrDefault(FileParameters.LOAD_CONTENT, ""), toSet())));
    return contents.values().stream().allMatch(one -> one.size() == 1)
        ? inputs.stream().map(input -> input.changed(ComparisonInput::withoutContent)).toList()
        : inputs;
  }

  private static Map<String, String> withoutContent(Map<String, String> params) {
    Map<String, String> rest = new TreeMap<>(params);
    rest.remove(FileParameters.LOAD_CONTENT);
    return rest;
  }

  /**
   * What pools did over time, under the parameters that these results have now.
   *
   * @param curves those of the results as they were read
   */
  public List<CellCurves> named(List<CellCurves> curves) {
    Set<String> told =
        results.stream().flatMap(r -> r.key().params().keySet().stream()).collect(toSet());
    Set<String> needless =
        FileParameters.CONTENTS.stream().filter(name -> !told.contains(name)).collect(toSet());
    return curves.stream().map(one -> one.without(needless)).toList();
  }

  /**
   * These results with one parameter more.
   *
   * @param name its name
   * @param value its value for all of them
   * @return a new set
   */
  public ComparisonInput with(String name, String value) {
    return changed(params -> Params.with(params, name, value));
  }

  /** These results with their parameters changed. */
  ComparisonInput changed(UnaryOperator<Map<String, String>> change) {
    return new ComparisonInput(
        label,
        origin,
        results.stream().map(r -> r.withParams(change.apply(r.key().params()))).toList());
  }

  private ComparisonInput toldApart(boolean scaled) {
    boolean severalClients = results.stream().map(CellResult::clientVersion).distinct().count() > 1;
    List<CellResult> told = new ArrayList<>();
    for (CellResult result : results) {
      Map<String, String> more = new HashMap<>();
      if (severalClients) {
        more.put(ParameterValues.CLIENT_VERSION, result.clientVersion());
      }
      if (scaled && result.key().params().containsKey(PoolShape.INC_STEP)) {
        more.put(TIME_SCALE, result.key().params().getOrDefault(TIME_SCALE, "1"));
      }
      told.add(with(result, more));
    }
    return new ComparisonInput(label, origin, told);
  }

  private static CellResult with(CellResult result, Map<String, String> more) {
    return result.withParams(Params.with(result.key().params(), more));
  }
}
