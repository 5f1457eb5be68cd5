package dev.sessionbench.run;

import dev.sessionbench.results.Environment;
import java.util.ArrayList;
import java.util.List;

/**
 * Whether forks of two processes may stand in one result: they must be of one build of the suite.
 */
public final class Comparability {
  private Comparability() {}

  /**
   * What makes two builds or the machines that ran them different.
   *
   * @param now one environment
   * @param before the other
   * @return one phrase for each difference, naming both values; empty where there is none
   */
  public static List<String> differences(Environment now, Environment before) {
    List<String> differences = new ArrayList<>(builds(now, before));
    differences.addAll(machines(now, before));
    return differences;
  }

  /** As {@link #differences}, of the builds alone: they are what a merged result must share. */
  static List<String> builds(Environment now, Environment before) {
    List<String> differences = new ArrayList<>();
    compare(differences, "suite's commit", now.gitCommit(), before.gitCommit());
    compare(differences, "uncommitted changes", now.dirty(), before.dirty());
    compare(differences, "client version", now.clientVersion(), before.clientVersion());
    compare(differences, "JDK", now.jdk(), before.jdk());
    compare(differences, "VM", now.vm(), before.vm());
    return differences;
  }

  /** As {@link #differences}, of the machines alone. */
  static List<String> machines(Environment now, Environment before) {
    List<String> differences = new ArrayList<>();
    compare(differences, "operating system", now.os(), before.os());
    compare(differences, "CPU", now.cpuModel(), before.cpuModel());
    compare(differences, "cores", "" + now.cores(), "" + before.cores());
    return differences;
  }

  private static void compare(List<String> differences, String what, String now, String before) {
    if (!now.equals(before)) {
      differences.add("%s is %s, was %s".formatted(what, now, before));
    }
  }
}
