package dev.sessionbench.report;

import com.google.common.collect.SortedSetMultimap;
import com.google.common.collect.TreeMultimap;
import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.FileParameters;
import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.results.CellCurves;
import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.results.Environment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/**
 * One set of results in a comparison or a report.
 *
 * @param label its column's heading if files are columns
 * @param origin how messages name it
 * @param results its results
 */
public record ComparisonInput(String label, String origin, List<CellResult> results) {

  /**
   * Completes the parameters of results with all else that distinguishes them. It adds the client's
   * version if one set holds several, and the server's profile if other results have another. It
   * removes parameters that distinguish no results.
   *
   * @param inputs the sets
   * @return the same sets with completed parameters
   */
  public static List<ComparisonInput> distinct(List<ComparisonInput> inputs) {
    List<ComparisonInput> named =
        ServerProfiles.distinct(inputs.stream().map(ComparisonInput::withVersions).toList());
    // The hash of a load's file is not needed if the file's name identifies the contents.
    return different(named, FileParameters.LOAD, FileParameters.LOAD_CONTENT)
            == different(named, FileParameters.LOAD)
        ? named.stream().map(input -> input.without(FileParameters.LOAD_CONTENT)).toList()
        : named;
  }

  private static long different(List<ComparisonInput> inputs, String... names) {
    return params(inputs)
        .map(params -> Stream.of(names).map(name -> params.getOrDefault(name, "")).toList())
        .distinct()
        .count();
  }

  private static Stream<Map<String, String>> params(List<ComparisonInput> inputs) {
    return inputs.stream().flatMap(input -> input.results.stream()).map(r -> r.key().params());
  }

  /** These results with the versions of their clients, if there are several. */
  private ComparisonInput withVersions() {
    return results.stream().map(CellResult::clientVersion).distinct().count() > 1
        ? changed((r, params) -> params.put(ParameterValues.CLIENT_VERSION, r.clientVersion()))
        : this;
  }

  /**
   * The curves of pools over time, under the parameters that these results have now.
   *
   * @param curves the curves of the results as they were read
   */
  public List<CellCurves> named(List<CellCurves> curves) {
    Set<String> needless = new HashSet<>(FileParameters.CONTENTS);
    params(List.of(this)).forEach(params -> needless.removeAll(params.keySet()));
    return curves.stream().map(one -> one.without(needless)).toList();
  }

  /**
   * These results with one more parameter.
   *
   * @param name its name
   * @param value its value for all of them
   * @return a new set
   */
  public ComparisonInput with(String name, String value) {
    return changed((result, params) -> params.put(name, value));
  }

  private ComparisonInput without(String name) {
    return changed((result, params) -> params.remove(name));
  }

  /** These results with their parameters changed. */
  private ComparisonInput changed(BiConsumer<CellResult, Map<String, String>> change) {
    List<CellResult> changed = new ArrayList<>();
    for (CellResult result : results) {
      Map<String, String> params = new TreeMap<>(result.key().params());
      change.accept(result, params);
      changed.add(result.withParams(params));
    }
    return new ComparisonInput(label, origin, changed);
  }

  /**
   * The server profiles under which results were measured. A result with the original's times names
   * no profile. Any other result names its profile and identifies its content by a hash.
   */
  public static final class ServerProfiles {
    private static final String ORIGINAL = "original";

    private ServerProfiles() {}

    /**
     * Makes the profiles of results comparable. It names the original's profile if other results
     * have another. It calls content with several names by the first name. It removes the hashes if
     * the names identify the contents.
     */
    static List<ComparisonInput> distinct(List<ComparisonInput> inputs) {
      if (params(inputs).noneMatch(params -> params.containsKey(FileParameters.PROFILE))) {
        return inputs;
      }
      Map<String, String> nameOf = new HashMap<>();
      params(inputs).forEach(params -> nameOf.putIfAbsent(content(params), name(params)));
      boolean namesDiffer = Set.copyOf(nameOf.values()).size() == nameOf.size();
      return inputs.stream()
          .map(input -> input.changed((result, params) -> name(params, nameOf, namesDiffer)))
          .toList();
    }

    private static void name(
        Map<String, String> params, Map<String, String> nameOf, boolean namesDiffer) {
      params.computeIfPresent(FileParameters.PROFILE, (key, name) -> nameOf.get(content(params)));
      if (namesDiffer) {
        params.remove(FileParameters.PROFILE_CONTENT);
      }
      if (isOfAPool(params)) {
        params.putIfAbsent(FileParameters.PROFILE, ORIGINAL);
      }
    }

    /**
     * Refuses to compare results that were measured on servers with different times.
     *
     * @param inputs the sets of results
     * @param filter selects the results that take part
     * @param otherwise what else the command can do with them
     * @throws BadInput if the profiles have different contents
     */
    public static void requireOne(
        List<ComparisonInput> inputs, CellFilter filter, String otherwise) {
      SortedSetMultimap<String, String> namesByContent = TreeMultimap.create();
      inputs.stream()
          .flatMap(input -> input.results.stream())
          .map(CellResult::key)
          .filter(key -> filter.passes(key) && isOfAPool(key.params()))
          .forEach(key -> namesByContent.put(content(key.params()), name(key.params())));
      List<String> profiles = new ArrayList<>();
      for (String content : namesByContent.keySet()) {
        Set<String> names = namesByContent.get(content);
        String hash = names.contains(content) ? "" : " (" + content + ")";
        profiles.add(String.join(" = ", names) + hash);
      }
      String differ =
          "the server's times differ: profiles %s; %s, --mix-profiles leaves them side by side";
      BadInput.when(profiles.size() > 1, differ, String.join(", ", profiles), otherwise);
    }

    /** Other benchmarks have servers without such times. */
    private static boolean isOfAPool(Map<String, String> params) {
      return params.containsKey(PoolShape.INC_STEP) || params.containsKey("minSessions");
    }

    private static String name(Map<String, String> params) {
      return params.getOrDefault(FileParameters.PROFILE, ORIGINAL);
    }

    private static String content(Map<String, String> params) {
      return params.getOrDefault(FileParameters.PROFILE_CONTENT, name(params));
    }
  }

  /** Lists what makes results hard to compare: other clients, JVMs and machines. */
  public static final class EnvironmentDifferences {
    private EnvironmentDifferences() {}

    /**
     * How results, and the forks of each, differ from the first result.
     *
     * @param results the results, at least one
     * @return one phrase for each difference, naming both values; empty if there is no difference
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
      if (!ours.isEmpty() && !theirs.isEmpty() && !ours.equals(theirs)) {
        differences.add("%s is %s, was %s".formatted(what, ours, theirs));
      }
    }
  }
}
