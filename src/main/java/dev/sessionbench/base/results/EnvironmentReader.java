package dev.sessionbench.base.results;

import static dev.sessionbench.base.results.Environment.UNKNOWN;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Determines the environment of this process. */
public final class EnvironmentReader {
  private static final Path CPU_INFO = Path.of("/proc/cpuinfo");

  private EnvironmentReader() {}

  /**
   * The environment of this process.
   *
   * @param orderSeed the seed of the order of the forks
   * @param startedAt when the run was started, ISO 8601 in UTC
   * @return the environment, its seed unknown
   */
  public static Environment read(long orderSeed, String startedAt) {
    BuildIdentity build = BuildIdentity.read(EnvironmentReader.class.getClassLoader());
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
    return cpuInfo
        .lines()
        .filter(line -> line.startsWith("model name"))
        .map(line -> line.substring(line.indexOf(':') + 1).strip())
        .findFirst()
        .orElse(UNKNOWN);
  }

  private static String readCpuModel() {
    try {
      return cpuModel(Files.readString(CPU_INFO));
    } catch (IOException e) {
      return UNKNOWN;
    }
  }

  private static String systemProperties(String... names) {
    return Stream.of(names)
        .map(name -> System.getProperty(name, UNKNOWN))
        .collect(Collectors.joining(" "));
  }
}
