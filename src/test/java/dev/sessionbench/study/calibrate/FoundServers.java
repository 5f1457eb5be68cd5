package dev.sessionbench.study.calibrate;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.type.TypeReference;
import dev.sessionbench.base.results.Json;
import java.nio.file.Path;
import java.util.List;

/**
 * What whole calibrations found of known servers.
 *
 * @param suite the commit that was measured
 * @param startedAt when, ISO 8601 in UTC
 * @param budget what each calibration was allowed
 * @param servers one for each calibration
 */
public record FoundServers(
    @JsonProperty(value = "suite", required = true) String suite,
    @JsonProperty(value = "startedAt", required = true) String startedAt,
    @JsonProperty(value = "budget", required = true) Budget budget,
    @JsonProperty(value = "servers", required = true) List<Found> servers) {
  /** Copies the list. */
  public FoundServers {
    servers = List.copyOf(servers);
  }

  /** Reads a file of them. */
  public static FoundServers read(Path file) {
    return Json.read(file, new TypeReference<>() {});
  }

  /**
   * One calibration.
   *
   * @param seed draws the servers, their times, those of the network, and the order of the waves
   * @param server which of its servers
   * @param model the model it has
   * @param named the model that was named
   * @param baseNanos the mean of what a request takes apart from its sessions and others
   * @param foundBaseNanos that which was found
   * @param perSessionNanos what each session adds
   * @param foundPerSessionNanos that which was found; 0 for nothing
   * @param perOther the share that each other request adds
   * @param foundPerOther that which was found; 0 for nothing
   * @param error by which part of the truth the parameter is wrong that is wrong most; at most 1
   * @param load what the server had to bear
   * @param left the sessions that were alive at the server afterwards
   */
  public record Found(
      @JsonProperty(value = "seed", required = true) long seed,
      @JsonProperty(value = "server", required = true) int server,
      @JsonProperty(value = "model", required = true) String model,
      @JsonProperty(value = "named", required = true) String named,
      @JsonProperty(value = "baseNanos", required = true) long baseNanos,
      @JsonProperty(value = "foundBaseNanos", required = true) long foundBaseNanos,
      @JsonProperty(value = "perSessionNanos", required = true) long perSessionNanos,
      @JsonProperty(value = "foundPerSessionNanos", required = true) long foundPerSessionNanos,
      @JsonProperty(value = "perOther", required = true) double perOther,
      @JsonProperty(value = "foundPerOther", required = true) double foundPerOther,
      @JsonProperty(value = "error", required = true) double error,
      @JsonProperty(value = "load", required = true) ServerLoad load,
      @JsonProperty(value = "left", required = true) long left) {
    /** Whether the model was named and no parameter is wrong by more than 5 %. */
    public boolean isRight() {
      return named.equals(model) && error <= 0.05;
    }
  }
}
