package dev.sessionbench.report;

import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.results.Environment;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What makes results hard to compare, beside the commit of the suite: client, JVM and machine. */
public final class EnvironmentDifferences {
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
