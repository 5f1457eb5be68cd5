package dev.sessionbench.mock.rpc;

import io.grpc.ServerBuilder;
import java.net.InetAddress;
import java.util.function.Consumer;

/**
 * To whom a server shows itself, and what it offers besides the Spanner service.
 *
 * @param address the address to listen on; without meaning in process
 * @param addition adds to each server that is built, as further services, tracers, interceptors and
 *     limits; on TCP the builder is a {@code NettyServerBuilder}. RPCs of further services are
 *     neither delayed nor counted by the server
 */
public record EndpointOptions(InetAddress address, Consumer<ServerBuilder<?>> addition) {
  /** Loopback alone, the Spanner service alone. */
  public static EndpointOptions plain() {
    return new EndpointOptions(InetAddress.getLoopbackAddress(), builder -> {});
  }
}
