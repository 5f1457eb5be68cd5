package dev.sessionbench.mock.serve;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.grpc.netty.shaded.io.netty.util.NetUtil;
import io.grpc.netty.shaded.io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Serves pages over HTTP, generated for each request. It accepts no changes. */
final class HttpPages implements AutoCloseable {
  private static final int THREADS = 4;
  private static final int MISDIRECTED = 421;

  /** Nothing is loaded from elsewhere, and scripts or styles inside a page do not run. */
  private static final String POLICY =
      "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src data:;"
          + " base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  static {
    // In seconds. Without it, a client that stops half-way would hold a thread for ever.
    System.getProperties().putIfAbsent("sun.net.httpserver.maxReqTime", "10");
    System.getProperties().putIfAbsent("sun.net.httpserver.maxRspTime", "10");
  }

  private final Map<String, Supplier<Page>> pages;
  private final OwnNames names;
  private final HttpServer server;
  private final ExecutorService workers;

  /**
   * One page.
   *
   * @param status the HTTP status
   * @param contentType its type
   * @param body its content
   */
  record Page(int status, String contentType, String body) {
    static Page text(int status, String text) {
      return new Page(status, "text/plain; charset=utf-8", text);
    }
  }

  /**
   * Starts serving.
   *
   * @param address where to listen; port 0 is any free one
   * @param pages by path
   * @throws IOException if it cannot listen there
   */
  HttpPages(InetSocketAddress address, Map<String, Supplier<Page>> pages) throws IOException {
    this.pages = pages;
    server = HttpServer.create(address, 0);
    names = new OwnNames(address.getAddress(), port());
    workers = Executors.newFixedThreadPool(THREADS, new DefaultThreadFactory("serve-http", true));
    server.setExecutor(workers);
    server.createContext("/", this::answer);
    server.start();
  }

  int port() {
    return server.getAddress().getPort();
  }

  /** Where the pages are, as in {@code http://127.0.0.1:8080/}. */
  String url() {
    return names.url();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      Page page = page(exchange);
      var headers = exchange.getResponseHeaders();
      headers.set("Content-Type", page.contentType());
      headers.set("Cache-Control", "no-store");
      headers.set("X-Content-Type-Options", "nosniff");
      headers.set("Content-Security-Policy", POLICY);
      boolean head = exchange.getRequestMethod().equals("HEAD");
      byte[] body = page.body().getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(page.status(), head ? -1 : body.length);
      if (!head) {
        exchange.getResponseBody().write(body);
      }
    }
  }

  private Page page(HttpExchange exchange) {
    List<String> hosts = exchange.getRequestHeaders().getOrDefault("Host", List.of());
    if (hosts.size() != 1 || !names.include(hosts.get(0))) {
      return Page.text(
          MISDIRECTED, "this server is %s and answers to no other name\n".formatted(names.url()));
    }
    Supplier<Page> page = pages.get(exchange.getRequestURI().getPath());
    if (page == null) {
      return Page.text(404, "No such page; there are: " + String.join(" ", pages.keySet()) + "\n");
    }
    String method = exchange.getRequestMethod();
    if (!method.equals("GET") && !method.equals("HEAD")) {
      exchange.getResponseHeaders().set("Allow", "GET, HEAD");
      return Page.text(405, "This can only be read: GET or HEAD\n");
    }
    return page.get();
  }

  @Override
  public void close() {
    server.stop(0);
    workers.shutdownNow();
  }

  /**
   * The host names under which the server answers requests for its pages. A browser sends the name
   * from a page's address. Any other name may belong to a foreign page that made its own name point
   * to this machine, to read its data (DNS rebinding). IP addresses cannot be redirected in this
   * way.
   *
   * @param address what the server listens on, with its configured name, if any
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

    /** The address and a port, in the form that clients on this machine use. */
    static String hostAndPort(InetAddress address, int port) {
      // Clients on this machine can reach "any address" as localhost.
      String host = address.isAnyLocalAddress() ? "localhost" : address.getHostAddress();
      return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }

    /** Where the pages are, as in {@code http://127.0.0.1:8080/}. */
    String url() {
      return "http://" + hostAndPort(address, port) + "/";
    }

    /** The name with which the address was configured, without a look-up. */
    private String given() {
      return address.toString().replaceFirst("/.*", "").toLowerCase(Locale.ROOT);
    }
  }
}
