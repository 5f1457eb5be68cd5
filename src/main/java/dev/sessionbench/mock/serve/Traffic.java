package dev.sessionbench.mock.serve;

import dev.sessionbench.base.model.Nanos;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.model.TimeSource;
import dev.sessionbench.base.text.Numbers;
import dev.sessionbench.base.text.TextTable;
import dev.sessionbench.base.text.TextTable.Column;
import dev.sessionbench.mock.rpc.RpcCounters.MethodCounter;
import dev.sessionbench.mock.rpc.SpannerMethods;
import dev.sessionbench.mock.session.SessionStore.SessionStatistics;
import io.grpc.Metadata;
import io.grpc.ServerStreamTracer;
import io.grpc.ServiceDescriptor;
import io.grpc.Status;
import io.prometheus.metrics.core.datapoints.DistributionDataPoint;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.core.metrics.MetricWithFixedMetadata;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/**
 * Counts every RPC of a server where gRPC sees it begin and end. This includes RPCs that are
 * refused before they reach a service, and the time to write replies.
 *
 * <p>Unknown methods share one counter, because clients may invent any number of names.
 */
final class Traffic extends ServerStreamTracer.Factory {
  /** The service and method under which unknown methods are counted. */
  static final String UNKNOWN = "unknown";

  /** The type of the text of all metrics. */
  static final String CONTENT_TYPE = PrometheusTextFormatWriter.CONTENT_TYPE;

  /** The prefix of all metric names. */
  private static final String PREFIX = "mock_spanner_";

  private static final String[] METHOD = {"service", "method"};
  private static final String[] ENDING = {"service", "method", "status"};

  private final PrometheusRegistry registry = new PrometheusRegistry();

  private final Histogram latency =
      registered(
          Histogram.builder()
              .classicOnly()
              .classicUpperBounds(.0005, .001, .002, .005, .01, .02, .05, .1, .2, .5, 1, 2, 5, 10),
          "rpc_latency_seconds",
          "Time from the arrival of an RPC to the end of its reply, at the server",
          METHOD);

  private final TimeSource time;
  private final Map<String, MethodTraffic> byFullName = new LinkedHashMap<>();
  private final MethodTraffic unknown = new MethodTraffic(UNKNOWN, UNKNOWN);

  /**
   * Counters for all methods of some services.
   *
   * @param services the services of the server, in display order
   * @param time measures how long an RPC takes
   */
  Traffic(Collection<ServiceDescriptor> services, TimeSource time) {
    this.time = time;
    for (ServiceDescriptor service : services) {
      for (String method : SpannerMethods.names(service)) {
        byFullName.put(
            service.getName() + '/' + method, new MethodTraffic(service.getName(), method));
      }
    }
    byFullName.put(UNKNOWN, unknown);
    counter(
        "rpcs_received_total",
        "RPCs received, each attempt counted",
        all -> used().forEach(m -> all.call((double) m.received(), m.service, m.method)),
        METHOD);
    counter(
        "rpcs_total",
        "RPCs that have ended, by gRPC status",
        all -> used().forEach(m -> m.countEnded(all)),
        ENDING);
    gauge(
        "rpcs_in_flight",
        "RPCs that have arrived and have not ended",
        all -> used().forEach(m -> all.call((double) m.inProgress(), m.service, m.method)),
        METHOD);
  }

  private void counter(
      String name, String help, Consumer<CounterWithCallback.Callback> value, String... labels) {
    registered(CounterWithCallback.builder().callback(value), name, help, labels);
  }

  private void gauge(
      String name, String help, Consumer<GaugeWithCallback.Callback> value, String... labels) {
    registered(GaugeWithCallback.builder().callback(value), name, help, labels);
  }

  private <M extends MetricWithFixedMetadata> M registered(
      MetricWithFixedMetadata.Builder<?, M> metric, String name, String help, String... labels) {
    return metric.name(PREFIX + name).help(help).labelNames(labels).register(registry);
  }

