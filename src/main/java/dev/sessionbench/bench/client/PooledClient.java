package dev.sessionbench.bench.client;

import com.google.cloud.spanner.SpannerOptions;
import dev.sessionbench.base.model.Invalid;
import dev.sessionbench.base.model.PoolShape;
import io.grpc.ClientInterceptor;
import io.opencensus.common.Function;
import io.opencensus.metrics.LabelValue;
import io.opencensus.metrics.MetricOptions;
import io.opencensus.metrics.MetricRegistry;
import io.opencensus.metrics.Metrics;
import io.opencensus.metrics.export.Metric;
import io.opencensus.metrics.export.MetricDescriptor;
import io.opencensus.metrics.export.TimeSeries;
import io.opencensus.metrics.export.Value;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The client that the suite is built with, with a pool of regular sessions of a given
 * configuration.
 *
 * <p>The pool begins to fill on {@link #open()}, not before. Only one thread may open and close it;
 * any number of threads may call the operations.
 */
public final class PooledClient extends SpannerDriver {
  /**
   * Builds the client with its own times; sends nothing.
   *
   * @param shape the pool
   * @param address its server
   * @param interceptors interceptors that see, and may change, every call attempt
   * @throws IllegalStateException if the environment forces multiplexed sessions
   */
  public PooledClient(
      PoolShape shape, ServerAddress address, List<ClientInterceptor> interceptors) {
    this(shape, address, Optional.empty(), Optional.empty(), interceptors);
  }

  /**
   * Builds the client; sends nothing.
   *
   * @param shape the pool
   * @param address its server
   * @param creationTimeout how long an attempt of BatchCreateSessions may take; empty for the
   *     client's own 60 s
   * @param upkeep when the pool gives up idle sessions; empty for the client's own times
   * @param interceptors interceptors that see, and may change, every call attempt
   * @throws IllegalStateException if the environment forces multiplexed sessions
   */
  public PooledClient(
      PoolShape shape,
      ServerAddress address,
      Optional<Duration> creationTimeout,
      Optional<PoolUpkeep> upkeep,
      List<ClientInterceptor> interceptors) {
    this(options(shape, upkeep), address, creationTimeout, interceptors);
  }

  private PooledClient(
      DriverOptions options,
      ServerAddress address,
      Optional<Duration> creationTimeout,
      List<ClientInterceptor> interceptors) {
    super(
        options,
        builder -> {
          creationTimeout.ifPresent(timeout -> limitCreations(builder, timeout));
          List<ClientInterceptor> all = new ArrayList<>(interceptors);
          all.add(new AttemptCounter(options.attempts()));
          return address.configure(builder, all);
        });
  }

  private static DriverOptions options(PoolShape shape, Optional<PoolUpkeep> upkeep) {
    Map<String, String> pool = DriverOptions.sizes(shape);
    pool.put("IncStep", Integer.toString(shape.incStep()));
    upkeep.ifPresent(
        times -> {
          pool.put("LoopFrequency", Long.toString(times.every().toMillis()));
          pool.put(
              "RemoveInactiveSessionAfterDuration",
              Long.toString(times.removeIdleAfter().toMillis()));
        });
    return new DriverOptions(
        ClientChannels.of(shape.numChannels()),
        pool,
        /* hasPool= */ true,
        /* multiplexed= */ false,
        new Attempts());
  }

  private static void limitCreations(SpannerOptions.Builder options, Duration timeout) {
    var creations = options.getSpannerStubSettingsBuilder().batchCreateSessionsSettings();
    creations.setRetrySettings(
        creations.getRetrySettings().toBuilder()
            .setInitialRpcTimeoutDuration(timeout)
            .setMaxRpcTimeoutDuration(timeout)
            .build());
  }

  @Override
  public PoolMetrics metrics() {
    return metricsReader().read();
  }

  /** Deletes the sessions and closes the channels; waits until that is done. */
  @Override
  public void close() {
    try {
      super.close();
    } finally {
      if (isOpen()) {
        metricsReader().forget();
      }
    }
  }

  private PoolMetricsReader metricsReader() {
    return PoolMetricsReader.of(
        PoolInternals.clientId(databaseClient()), DATABASE_ID.getDatabase());
  }

  /**
   * Decides when a pool gives up unused sessions. The client's own times are 10 s and 55 min. The
   * pool gives up all sessions that have been idle for too long, and then fills up to its minimum
   * again.
   *
   * @param every how often the pool checks its idle sessions, at least 1 ms
   * @param removeIdleAfter how long a session may be idle, at least 1 ms
   */
  public record PoolUpkeep(Duration every, Duration removeIdleAfter) {
    /**
     * Checks the times.
     *
     * @throws IllegalArgumentException if one is shorter than 1 ms
     */
    public PoolUpkeep {
      Invalid.when(
          every.toMillis() < 1 || removeIdleAfter.toMillis() < 1,
          "upkeep every %s, idle for %s: must be at least 1 ms each",
          every,
          removeIdleAfter);
    }
  }

  /**
   * Reads the metrics of one client's pool from the OpenCensus registry of this process.
   *
   * <p>It needs {@code opencensus-impl} on the class path. With the API alone the registry drops
   * all metrics, and every one would be missing.
   *
   * <p>The registry outlives the clients and holds their pools weakly. Once a pool has been
   * collected, the client's own gauges throw for every reader of the registry. So each reader must
   * {@link #forget()} its client while the pool is still referenced.
   *
   * @param owner the labels that distinguish the client's metrics from those of others
   */
  record PoolMetricsReader(List<LabelValue> owner) {
    private static final String PREFIX = "cloud.google.com/java/spanner/";
    private static final LabelValue REGULAR = LabelValue.create("false");
    private static final LabelValue MULTIPLEXED = LabelValue.create("true");

    /**
     * A reader for one client. Ids are counted by database, so one id may name several clients.
     *
     * @param clientId the label {@code client_id} of its metrics
     * @param database the label {@code database} of its metrics
     */
    static PoolMetricsReader of(String clientId, String database) {
      return new PoolMetricsReader(
          List.of(LabelValue.create(clientId), LabelValue.create(database)));
    }

    /**
     * The metrics as of now.
     *
     * @throws IllegalStateException if the client no longer exports a metric, or exports none
     *     because the OpenCensus implementation is not on the class path
     */
    PoolMetrics read() {
      List<Metric> metrics = exported();
      return new PoolMetrics(
          value(metrics, "max_in_use_sessions"),
          value(metrics, "num_sessions_in_pool", LabelValue.create("num_in_use_sessions")),
          value(metrics, "num_sessions_in_pool", LabelValue.create("num_read_sessions")),
          value(metrics, "num_acquired_sessions", REGULAR),
          value(metrics, "num_released_sessions", REGULAR),
          value(metrics, "get_session_timeouts"),
          value(metrics, "num_acquired_sessions", MULTIPLEXED));
    }

    /** Removes the client's metrics from the registry. */
    void forget() {
      for (Metric metric : exported()) {
        for (TimeSeries series : metric.getTimeSeriesList()) {
          if (series.getLabelValues().containsAll(owner)) {
            remove(metric.getMetricDescriptor(), series.getLabelValues());
          }
        }
      }
    }

    private static List<Metric> exported() {
      return Metrics.getExportComponent().getMetricProducerManager().getAllMetricProducer().stream()
          .flatMap(producer -> producer.getMetrics().stream())
          .filter(metric -> metric.getMetricDescriptor().getName().startsWith(PREFIX))
          .toList();
    }

    private long value(List<Metric> metrics, String name, LabelValue... labels) {
      return metrics.stream()
          .filter(metric -> metric.getMetricDescriptor().getName().equals(PREFIX + name))
          .flatMap(metric -> metric.getTimeSeriesList().stream())
          .filter(series -> series.getLabelValues().containsAll(owner))
          .filter(series -> series.getLabelValues().containsAll(List.of(labels)))
          .findFirst()
          .map(PoolMetricsReader::lastValue)
          .orElseThrow(
              () -> new IllegalStateException("the client exports no metric " + PREFIX + name));
    }

    private static long lastValue(TimeSeries series) {
      Value value = series.getPoints().get(series.getPoints().size() - 1).getValue();
      Function<Object, Long> notANumber =
          other -> {
            throw new IllegalStateException("not a number: " + other);
          };
      return value.match(Double::longValue, number -> number, notANumber, notANumber, notANumber);
    }

    /** The registry returns a metric to any caller who describes it as its first owner did. */
    private static void remove(MetricDescriptor metric, List<LabelValue> labels) {
      MetricRegistry registry = Metrics.getMetricRegistry();
      MetricOptions options =
          MetricOptions.builder()
              .setDescription(metric.getDescription())
              .setUnit(metric.getUnit())
              .setLabelKeys(metric.getLabelKeys())
              .build();
      if (metric.getType() == MetricDescriptor.Type.GAUGE_INT64) {
        registry.addDerivedLongGauge(metric.getName(), options).removeTimeSeries(labels);
      } else if (metric.getType() == MetricDescriptor.Type.CUMULATIVE_INT64) {
        registry.addDerivedLongCumulative(metric.getName(), options).removeTimeSeries(labels);
      }
    }
  }
}
