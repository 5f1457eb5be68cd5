package compat;

import com.google.cloud.NoCredentials;
import com.google.cloud.spanner.DatabaseClient;
import com.google.cloud.spanner.DatabaseId;
import com.google.cloud.spanner.ResultSet;
import com.google.cloud.spanner.SessionPoolOptions;
import com.google.cloud.spanner.Spanner;
import com.google.cloud.spanner.SpannerOptions;
import com.google.cloud.spanner.Statement;
import io.opentelemetry.exporter.prometheus.PrometheusHttpServer;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;

/**
 * An application as people write them: threads that read, and the metrics of its client on a port.
 * Its first word says what is wrong with it: healthy, exhausted or leaking; its second is the port.
 */
public final class Application {
  private static final Statement QUERY = Statement.of("SELECT 1 AS COL1");
  private static final int SESSIONS = 50;
  private static final int LEAK_EVERY = 20;

  private Application() {}

  public static void main(String[] args) throws InterruptedException {
    String wrong = args[0];
    PrometheusHttpServer exporter =
        PrometheusHttpServer.builder().setHost("localhost").setPort(Integer.parseInt(args[1])).build();
    OpenTelemetrySdk telemetry =
        OpenTelemetrySdk.builder()
            .setMeterProvider(SdkMeterProvider.builder().registerMetricReader(exporter).build())
            .build();
    SpannerOptions.enableOpenTelemetryMetrics();
    SpannerOptions options =
        SpannerOptions.newBuilder()
            .setProjectId("compat")
            .setCredentials(NoCredentials.getInstance())
            .setOpenTelemetry(telemetry)
            .setSessionPoolOption(
                SessionPoolOptions.newBuilder().setMinSessions(SESSIONS / 2).setMaxSessions(SESSIONS).build())
            .build();
    Spanner spanner = options.getService();
    DatabaseClient client = spanner.getDatabaseClient(DatabaseId.of("compat", "i", "d"));
    int users = wrong.equals("exhausted") ? 3 * SESSIONS : SESSIONS / 2;
    for (int i = 0; i < users; i++) {
      new Thread(() -> work(client, wrong.equals("leaking"))).start();
    }
    Thread.sleep(Long.MAX_VALUE);
  }

  private static void work(DatabaseClient client, boolean leaks) {
    for (int i = 1; ; i++) {
      ResultSet rows = client.singleUse().executeQuery(QUERY);
      rows.next();
      // Whoever returns here, or throws, without closing keeps the session for ever.
      if (!leaks || i % LEAK_EVERY != 0) {
        rows.close();
      }
      try {
        Thread.sleep(50);
      } catch (InterruptedException e) {
        return;
      }
    }
  }
}
