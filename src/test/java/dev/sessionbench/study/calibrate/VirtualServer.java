package dev.sessionbench.study.calibrate;

import com.google.common.util.concurrent.Futures;
import dev.sessionbench.base.model.Latency;
import dev.sessionbench.base.model.Latency.LogNormalTime;
import dev.sessionbench.base.model.TimeSource;
import dev.sessionbench.base.model.Transport;
import dev.sessionbench.mock.MockServerOptions;
import dev.sessionbench.mock.MockSpannerServer;
import io.grpc.inprocess.InProcessChannelBuilder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A real mock server, reached by the real stub over a network. Its time passes only during calls.
 * Once all requests sent together have arrived, their replies come in the order of their simulated
 * times. Every method must take some time. Like the service, it reports the time of each RPC in
 * whole milliseconds.
 */
final class VirtualServer implements Target, AutoCloseable {
  private static final long MILLI = 1_000_000;
  private static final long WAYS = 17;

  /** The time of a request on a near network, and of its reply back. */
  static final Latency NETWORK = new LogNormalTime(1_500_000, 0.3);

  static final String DATABASE = "projects/p/instances/i/databases/d";

  private final LinkedBlockingQueue<Due> arrived = new LinkedBlockingQueue<>();
  private final MockSpannerServer server;
  private final ExecutorService answering = Executors.newSingleThreadExecutor();
  private final SpannerTarget target;
  private final AtomicLong nanos = new AtomicLong();
  private final Latency way;
  private final long seed;
  private long ways;

  private record Due(long atNanos, Runnable reply) {}

  /**
   * Makes a server.
   *
   * @param options its settings
   * @param way the time of each request of a wave, and of each reply back
   */
  VirtualServer(MockServerOptions options, Latency way) throws IOException {
    this.way = way;
    seed = options.seed();
    server = MockSpannerServer.start(options.withTransport(Transport.INPROCESS), new ServerTime());
    target =
        new SpannerTarget(
            InProcessChannelBuilder.forName(server.inProcessName()).directExecutor().build(),
            clock(),
            DATABASE,
            TimeUnit.HOURS.toNanos(1));
  }

  private final class ServerTime implements TimeSource {
    @Override
    public long nanos() {
      return nanos.get();
    }

    @Override
    public Cancellable after(long delayNanos, Runnable task) {
      arrived.add(new Due(nanos.get() + delayNanos, task));
      return () -> {};
    }
  }

  /** The clock of the client, which is the same; a wait on it ends at once. */
  TimeSource clock() {
    return new TimeSource() {
      @Override
      public long nanos() {
        return nanos.get();
      }

      @Override
      public Cancellable after(long delayNanos, Runnable task) {
        nanos.addAndGet(delayNanos);
        task.run();
        return () -> {};
      }
    };
  }

  MockSpannerServer server() {
    return server;
  }

  @Override
  public List<Reply> send(List<? extends Request<?, ?>> requests) throws InterruptedException {
    long there = onItsWay();
    nanos.addAndGet(there);
    Future<?> replies = answering.submit(() -> answer(requests.size()));
    List<Reply> received = new ArrayList<>();
    for (Reply reply : target.send(requests)) {
      received.add(seen(reply, there, onItsWay()));
    }
    Futures.getUnchecked(replies);
    // The client continues when the last reply has come back.
    received.forEach(reply -> nanos.accumulateAndGet(reply.sentNanos() + reply.nanos(), Math::max));
    return received;
  }

  private long onItsWay() {
    return way.drawNanos(seed, WAYS, ways++, 1, 1);
  }

  /** A reply as the client sees it. */
  private static Reply seen(Reply reply, long there, long back) {
    return new Reply(
        reply.status(),
        reply.sent(),
        reply.sentNanos() - there,
        there + reply.nanos() + back,
        Math.round(reply.nanos() / (double) MILLI) * MILLI,
        reply.message());
  }

  private void answer(int count) {
    List<Due> all = new ArrayList<>();
    try {
      for (int i = 0; i < count; i++) {
        Due due = arrived.poll(20, TimeUnit.SECONDS);
        if (due == null) {
          throw new AssertionError("a request has not arrived");
        }
        all.add(due);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    all.sort(Comparator.comparingLong(Due::atNanos));
    for (Due due : all) {
      nanos.set(due.atNanos());
      due.reply().run();
    }
  }

  @Override
  public void close() {
    target.close();
    answering.shutdownNow();
    server.close();
  }
}
