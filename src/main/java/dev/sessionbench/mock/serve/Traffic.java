package dev.sessionbench.mock.serve;

import java.util.stream.Collectors;

import java.util.EnumMap;

import io.prometheus.metrics.core.datapoints.DistributionDataPoint;

import dev.sessionbench.base.model.Rpc;

import dev.sessionbench.base.model.Nanos;

import dev.sessionbench.base.model.TimeSource;
import io.grpc.Metadata;
import io.grpc.ServerStreamTracer;
import io.grpc.ServiceDescriptor;
import io.grpc.Status;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Counts every RPC of a server, at the place where gRPC itself sees it begin and end: so those
 * count too that are refused before they reach a service, and so does the time that replies take to
 * be written.
 *
 * <p>Methods that the server does not have share one counter: clients may invent any number of
 * names.
 */
final class Traffic extends ServerStreamTracer.Factory {
  /** The service and method under which unknown methods count. */
  static final String UNKNOWN = "unknown";

  /** What the names of all metrics begin with. */
  static final String PREFIX = "mock_spanner_";

  private static final String[] METHOD = {"service", "method"};

  /** All that is counted. */
  final PrometheusRegistry registry = new PrometheusRegistry();

  final Counter received =
      Counter.builder()
          .name(PREFIX + "rpcs_received_total")
          .help("RPCs that have arrived, each attempt for itself")
          .labelNames(METHOD)
          .register(registry);
  final Counter ended =
      Counter.builder()
          .name(PREFIX + "rpcs_total")
          .help("RPCs that have ended, by gRPC status")
          .labelNames("service", "method", "status")
          .register(registry);
  final Histogram latency =
      Histogram.builder()
          .name(PREFIX + "rpc_latency_seconds")
          .help("Time from the arrival of an RPC to the end of its reply, at the server")
          .labelNames(METHOD)
          .classicOnly()
          .classicUpperBounds(.0005, .001, .002, .005, .01, .02, .05, .1, .2, .5, 1, 2, 5, 10)
          .register(registry);

  private final TimeSource time;
  private final Map<String, MethodTraffic> byFullName = new LinkedHashMap<>();
  private final MethodTraffic unknown = new MethodTraffic(this, UNKNOWN, UNKNOWN);

  /**
   * Counters for all methods of some services.
   *
   * @param services the services of the server, in the order in which they are to be shown
   * @param time tells how long an RPC takes
   */
  Traffic(Collection<ServiceDescriptor> services, TimeSource time) {
    this.time = time;
    for (ServiceDescriptor service : services) {
      for (var method : service.getMethods()) {
        String name = method.getFullMethodName();
        byFullName.put(
            name, new MethodTraffic(this, service.getName(), name.replaceFirst(".*/", "")));
      }
    }
    byFullName.put(UNKNOWN, unknown);
    GaugeWithCallback.builder()
        .name(PREFIX + "rpcs_in_flight")
        .help("RPCs that have arrived and have not ended")
        .labelNames(METHOD)
        .callback(
            gauge -> used().forEach(m -> gauge.call((double) m.inFlight(), m.service, m.method)))
        .register(registry);
  }

  @Override
  public ServerStreamTracer newServerStreamTracer(String fullMethodName, Metadata headers) {
    MethodTraffic method = byFullName.getOrDefault(fullMethodName, unknown);
    method.begin();
    long begunNanos = time.nanos();
    AtomicBoolean open = new AtomicBoolean(true);
    return new ServerStreamTracer() {
      @Override
      public void streamClosed(Status status) {
        // Documented as called once; a transport that does otherwise must not spoil the counts.
        if (open.compareAndSet(true, false)) {
          method.end(status.getCode(), time.nanos() - begunNanos);
        }
      }
    };
  }

  /** The methods that have had an RPC. */
  List<MethodTraffic> used() {
    return byFullName.values().stream().filter(MethodTraffic::isUsed).toList();
  }

  long begun() {
    return used().stream().mapToLong(MethodTraffic::begun).sum();
  }

  long inFlight() {
    return used().stream().mapToLong(MethodTraffic::inFlight).sum();
  }

  /** The RPCs of one method: those that have begun, and those that have ended, by status. */
  static final class MethodTraffic {
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
}
