package dev.sessionbench.bench.client;

import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.model.Settings;
import dev.sessionbench.base.model.SystemTime;
import dev.sessionbench.base.model.Transport;
import dev.sessionbench.bench.client.SpannerOperations.OpenRead;
import dev.sessionbench.mock.MockServerOptions;
import dev.sessionbench.mock.MockSpannerServer;
import dev.sessionbench.mock.profile.Profiles;
import dev.sessionbench.mock.session.SessionStore.SessionStatistics;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts what a client does with certain settings. Twelve callers read at once and keep their
 * sessions for a while, one caller writes, and then all rest for a while. The pool holds 4 to 8
 * sessions unless the settings differ.
 */
final class SettingProbe {
  private static final PoolShape SHAPE = new PoolShape(4, 8, 2, 2);
  private static final int CALLERS = 12;
  private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(30);
  private static final long KEEPING_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
  private static final long IDLE_NANOS = TimeUnit.MILLISECONDS.toNanos(600);

  private SettingProbe() {}

  /**
   * Runs a client once.
   *
   * @param word the client's name
   * @param settings the client's settings, the value of each by the name of its setter, in order
   * @return each count by its name
   * @throws IllegalStateException if the version has no such setting
   */
  static Map<String, Long> counts(String word, Map<String, String> settings)
      throws IOException, InterruptedException {
    MockServerOptions options =
        MockServerOptions.defaults()
            .withTransport(Transport.TCP)
            .withLatencies(Profiles.load(Profiles.ORIGINAL).options().latencies());
    Map<String, Long> counts = new LinkedHashMap<>();
    try (MockSpannerServer server = MockSpannerServer.start(options);
        PoolUnderTest client =
            client(word, new ServerAddress.Tcp("localhost", server.port()), settings)) {
      client.open();
      SessionStatistics first = server.sessions();
      counts.put("sessions at the first use", first.created() + first.multiplexedCreated());
      client.awaitQuiescent(LIMIT_NANOS);
      read(client, counts);
      client.awaitQuiescent(LIMIT_NANOS);
      client.write();
      SystemTime.CLOCK.sleep(IDLE_NANOS);
      for (Rpc rpc : Rpc.values()) {
        long count = server.counters().count(rpc);
        if (count > 0) {
          counts.put(rpc.methodName(), count);
        }
      }
      counts.put("sessions created", server.sessions().created());
      counts.put("sessions at the end", server.sessions().alive());
    }
    return counts;
  }

  /** A client with more settings of its pool, by the names of their setters. */
  static PoolUnderTest client(String word, ServerAddress server, Map<String, String> settings) {
    Generation generation = Generation.parse(word);
    DriverOptions options =
        generation.options(SHAPE, Settings.read(generation.schema(), Map.of()), new Attempts());
    options.pool().putAll(settings);
    return generation.loader().client(word, options, server);
  }

  private static void read(PoolUnderTest client, Map<String, Long> counts)
      throws InterruptedException {
    AtomicLong keeping = new AtomicLong();
    AtomicLong refused = new AtomicLong();
    CountDownLatch over = new CountDownLatch(1);
    List<Thread> callers = new ArrayList<>();
    for (int i = 0; i < CALLERS; i++) {
      Thread caller = new Thread(() -> keep(client, keeping, refused, over));
      callers.add(caller);
      caller.start();
    }
    SystemTime.CLOCK.sleep(KEEPING_NANOS);
    counts.put("readers at once", keeping.get());
    over.countDown();
    for (Thread caller : callers) {
      caller.join();
    }
    counts.put("readers refused", refused.get());
  }

  private static void keep(
      PoolUnderTest client, AtomicLong keeping, AtomicLong refused, CountDownLatch over) {
    try {
      OpenRead read = client.openRead();
      keeping.incrementAndGet();
      over.await();
      read.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      refused.incrementAndGet();
    }
  }
}
