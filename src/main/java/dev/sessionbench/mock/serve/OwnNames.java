package dev.sessionbench.mock.serve;

import io.grpc.netty.shaded.io.netty.util.NetUtil;
import java.net.InetAddress;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The names by which a server may be asked for its pages. A browser sends the name that stands in
 * the address of a page; where that is another one, a foreign page has made its own name point to
 * this machine, in order to read what it must not (DNS rebinding). Addresses cannot be made to
 * point elsewhere.
 *
 * @param address what the server listens on, with the name that it was told, if any
 * @param port the port of its pages
 */
record OwnNames(InetAddress address, int port) {
  private static final int HTTP_PORT = 80;

  /**
   * Whether a name is the server's own.
   *
   * @param header the Host header of a request
   */
  boolean include(@Nullable String header) {
    String port = ":" + this.port;
    String host = header == null ? "" : header.toLowerCase(Locale.ROOT);
    if (host.endsWith(port)) {
      host = host.substring(0, host.length() - port.length());
    } else if (this.port != HTTP_PORT) {
      return false;
    }
    if (host.isEmpty()) {
      return false;
    }
    InetAddress literal = NetUtil.createInetAddressFromIpAddressString(host);
    return literal == null
        ? host.equals("localhost") || host.equals(given())
        : literal.isLoopbackAddress() || literal.equals(address) || address.isAnyLocalAddress();
  }

  /** The address and a port, as clients on this machine write them. */
  static String hostAndPort(InetAddress address, int port) {
    // Clients on this machine can connect to "any address" by the name of the machine itself.
    String host = address.isAnyLocalAddress() ? "localhost" : address.getHostAddress();
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
  }

  /** Where the pages are, as in {@code http://127.0.0.1:8080/}. */
  String url() {
    return "http://" + hostAndPort(address, port) + "/";
  }

  /** The name by which the address was given, without asking the network for one. */
  private String given() {
    return address.toString().replaceFirst("/.*", "").toLowerCase(Locale.ROOT);
  }
}
