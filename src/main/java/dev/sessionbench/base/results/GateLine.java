package dev.sessionbench.base.results;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.type.TypeReference;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What one gate measured of a head against a base, as the history of gates keeps it. It holds
 * ratios of two builds that ran in turns on one machine, and no times: so gates of different
 * machines and nights can stand in one chain.
 *
 * @param at when it began, ISO 8601 in UTC
 * @param base what the head was held against; gates with the same base are one chain
 * @param head what was measured
 * @param profiles what it named as profiles of the server, each with the hash of its content; those
 *     of other content are another chain. Nothing in lines from before that was noted
 * @param figures one for each gated metric of each timed cell
 */
public record GateLine(
    @JsonProperty(value = "at", required = true) String at,
    @JsonProperty(value = "base", required = true) Build base,
    @JsonProperty(value = "head", required = true) Build head,
    @JsonProperty("profiles") @Nullable Map<String, String> profiles,
    @JsonProperty(value = "figures", required = true) List<Figure> figures) {
  /** How a file of such lines is read. */
  public static final TypeReference<GateLine> TYPE = new TypeReference<>() {};

  /**
   * An arm.
   *
   * @param gitCommit the commit of the suite, or {@code unknown}
   * @param digest of its jar, where the commit does not tell all; else empty, as in lines from
   *     before that was noted
   * @param clientVersion the client's version, or {@code unknown}
   * @param params the benchmark parameters that it sets, and {@code inject} for a fault of its own
   */
  public record Build(
      @JsonProperty(value = "gitCommit", required = true) String gitCommit,
      @JsonProperty("digest") String digest,
      @JsonProperty(value = "clientVersion", required = true) String clientVersion,
      @JsonProperty(value = "params", required = true) SortedMap<String, String> params) {
    /** Copies the map. */
    public Build {
      digest = Objects.requireNonNullElse(digest, "");
      params = new TreeMap<>(params);
    }
  }

  /**
   * How a metric of a cell differed.
   *
   * @param cell the cell
   * @param metric what people call the metric
   * @param unit the metric's unit
   * @param logRatio the natural logarithm of head over base, estimated; above 0 is worse
   * @param standardError its standard error, at least 0
   * @param n the pairs of forks behind it, at least 2
   * @param marginLog the change that does not matter by the policy, as a logarithm of a ratio, at
   *     least 0; 0 in lines from before that was noted
   */
  public record Figure(
      @JsonProperty(value = "cell", required = true) String cell,
      @JsonProperty(value = "metric", required = true) String metric,
      @JsonProperty(value = "unit", required = true) String unit,
      @JsonProperty(value = "logRatio", required = true) double logRatio,
      @JsonProperty(value = "standardError", required = true) double standardError,
      @JsonProperty(value = "n", required = true) int n,
      @JsonProperty("marginLog") double marginLog) {
    /** Checks the ranges. */
    public Figure {
      if (!(marginLog >= 0)) {
        throw new IllegalArgumentException("marginLog " + marginLog + ": must be at least 0");
      }
      if (!Double.isFinite(logRatio) || !(standardError >= 0 && standardError < 1e6) || n < 2) {
        throw new IllegalArgumentException(
            "no ratio of pairs: %s, standard error %s, n %s".formatted(logRatio, standardError, n));
      }
    }
  }

  /** Whether both tell of one gate, however much of it was there when it was judged. */
  public boolean isOfTheGateOf(GateLine other) {
    return at.equals(other.at) && base.equals(other.base) && head.equals(other.head);
  }

  /** Copies the collections. */
  public GateLine {
    profiles = profiles == null ? Map.of() : new TreeMap<>(profiles);
    figures = List.copyOf(figures);
  }
}
