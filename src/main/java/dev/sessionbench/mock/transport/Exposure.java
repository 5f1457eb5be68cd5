package dev.sessionbench.mock.transport;

import io.grpc.ServerBuilder;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServerStreamTracer;
import java.net.InetAddress;
import java.util.List;

/**
 * To whom a server shows itself, and what it offers besides the Spanner service.
 *
 * @param address the address to listen on; without meaning in process
 * @param services further services, such as health; their RPCs are neither delayed nor counted by
 *     the server
 * @param observers are told of each RPC of every service, those that gRPC itself refuses included
 */
public record Exposure(
    InetAddress address,
    List<ServerServiceDefinition> services,
    List<ServerStreamTracer.Factory> observers) {
  /** Copies the lists. */
  public Exposure {
    services = List.copyOf(services);
    observers = List.copyOf(observers);
  }

  /** Loopback alone, the Spanner service alone. */
  public static Exposure plain() {
    return new Exposure(InetAddress.getLoopbackAddress(), List.of(), List.of());
  }

  /** Adds what is offered besides to a server that is being built. */
  void addTo(ServerBuilder<?> builder) {
    services.forEach(builder::addService);
    observers.forEach(builder::addStreamTracerFactory);
  }
}
