package dev.sessionbench.study.calibrate;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.type.TypeReference;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.results.Json;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * What was asked of a server and what it answered.
 *
 * @param server how it is called: host and port
 * @param database the database
 * @param region where the client was; empty where nobody said
 * @param startedAt when it began, ISO 8601 in UTC
 * @param suite the version of the suite that measured
 * @param seed decides the order of the waves
 * @param statement what was executed
 * @param budget what it was allowed
 * @param plannedRequests the BatchCreateSessions requests that were planned
 * @param stopped why it ended before its plan did; empty where it did not
 * @param failures how many RPCs failed, by status
 * @param calls the RPCs that succeeded, in their order
 */
public record Calibration(
    @JsonProperty(value = "server", required = true) String server,
    @JsonProperty(value = "database", required = true) String database,
    @JsonProperty(value = "region", required = true) String region,
    @JsonProperty(value = "startedAt", required = true) String startedAt,
    @JsonProperty(value = "suite", required = true) String suite,
    @JsonProperty(value = "seed", required = true) long seed,
    @JsonProperty(value = "statement", required = true) String statement,
    @JsonProperty(value = "budget", required = true) Budget budget,
    @JsonProperty(value = "plannedRequests", required = true) int plannedRequests,
    @JsonProperty(value = "stopped", required = true) String stopped,
    @JsonProperty(value = "failures", required = true) Map<String, Integer> failures,
    @JsonProperty(value = "calls", required = true) List<MeasuredCall> calls) {
  /** Copies the collections. */
  public Calibration {
    failures = Map.copyOf(failures);
    calls = List.copyOf(calls);
  }

  /** Whether a text looks like what {@link #read} takes, and not like a list of results. */
  public static boolean isOne(String text) {
    return text.startsWith("{") && text.contains("\"plannedRequests\"");
  }

  /**
   * Reads a file that {@code calibrate} has written.
   *
   * @param file the file
   * @return what was measured
   * @throws dev.sessionbench.base.model.BadInput if it cannot be read or holds something else
   */
  public static Calibration read(Path file) {
    return Json.read(file, new TypeReference<>() {});
  }

  /** The RPCs of a method. */
  public List<MeasuredCall> calls(Rpc rpc) {
    return calls.stream().filter(call -> call.rpc() == rpc).toList();
  }
}
