package dev.sessionbench.bench.client;

import dev.sessionbench.base.model.Transport;
import dev.sessionbench.mock.MockSpannerServer;
import io.grpc.ClientInterceptor;
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import io.grpc.inprocess.InProcessChannelBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Names the server of a client, and sets the client to it. */
public sealed interface ServerAddress {
  /** The address of a mock server that was started for a transport. */
  static ServerAddress of(MockSpannerServer mock, Transport transport) {
    return transport == Transport.TCP
        ? new Tcp("localhost", mock.port())
        : new InProcess(mock.inProcessName());
  }

  /** The URL of a server over TCP; empty for a server in this process. */
  default String url() {
    return "";
  }

  /** The way to a server in this process for a client with another gRPC; empty over TCP. */
  default Optional<MessageChannel> messages() {
    return Optional.empty();
  }

  /**
   * Opens as many channels to this address as the real client would. The caller closes them.
   *
   * @param wanted the number of channels that the client is set to, at least 1
   * @param interceptors see every call attempt
   */
  List<ManagedChannel> channels(int wanted, List<ClientInterceptor> interceptors);

  /**
   * A plaintext TCP server.
   *
   * @param host its name or address
   * @param port its port, from 1 to 65535
   */
  record Tcp(String host, int port) implements ServerAddress {
    /** The largest port. */
    public static final int MAX_PORT = 65_535;

    private static final Pattern TEXT =
        Pattern.compile("([A-Za-z0-9._-]+|\\[[0-9a-fA-F:]+\\]):([0-9]{1,5})");

    /**
     * Reads {@code host:port}.
     *
     * @return the address; empty if the text has another form
     */
    public static Optional<Tcp> parse(String text) {
      Matcher parts = TEXT.matcher(text);
      return Optional.of(parts)
          .filter(Matcher::matches)
          .map(found -> new Tcp(found.group(1), Integer.parseInt(found.group(2))))
          .filter(address -> address.port >= 1 && address.port <= MAX_PORT);
    }

    @Override
    public String url() {
      return "http://" + this;
    }

    /** The text that {@link #parse} reads. */
    @Override
    public String toString() {
      return host + ":" + port;
    }

    @Override
    public List<ManagedChannel> channels(int wanted, List<ClientInterceptor> interceptors) {
      List<ManagedChannel> channels = new ArrayList<>();
      for (int i = 0; i < wanted; i++) {
        var plain = ManagedChannelBuilder.forTarget("dns:///" + this).usePlaintext();
        channels.add(plain.intercept(interceptors).build());
      }
      return channels;
    }
  }

  /**
   * A server in this process. The client then makes no channels: one channel carries all RPCs. Its
   * {@code numChannels} still decides over how many RPCs it spreads the minimum.
   *
   * @param name the server's in-process name
   */
  record InProcess(String name) implements ServerAddress {
    @Override
    public Optional<MessageChannel> messages() {
      return Optional.of(new InProcessMessages(name));
    }

    @Override
    public List<ManagedChannel> channels(int wanted, List<ClientInterceptor> interceptors) {
      return List.of(
          InProcessChannelBuilder.forName(name).usePlaintext().intercept(interceptors).build());
    }
  }
}
