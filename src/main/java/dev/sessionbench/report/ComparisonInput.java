package dev.sessionbench.report;

import dev.sessionbench.model.PoolShape;
import dev.sessionbench.results.CellResult;
import dev.sessionbench.results.Params;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

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
   * the server's profile beside results of another.
   *
   * @param inputs the sets
   * @return the same sets, the parameters of their results completed
   */
  public static List<ComparisonInput> toldApart(List<ComparisonInput> inputs) {
    boolean scaled =
        inputs.stream()
            .flatMap(input -> input.results.stream())
            .anyMatch(result -> result.key().params().containsKey(TIME_SCALE));
    return ServerProfiles.toldApart(inputs.stream().map(input -> input.toldApart(scaled)).toList());
  }

  /**
   * These results with one parameter more.
   *
   * @param name its name
   * @param value its value for all of them
   * @return a new set
   */
  public ComparisonInput with(String name, String value) {
    return new ComparisonInput(
        label, origin, results.stream().map(r -> with(r, Map.of(name, value))).toList());
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
