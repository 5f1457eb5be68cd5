package dev.sessionbench.mock;

import io.grpc.Attributes;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServerTransportFilter;
import io.grpc.inprocess.InProcessServerBuilder;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;

/**
 * Serves within the process, on one thread of the server's own. A direct executor would be faster,
 * but would do the server's work on the client's threads, where nobody could tell it apart.
 */
final class InProcessEndpoint implements Endpoint {
  private final String name = InProcessServerBuilder.generateName();
  private final ExecutorService worker;

  /** For the deadlines of calls; its thread starts with the first call that has one. */
  private final ScheduledExecutorService deadlines;

  private final Exposure exposure;
  private @Nullable Server server;

  InProcessEndpoint(ServerThreads threads, Exposure exposure) {
    this.exposure = exposure;
    worker = Executors.newSingleThreadExecutor(work -> threads.newThread("worker", work));
    deadlines =
        Executors.newSingleThreadScheduledExecutor(work -> threads.newThread("deadlines", work));
  }

  @Override
  public void start(ServerServiceDefinition service, ServerTransportFilter channels)
      throws IOException {
    InProcessServerBuilder builder =
        InProcessServerBuilder.forName(name)
            .executor(worker)
            .scheduledExecutorService(deadlines)
            .addTransportFilter(channels)
            .addService(service);
    exposure.addTo(builder);
    server = builder.build().start();
  }

  @Override
  public int port() {
    throw new IllegalStateException("a server in process has no port");
  }

  @Override
  public String inProcessName() {
    return name;
  }

  @Override
  public void drop(Attributes call) {
    throw withoutConnections();
  }

  @Override
  public void goAway(Attributes call) {
    throw withoutConnections();
  }

  @Override
  public void restart(long downNanos, DelayScheduler scheduler, Runnable back) {
    throw withoutConnections();
  }

  private static IllegalStateException withoutConnections() {
    return new IllegalStateException("a server in process has no connections");
  }

  @Override
  public boolean drain(Duration patience) {
    return server == null || ServerShutdown.drain(server, patience);
  }

  @Override
  public void close() {
    if (server != null) {
      ServerShutdown.now(server);
    }
    worker.shutdown();
    deadlines.shutdownNow();
  }
}
