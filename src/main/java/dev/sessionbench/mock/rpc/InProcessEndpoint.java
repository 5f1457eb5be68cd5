package dev.sessionbench.mock.rpc;

import dev.sessionbench.base.model.TimeSource;
import dev.sessionbench.mock.rpc.Endpoint.EndpointOptions;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServerTransportFilter;
import io.grpc.inprocess.InProcessServerBuilder;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Serves within the process, on the server's own threads. A direct executor would be faster, but
 * would run the server on the client's threads, where its use could not be measured.
 */
public final class InProcessEndpoint implements Endpoint {
  /** With two or more cores, two threads can send replies that are due together. */
  private static final int WORKERS =
      Math.max(1, Math.min(4, Runtime.getRuntime().availableProcessors()));

  private final String name = InProcessServerBuilder.generateName();
  private final EventLoops loops;
  private final EndpointOptions endpointOptions;
  private @Nullable Server server;

  /**
   * An endpoint that does not serve yet.
   *
   * @param threads makes its threads
   * @param endpointOptions its services besides Spanner
   */
  public InProcessEndpoint(ServerThreads threads, EndpointOptions endpointOptions) {
    this.endpointOptions = endpointOptions;
    loops = new EventLoops(WORKERS, work -> threads.newThread("worker", work));
  }

  @Override
  public void start(ServerServiceDefinition service, ServerTransportFilter channels)
      throws IOException {
    InProcessServerBuilder builder =
        InProcessServerBuilder.forName(name)
            .executor(loops::execute)
            .scheduledExecutorService(loops.group())
            .addTransportFilter(channels)
            .addService(service);
    endpointOptions.addition().accept(builder);
    server = builder.build().start();
  }

  @Override
  public TimeSource time() {
    return loops;
  }

  @Override
  public String inProcessName() {
    return name;
  }

  @Override
  public boolean drain(Duration patience) {
    return server == null || TcpEndpoint.ends(server.shutdown(), patience);
  }

  @Override
  public void close() {
    if (server != null) {
      TcpEndpoint.ends(server.shutdownNow(), TcpEndpoint.END_PATIENCE);
    }
    loops.stop();
  }
}
