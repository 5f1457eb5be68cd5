package dev.sessionbench.study.calibrate;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.sessionbench.base.model.Nanos;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.text.Numbers;
import dev.sessionbench.study.calibrate.CalibrationRequest.Budget;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The request and the results of a calibration.
 *
 * @param server its name: host and port
 * @param database the database
 * @param startedAt when it began, ISO 8601 in UTC
 * @param suite the version of the suite that measured
 * @param seed decides the order of the waves
 * @param budget the limits of the calibration
 * @param plannedRequests the BatchCreateSessions requests that were planned
 * @param stopped why it ended before its plan; empty if it did not
 * @param failures how many RPCs failed, by status
 * @param calls the RPCs that succeeded, in order
 */
public record Calibration(
    @JsonProperty(value = "server", required = true) String server,
    @JsonProperty(value = "database", required = true) String database,
    @JsonProperty(value = "startedAt", required = true) String startedAt,
    @JsonProperty(value = "suite", required = true) String suite,
    @JsonProperty(value = "seed", required = true) long seed,
    @JsonProperty(value = "budget", required = true) Budget budget,
    @JsonProperty(value = "plannedRequests", required = true) int plannedRequests,
    @JsonProperty(value = "stopped", required = true) String stopped,
    @JsonProperty(value = "failures", required = true) Map<String, Integer> failures,
    @JsonProperty(value = "calls", required = true) List<MeasuredCall> calls) {
  /**
   * One RPC that succeeded, and how long it took.
   *
   * @param rpc the method
   * @param wave the number of its wave, from 0; a wave is sent at the same time
   * @param asked the sessions that it asked for; 0 for methods other than BatchCreateSessions
   * @param created the sessions that came back
   * @param together the RPCs that were sent at the same time, this one included
   * @param inFlight how many of them were in flight when this one was sent, this one included
   * @param nanos the time from sending to the end of the reply, in nanoseconds
   * @param serverNanos the time that the service's front end reports, in nanoseconds, rounded to
   *     milliseconds by the service; -1 if it reports none
   */
  public record MeasuredCall(
      @JsonProperty(value = "rpc", required = true) Rpc rpc,
      @JsonProperty(value = "wave", required = true) int wave,
      @JsonProperty(value = "asked", required = true) int asked,
      @JsonProperty(value = "created", required = true) int created,
      @JsonProperty(value = "together", required = true) int together,
      @JsonProperty(value = "inFlight", required = true) int inFlight,
      @JsonProperty(value = "nanos", required = true) long nanos,
      @JsonProperty(value = "serverNanos", required = true) long serverNanos) {
    /** Stands for a time that the server does not report. */
    public static final long UNKNOWN = -1;

    /**
     * Whether it counts: it is the last of its wave, with all others still in flight. Earlier
     * requests may have been slowed by later ones.
     */
    boolean isCounted() {
      return rpc == Rpc.BATCH_CREATE_SESSIONS && inFlight == together && created > 0;
    }
  }

  /**
   * A number of sessions created at once, and of BatchCreateSessions requests in flight.
   *
   * @param sessions the sessions that came back
   * @param inFlight the requests, this one included
   */
  public record Pair(int sessions, int inFlight) {
    private static final Comparator<Pair> ORDER =
        Comparator.comparingInt(Pair::inFlight).thenComparingInt(Pair::sessions);
  }

  /**
   * How long some calls took.
   *
   * @param sorted their times in nanoseconds, ascending, at least one
   */
  public record Times(List<Long> sorted) {
    static Times of(List<MeasuredCall> calls) {
      return new Times(calls.stream().map(MeasuredCall::nanos).sorted().toList());
    }

    /** The number of calls. */
    public int count() {
      return sorted.size();
    }

    /** A quantile in nanoseconds, interpolated linearly, as the mock draws. */
    public double quantile(double probability) {
      double place = probability * (count() - 1);
      long below = sorted.get((int) place);
      return below + (place - (int) place) * (sorted.get((int) Math.ceil(place)) - below);
    }

    String millis(double probability) {
      return Numbers.fourDigits(quantile(probability) / Nanos.PER_MILLI);
    }
  }

  /** Copies the collections. */
  public Calibration {
    failures = Map.copyOf(failures);
    calls = List.copyOf(calls);
  }

  /** Whether a text looks like a file of {@code calibrate}, and not like a list of results. */
  public static boolean isOne(String text) {
    return text.startsWith("{") && text.contains("\"plannedRequests\"");
  }

  /** The RPCs of a method. */
  public List<MeasuredCall> calls(Rpc rpc) {
    return calls.stream().filter(call -> call.rpc() == rpc).toList();
  }

  /** The times of BatchCreateSessions, by requests in flight and then by sessions. */
  public Map<Pair, Times> pairs() {
    return calls.stream()
        .filter(MeasuredCall::isCounted)
        .collect(
            Collectors.groupingBy(
                call -> new Pair(call.created(), call.inFlight()),
                () -> new TreeMap<>(Pair.ORDER),
                Collectors.collectingAndThen(Collectors.toList(), Times::of)));
  }
}
