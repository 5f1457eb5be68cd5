package dev.sessionbench.base.results;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The hardware and software of a run. Unknown values are {@value #UNKNOWN}.
 *
 * @param jdk the Java version and vendor
 * @param vm the virtual machine's name and version
 * @param os the operating system, its version and architecture
 * @param cpuModel the processor's name
 * @param cores the processors that the JVM may use
 * @param clientVersion the version of google-cloud-spanner on the suite's class path
 * @param gitCommit the commit that this suite was built from
 * @param dirty {@code true} if that build had uncommitted changes
 * @param seed the benchmark's parameter {@code seed}
 * @param orderSeed the seed of the order of the forks
 * @param startedAt when the run was started, ISO 8601 in UTC
 * @param libraries what the measured client ran on, if that was not the suite's class path; else
 *     empty
 * @param others the environments of forks that ran on other machines; mostly empty
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
  /** The text for unknown values. */
  public static final String UNKNOWN = "unknown";

  private static final Path CPU_INFO = Path.of("/proc/cpuinfo");

  /** Older results may lack libraries and other machines; both then become empty. */
  public Environment {
    libraries = Objects.requireNonNullElse(libraries, "");
    others = List.copyOf(Objects.requireNonNullElse(others, List.of()));
  }

  /**
   * The differences that make measurements incomparable: client version, JDK, VM or machine.
   *
   * @param other the other environment
   * @return one phrase for each difference, naming both values; empty if there are no differences
   */
  public List<String> differencesFrom(Environment other) {
    return withGitCommit(other.gitCommit).withDirty(other.dirty).allDifferencesFrom(other);
  }

  /** As {@link #differencesFrom}, plus the suite's commit and its uncommitted changes. */
  public List<String> allDifferencesFrom(Environment other) {
    List<String> differences = new ArrayList<>(buildDifferencesFrom(other));
    differences.addAll(machineDifferencesFrom(other));
    return differences;
  }

  /**
   * The differences of the builds only: suite, client, JDK and VM. Only results without such
   * differences can be merged.
   */
  public List<String> buildDifferencesFrom(Environment other) {
    List<String> differences = new ArrayList<>();
    compare(differences, "suite's commit", gitCommit, other.gitCommit);
    compare(differences, "uncommitted changes", dirty, other.dirty);
    compare(differences, "client version", clientVersion, other.clientVersion);
    compare(differences, "JDK", jdk, other.jdk);
    compare(differences, "VM", vm, other.vm);
    return differences;
  }

  /** The differences of the machines only: operating system, CPU and cores. */
  public List<String> machineDifferencesFrom(Environment other) {
    List<String> differences = new ArrayList<>();
    compare(differences, "operating system", os, other.os);
    compare(differences, "CPU", cpuModel, other.cpuModel);
    compare(differences, "cores", Integer.toString(cores), Integer.toString(other.cores));
    return differences;
  }

  /** A line that names client, commit, JDK, machine and start. */
  public String describe() {
    return "google-cloud-spanner %s, commit %s, JDK %s, %s cores (%s), started %s"
        .formatted(clientVersion, gitCommit, jdk, cores, cpuModel, startedAt);
  }

  private static void compare(List<String> differences, String what, String ours, String theirs) {
    if (!ours.equals(theirs)) {
      differences.add("%s is %s, was %s".formatted(what, ours, theirs));
    }
  }

  /**
   * The environment of this process.
   *
   * @param orderSeed the seed of the order of the forks
   * @param startedAt when the run was started, ISO 8601 in UTC
   * @return the environment, its seed unknown
   */
  public static Environment read(long orderSeed, String startedAt) {
    BuildIdentity build = BuildIdentity.read(Environment.class.getClassLoader());
    return new Environment(
        systemProperties("java.version", "java.vendor"),
        systemProperties("java.vm.name", "java.vm.version"),
        systemProperties("os.name", "os.version", "os.arch"),
        readCpuModel(),
        Runtime.getRuntime().availableProcessors(),
        build.clientVersion(),
        build.gitCommit(),
        build.dirty(),
        UNKNOWN,
        orderSeed,
        startedAt,
        "",
        List.of());
  }

  /**
   * The processor's name in the text of {@code /proc/cpuinfo}.
   *
   * @param cpuInfo the text
   * @return the first processor's name, {@value Environment#UNKNOWN} if the text has none
   */
  static String cpuModel(String cpuInfo) {
    Optional<String> line = cpuInfo.lines().filter(l -> l.startsWith("model name")).findFirst();
    return line.map(name -> name.substring(name.indexOf(':') + 1).strip()).orElse(UNKNOWN);
  }

  private static String readCpuModel() {
    try {
      return cpuModel(Files.readString(CPU_INFO));
    } catch (IOException e) {
      return UNKNOWN;
    }
  }

  private static String systemProperties(String... names) {
    return Stream.of(names).map(name -> System.getProperty(name, UNKNOWN)).collect(joining(" "));
  }
}
