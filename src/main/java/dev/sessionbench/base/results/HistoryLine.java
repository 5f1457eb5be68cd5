package dev.sessionbench.base.results;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One accepted baseline. It holds ratios within one run and exact counts, and no raw times: times
 * of different machines side by side would be compared, and mean nothing.
 *
 * @param acceptedAt when it was accepted, ISO 8601 in UTC
 * @param gitCommit the commit of the suite that measured it
 * @param clientVersion the client that was measured
 * @param column the parameter that the ratios are over, for example {@code client}
 * @param base its value that the ratios are relative to
 * @param ratios the ratio of the times to the base's, as {@code compare} estimates it, by {@link
 *     #cell cell}; 1 means equal
 * @param counts the exact counts, by cell and metric
 */
public record HistoryLine(
    @JsonProperty(value = "acceptedAt", required = true) String acceptedAt,
    @JsonProperty(value = "gitCommit", required = true) String gitCommit,
    @JsonProperty(value = "clientVersion", required = true) String clientVersion,
    @JsonProperty(value = "column", required = true) String column,
    @JsonProperty(value = "base", required = true) String base,
    @JsonProperty(value = "ratios", required = true) SortedMap<String, Double> ratios,
    @JsonProperty(value = "counts", required = true) SortedMap<String, Long> counts) {
  /** Copies the maps. */
  public HistoryLine {
    ratios = new TreeMap<>(ratios);
    counts = new TreeMap<>(counts);
  }

  /**
   * What a line calls a cell.
   *
   * @param row the row's label
   * @param column the parameter
   * @param value its value
   * @return the name; counts add a space and the metric
   */
  public static String cell(String row, String column, String value) {
    return row + " " + column + "=" + value;
  }
}
