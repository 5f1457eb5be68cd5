package dev.sessionbench.bench.run;

import com.google.common.io.Resources;
import java.io.IOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Finds the profilers that a class path provides for its benchmarks. */
public final class Profilers {
  /** The list in which JMH itself looks for profilers. */
  private static final String LIST = "META-INF/services/org.openjdk.jmh.profile.Profiler";

  private Profilers() {}

  /**
   * The names of the listed profilers, without loading their classes.
   *
   * @param loader finds what is on the class path
   * @return the class names; empty if there is no list or it cannot be read
   */
  public static List<String> listed(ClassLoader loader) {
    List<String> names = new ArrayList<>();
    try {
      for (URL list : Collections.list(loader.getResources(LIST))) {
        Resources.readLines(list, StandardCharsets.UTF_8).stream()
            .map(line -> line.replaceFirst("#.*", "").strip())
            .filter(name -> !name.isEmpty() && !names.contains(name))
            .forEach(names::add);
      }
    } catch (IOException e) {
      // Without the list, the benchmarks report only their times.
      names.clear();
    }
    return names;
  }
}
