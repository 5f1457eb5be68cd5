package dev.sessionbench.base.results;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Where and with what a run was made. What could not be found out is {@value #UNKNOWN}.
 *
 * @param jdk the Java version and vendor
 * @param vm the virtual machine's name and version
 * @param os the operating system, its version and architecture
 * @param cpuModel the processor's name
 * @param cores the processors that the JVM may use
 * @param clientVersion the version of google-cloud-spanner on the suite's class path
 * @param gitCommit the commit that this suite was built from
 * @param dirty {@code true} where that build had changes that were not committed
 * @param seed the benchmark's parameter {@code seed}
 * @param orderSeed the seed of the order of the forks
 * @param startedAt when the run was started, ISO 8601 in UTC
 * @param libraries what the measured client ran on, where that was not the suite's class path;
 *     empty where it was
 * @param others where forks of one result ran on machines unlike this one; mostly empty
 */
@RecordBuilder
public record Environment(
    @JsonProperty(value = "jdk", required = true) String jdk,
    @JsonProperty(value = "vm", required = true) String vm,
    @JsonProperty(value = "os", required = true) String os,
    @JsonProperty(value = "cpuModel", required = true) String cpuModel,
    @JsonProperty(value = "cores", required = true) int cores,
    @JsonProperty(value = "clientVersion", required = true) String clientVersion,
    @JsonProperty(value = "gitCommit", required = true) String gitCommit,
    @JsonProperty(value = "dirty", required = true) String dirty,
    @JsonProperty(value = "seed", required = true) String seed,
    @JsonProperty(value = "orderSeed", required = true) long orderSeed,
    @JsonProperty(value = "startedAt", required = true) String startedAt,
    @JsonProperty("libraries") @JsonInclude(JsonInclude.Include.NON_EMPTY) String libraries,
    @JsonProperty("others") @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Environment> others)
    implements EnvironmentBuilder.With {
  /** Stands for what could not be found out. */
  public static final String UNKNOWN = "unknown";

  /** Results that are older than the choice of a client name no libraries, most no others. */
  public Environment {
    libraries = Objects.requireNonNullElse(libraries, "");
    others = List.copyOf(Objects.requireNonNullElse(others, List.of()));
  }

  /**
   * What makes measurements of two environments incomparable: client version, JDK or machine.
   *
   * @param other the other environment
   * @return one phrase for each difference, naming both values; empty where there is none
   */
  public List<String> differencesFrom(Environment other) {
    return withGitCommit(other.gitCommit).withDirty(other.dirty).allDifferencesFrom(other);
  }

  /** As {@link #differencesFrom}, and of the suite itself: forks of one result share all of it. */
  public List<String> allDifferencesFrom(Environment other) {
    List<String> differences = new ArrayList<>(buildDifferencesFrom(other));
    differences.addAll(machineDifferencesFrom(other));
    return differences;
  }

  /** As {@link #allDifferencesFrom}, of the builds alone: what a merged result must share. */
  public List<String> buildDifferencesFrom(Environment other) {
    List<String> differences = new ArrayList<>();
    compare(differences, "suite's commit", gitCommit, other.gitCommit);
    compare(differences, "uncommitted changes", dirty, other.dirty);
    compare(differences, "client version", clientVersion, other.clientVersion);
    compare(differences, "JDK", jdk, other.jdk);
    compare(differences, "VM", vm, other.vm);
    return differences;
  }

  /** As {@link #allDifferencesFrom}, of the machines alone. */
  public List<String> machineDifferencesFrom(Environment other) {
    List<String> differences = new ArrayList<>();
    compare(differences, "operating system", os, other.os);
    compare(differences, "CPU", cpuModel, other.cpuModel);
    compare(differences, "cores", Integer.toString(cores), Integer.toString(other.cores));
    return differences;
  }

  /** With what, where and when, in a line. */
  public String words() {
    return "google-cloud-spanner %s, commit %s, JDK %s, %s cores (%s), started %s"
        .formatted(clientVersion, gitCommit, jdk, cores, cpuModel, startedAt);
  }

  private static void compare(List<String> differences, String what, String ours, String theirs) {
    if (!ours.equals(theirs)) {
      differences.add("%s is %s, was %s".formatted(what, ours, theirs));
    }
  }
}
