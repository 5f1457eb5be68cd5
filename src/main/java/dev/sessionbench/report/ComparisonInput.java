package dev.sessionbench.report;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toSet;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.FileParameters;
import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.results.CellCurves;
import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.results.Environment;
import dev.sessionbench.base.results.Params;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

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

  /**
   * Under which profiles of the server results were measured. A result of the original's times
   * names no profile; any other names it and tells its content by a hash.
   */
  public static final class ServerProfiles {
    private static final String ORIGINAL = "original";

    private ServerProfiles() {}

    /**
     * Names the original's profile beside results of another, calls a content that has several
     * names by the first of them, and leaves the hashes out where the names alone tell the contents
     * apart.
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
    public static void requireOne(
        List<ComparisonInput> inputs, CellFilter filter, String otherwise) {
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

  /**
   * What makes results hard to compare, beside the commit of the suite: client, JVM and machine.
   */
  public static final class EnvironmentDifferences {
    private EnvironmentDifferences() {}

    /**
     * How results, and the forks of each, differ from the first.
     *
     * @param results the results, at least one
     * @return one phrase for each difference, naming both values; empty where there is none
     */
    public static Set<String> of(List<CellResult> results) {
      Set<String> differences = new LinkedHashSet<>();
      Optional<Environment> first = results.stream().flatMap(CellResult::environments).findFirst();
      CellResult reference = results.get(0);
      for (CellResult result : results) {
        result
            .environments()
            .forEach(where -> differences.addAll(where.differencesFrom(first.orElseThrow())));
        compare(differences, "JDK", result.jdkVersion(), reference.jdkVersion());
        compare(differences, "VM", result.vmName(), reference.vmName());
        compare(differences, "JMH", result.jmhVersion(), reference.jmhVersion());
        compare(differences, "threads", result.threads() + "", reference.threads() + "");
        // A file that names no JDK is of an old JMH, which did not record the arguments either.
        boolean recorded = !result.jdkVersion().isEmpty() && !reference.jdkVersion().isEmpty();
        if (recorded && !result.jvmArgs().equals(reference.jvmArgs())) {
          differences.add(
              "JVM arguments are %s, were %s".formatted(result.jvmArgs(), reference.jvmArgs()));
        }
      }
      return differences;
    }

    private static void compare(Set<String> differences, String what, String ours, String theirs) {
      boolean recorded = !ours.isEmpty() && !theirs.isEmpty();
      if (recorded && !ours.equals(theirs)) {
        differences.add("%s is %s, was %s".formatted(what, ours, theirs));
      }
    }
  }
}
