package dev.sessionbench.mock.transport;

import io.grpc.Attributes;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServerTransportFilter;
import io.grpc.inprocess.InProcessServerBuilder;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Serves within the process, on threads of the server's own. A direct executor would be faster, but
 * would do the server's work on the client's threads, where nobody could tell it apart.
 */
public final class InProcessEndpoint implements Endpoint {
  /** With two cores and more, replies that are due together leave from two threads. */
  private static final int WORKERS =
      Math.max(1, Math.min(4, Runtime.getRuntime().availableProcessors()));

  private final String name = InProcessServerBuilder.generateName();
  private final WorkerLoops workers;
  private final Exposure exposure;
  private @Nullable Server server;

  public InProcessEndpoint(ServerThreads threads, Exposure exposure) {
    this.exposure = exposure;
    workers = new WorkerLoops(WORKERS, work -> threads.newThread("worker", work));
  }

  @Override
  public void start(ServerServiceDefinition service, ServerTransportFilter channels)
      throws IOException {
    InProcessServerBuilder builder =
        InProcessServerBuilder.forName(name)
            .executor(workers)
            .scheduledExecutorService(workers)
            .addTransportFilter(channels)
            .addService(service);
    exposure.addTo(builder);
    server = builder.build().start();
  }

  @Override
  public DelayScheduler scheduler() {
    return new LoopScheduler(workers);
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
    // Not waited for: the server waits for the threads themselves.
    var unused = workers.shutdownGracefully(0, 1, TimeUnit.SECONDS);
  }
}
