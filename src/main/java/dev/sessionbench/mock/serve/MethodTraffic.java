package dev.sessionbench.mock.serve;

import dev.sessionbench.base.model.Nanos;
import dev.sessionbench.base.model.Rpc;
import io.grpc.Status;
import io.prometheus.metrics.core.datapoints.DistributionDataPoint;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Collectors;

/** The RPCs of one method: those that have begun, and those that have ended, by status. */
final class MethodTraffic {
  private static final double MILLIS_PER_SECOND = 1e3;

  private final Traffic counts;
  final String service;
  final String method;
  private volatile boolean used;

  /**
   * Counts a method.
   *
   * @param counts where all methods are counted
   * @param service the full name of its service
   * @param method its name within the service
   */
  MethodTraffic(Traffic counts, String service, String method) {
    this.counts = counts;
    this.service = service;
    this.method = method;
  }

  /** Whether it has had an RPC. Without any it is not among the counts, and must not be asked. */
  boolean isUsed() {
    return used;
  }

  /** Its name for people: of another service than Spanner's after the service's own short name. */
  String shown() {
    if (service.equals(Rpc.SERVICE_NAME)) {
      return method;
    }
    return service.equals(Traffic.UNKNOWN)
        ? "(unknown methods)"
        : service.replaceFirst(".*\\.", "") + "/" + method;
  }

  void begin() {
    counts.received.labelValues(service, method).inc();
    // All methods that were used have OK, so that a rate can be had from the first error on.
    counts.ended.initLabelValues(service, method, Status.Code.OK.name());
    used = true;
  }

  void end(Status.Code status, long nanos) {
    counts.latency.labelValues(service, method).observe(nanos / Nanos.PER_SECOND);
    counts.ended.labelValues(service, method, status.name()).inc();
  }

  /** How many have begun. */
  long begun() {
    return counts.received.labelValues(service, method).getLongValue();
  }

  /** How many have ended, by status; OK is always there, others if any RPC has ended with them. */
  Map<Status.Code, Long> ended() {
    Map<Status.Code, Long> ended = new EnumMap<>(Map.of(Status.Code.OK, 0L));
    for (var point : counts.ended.collect().getDataPoints()) {
      if (point.getLabels().get("service").equals(service)
          && point.getLabels().get("method").equals(method)) {
        ended.put(Status.Code.valueOf(point.getLabels().get("status")), (long) point.getValue());
      }
    }
    return ended;
  }

  /** How many have ended well. */
  long ok() {
    return counts.ended.labelValues(service, method, Status.Code.OK.name()).getLongValue();
  }

  /** How many have ended with an error, by status. */
  Map<Status.Code, Long> errors() {
    Map<Status.Code, Long> errors = ended();
    errors.remove(Status.Code.OK);
    return errors;
  }

  /** As in {@code 3 ABORTED, 1 NOT_FOUND}. */
  String errorsInWords() {
    String words =
        errors().entrySet().stream()
            .map(error -> StatusPage.grouped(error.getValue()) + " " + error.getKey())
            .collect(Collectors.joining(", "));
    return words.isEmpty() ? "0" : words;
  }

  long inFlight() {
    // In this order it cannot be negative.
    long ended = sum(ended());
    return begun() - ended;
  }

  /** The mean time from beginning to end in milliseconds; not a number before the first end. */
  double meanMillis() {
    DistributionDataPoint times = counts.latency.labelValues(service, method);
    return times.getSum() * MILLIS_PER_SECOND / times.getCount();
  }

  static long sum(Map<Status.Code, Long> counts) {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }
}