  /** Adds the metrics of sessions; writes all metrics in the text format of Prometheus. */
  Supplier<String> metrics(Supplier<SessionStatistics> sessions) {
    sessions(sessions, "requested", "that clients requested", SessionStatistics::requested);
    sessions(sessions, "created", "created", SessionStatistics::created);
    sessions(sessions, "deleted", "that clients deleted", SessionStatistics::deleted);
    sessions(
        sessions, "expired", "dropped because they were idle too long", SessionStatistics::expired);
    sessions(sessions, "lost", "that faults removed", SessionStatistics::lost);
    counter(
        "multiplexed_sessions_created_total",
        "Multiplexed sessions created",
        all -> all.call((double) sessions.get().multiplexedCreated()));
    gauge(
        "sessions_alive",
        "Regular sessions that are alive",
        all -> all.call((double) sessions.get().alive()));
    Runtime runtime = Runtime.getRuntime();
    gauge(
        "heap_used_bytes",
        "Heap in use, garbage included",
        all -> all.call((double) (runtime.totalMemory() - runtime.freeMemory())));
    PrometheusTextFormatWriter writer = PrometheusTextFormatWriter.create();
    return () -> writer.toDebugString(registry.scrape());
  }

  private void sessions(
      Supplier<SessionStatistics> sessions,
      String name,
      String which,
      ToLongFunction<SessionStatistics> value) {
    counter(
        "sessions_" + name + "_total",
        "Regular sessions " + which,
        all -> all.call((double) value.applyAsLong(sessions.get())));
  }

  @Override
  public ServerStreamTracer newServerStreamTracer(String fullMethodName, Metadata headers) {
    MethodTraffic method = byFullName.getOrDefault(fullMethodName, unknown);
    method.enter();
    method.takeIndex();
    long begunNanos = time.nanos();
    AtomicBoolean open = new AtomicBoolean(true);
    return new ServerStreamTracer() {
      @Override
      public void streamClosed(Status status) {
        // gRPC documents one call; a transport that makes more must not spoil the counts.
        if (open.compareAndSet(true, false)) {
          method.end(status.getCode(), time.nanos() - begunNanos);
        }
      }
    };
  }

  /** The methods that have received an RPC. */
  List<MethodTraffic> used() {
    return byFullName.values().stream().filter(method -> method.received() > 0).toList();
  }

  /** The methods that have received an RPC, for the page and the summary. */
  TextTable table() {
    return TextTable.of(
        used(),
        List.of(
            new Column<>('l', "RPC", MethodTraffic::shown),
            Column.of("Received", method -> grouped(method.received())),
            Column.of("OK", method -> grouped(method.ok())),
            Column.of("Errors", MethodTraffic::errorText),
            Column.of("In flight", method -> grouped(method.inProgress())),
            Column.of("Mean time", MethodTraffic::meanTime)));
  }

  static String grouped(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  long begun() {
    return used().stream().mapToLong(MethodTraffic::received).sum();
  }

  long inFlight() {
    return used().stream().mapToLong(MethodTraffic::inProgress).sum();
  }

  /** Counts the RPCs of one method: those that have begun, and those that have ended, by status. */
  final class MethodTraffic extends MethodCounter {
    private final String service;
    private final String method;

    private MethodTraffic(String service, String method) {
      this.service = service;
      this.method = method;
    }

    /** Its name for people, with the service's short name unless the service is Spanner. */
    String shown() {
      if (service.equals(Rpc.SERVICE_NAME)) {
        return method;
      }
      return service.equals(UNKNOWN)
          ? "(unknown methods)"
          : service.replaceFirst(".*\\.", "") + "/" + method;
    }

    private void end(Status.Code status, long nanos) {
      latency.labelValues(service, method).observe(nanos / Nanos.PER_SECOND);
      leave(status);
    }

    /**
     * Ended RPCs by status. Every method has OK, so that an error rate exists from the first error
     * on.
     */
    private void countEnded(CounterWithCallback.Callback all) {
      all.call((double) ok(), service, method, Status.Code.OK.name());
      errors().forEach((status, n) -> all.call((double) n, service, method, status.name()));
    }

    /** As in {@code 3 ABORTED, 1 NOT_FOUND}. */
    private String errorText() {
      String text =
          errors().entrySet().stream()
              .map(error -> grouped(error.getValue()) + " " + error.getKey())
              .collect(Collectors.joining(", "));
      return text.isEmpty() ? "0" : text;
    }

    /** The mean time from begin to end. */
    private String meanTime() {
      DistributionDataPoint times = latency.labelValues(service, method);
      return times.getCount() == 0
          ? "–"
          : Numbers.oneDecimal(times.getSum() * 1e3 / times.getCount()) + " ms";
    }
  }
}
