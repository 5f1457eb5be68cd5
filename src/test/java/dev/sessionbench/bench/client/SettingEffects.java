package dev.sessionbench.bench.client;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.type.TypeReference;
import dev.sessionbench.base.results.Environment;
import dev.sessionbench.base.results.Json;
import java.nio.file.Path;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Shows what settings of the pool change in clients of several versions.
 *
 * @param environment the environment in which the effects were counted
 * @param effects one for each setting and client
 */
public record SettingEffects(
    @JsonProperty("environment") Environment environment,
    @JsonProperty("effects") List<Effect> effects) {
  /** Stands for a setting that was not counted in a client. */
  private static final String NOT_COUNTED = "not counted";

  /** Stands for a setting that changes nothing. */
  public static final String NOTHING = "nothing";

  /**
   * A setting with two values in one client.
   *
   * @param client the client
   * @param setting the setting and its two values, for people
   * @param before the counts with the first value, in each run; a missing count is 0
   * @param after the counts with the second value; empty if the version has no such setting
   */
  public record Effect(
      @JsonProperty("client") String client,
      @JsonProperty("setting") String setting,
      @JsonProperty("before") List<Map<String, Long>> before,
      @JsonProperty("after") List<Map<String, Long>> after) {
    /** The counts whose ranges do not overlap, with both ranges. */
    public String text() {
      if (after.isEmpty()) {
        return "has no such setting";
      }
      String changed =
          Stream.concat(before.stream(), after.stream())
              .flatMap(run -> run.keySet().stream())
              .distinct()
              .filter(this::differs)
              .map(name -> "%s %s to %s".formatted(name, range(before, name), range(after, name)))
              .collect(Collectors.joining("; "));
      return changed.isEmpty() ? NOTHING : changed;
    }

    private boolean differs(String name) {
      LongSummaryStatistics one = statistics(before, name);
      LongSummaryStatistics other = statistics(after, name);
      return one.getMax() < other.getMin() || other.getMax() < one.getMin();
    }

    private static LongSummaryStatistics statistics(List<Map<String, Long>> runs, String name) {
      return runs.stream().mapToLong(run -> run.getOrDefault(name, 0L)).summaryStatistics();
    }

    private static String range(List<Map<String, Long>> runs, String name) {
      LongSummaryStatistics all = statistics(runs, name);
      return all.getMin() == all.getMax()
          ? Long.toString(all.getMin())
          : all.getMin() + "-" + all.getMax();
    }
  }

  /** Reads a file. */
  public static SettingEffects read(Path file) {
    return Json.read(file, new TypeReference<>() {});
  }

  /** What a setting changes in a client. */
  public String text(String setting, String client) {
    return effects.stream()
        .filter(effect -> effect.setting.equals(setting) && effect.client.equals(client))
        .map(Effect::text)
        .findFirst()
        .orElse(NOT_COUNTED);
  }
}
