package dev.sessionbench.mock.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.mock.serve.HttpPages.OwnNames;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that a foreign page in a browser on this machine cannot read the server's pages. */
@Timeout(60)
class HttpSecurityTest {
  private final StandaloneServer server = StandaloneServerFixture.start("seed: 1");
  private final int port = URI.create(server.httpAddress().orElseThrow()).getPort();

  @AfterEach
  void close() {
    server.close();
  }

  /** The reply to a request with headers that no client library would send. */
  private String reply(String path, String headers) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket
          .getOutputStream()
          .write(
              "GET %s HTTP/1.1\r\n%sConnection: close\r\n\r\n"
                  .formatted(path, headers)
                  .getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private String host(String name) {
    return "Host: " + name.replace("PORT", "" + port) + "\r\n";
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/metrics", "/healthz", "/status.js", "/nothing"})
  void everyPathRefusesTheNameOfAnotherSite(String path) throws Exception {
    assertThat(reply(path, host("evil.example:PORT")))
        .startsWith("HTTP/1.1 421 ")
        .endsWith(
            "this server is http://127.0.0.1:%d/ and answers to no other name\n".formatted(port))
        .doesNotContain("mock_spanner");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "evil.example",
        "evil.example:PORT",
        "127.0.0.1.evil.example:PORT",
        "localhost.evil.example:PORT",
        "localhost:1",
        "localhost",
        "192.0.2.7:PORT",
        "256.0.0.1:PORT",
        "[::1:PORT",
        ":PORT",
        "",
        "localhost:PORT:PORT"
      })
  void otherNamesAddressesAndPortsAreRefused(String name) throws Exception {
    assertThat(reply("/healthz", host(name))).startsWith("HTTP/1.1 421 ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"localhost:PORT", "LocalHost:PORT", "127.0.0.1:PORT", "[::1]:PORT"})
  void theMachinesOwnNamesAreAnswered(String name) throws Exception {
    assertThat(reply("/healthz", host(name))).startsWith("HTTP/1.1 200 ").endsWith("ok\n");
  }

  @Test
  void aRequestWithoutANameOrWithTwoIsRefused() throws Exception {
    assertThat(reply("/healthz", "")).startsWith("HTTP/1.1 421 ");
    assertThat(reply("/healthz", host("localhost:PORT") + host("evil.example:PORT")))
        .startsWith("HTTP/1.1 421 ");
  }

  @ParameterizedTest
  @CsvSource({
    // Listening on a name: the name and its address are allowed.
    "box.example, 192.0.2.7, box.example:8080, true",
    "box.example, 192.0.2.7, 192.0.2.7:8080, true",
    "box.example, 192.0.2.7, other.example:8080, false",
    "box.example, 192.0.2.7, 192.0.2.8:8080, false",
    ", 2001:db8::7, [2001:db8::7]:8080, true",
    ", 2001:db8::7, [2001:DB8:0:0::7]:8080, true",
    ", 2001:db8::7, [2001:db8::8]:8080, false",
    // Listening on all addresses: any IP address is allowed, because none can be rebound, but no
    // foreign name.
    ", 0.0.0.0, 192.0.2.8:8080, true",
    ", 0.0.0.0, [2001:db8::8]:8080, true",
    ", 0.0.0.0, localhost:8080, true",
    ", 0.0.0.0, other.example:8080, false",
  })
  void theListenAddressDecidesTheAllowedNames(
      @Nullable String name, String address, String header, boolean own) throws Exception {
    byte[] bytes = InetAddress.getByName(address).getAddress();
    InetAddress listening = InetAddress.getByAddress(name, bytes);
    assertThat(new OwnNames(listening, 8080).include(header)).isEqualTo(own);
  }

  @Test
  void onPort80BrowsersLeaveThePortOut() {
    OwnNames names = new OwnNames(InetAddress.getLoopbackAddress(), 80);
    assertThat(names.include("localhost")).isTrue();
    assertThat(names.include("localhost:80")).isTrue();
    assertThat(names.include("[::1]")).isTrue();
    assertThat(names.include("evil.example")).isFalse();
  }

  @Test
  void inlineScriptsAndStylesDoNotRun() throws Exception {
    String page = reply("/", host("localhost:PORT"));
    String policy =
        Pattern.compile("(?im)^content-security-policy: (.*)$")
            .matcher(page)
            .results()
            .map(result -> result.group(1).strip())
            .findFirst()
            .orElseThrow();
    assertThat(policy)
        .contains("default-src 'none'", "script-src 'self'", "style-src 'self'")
        .contains("frame-ancestors 'none'")
        .doesNotContain("unsafe");
    assertThat(page)
        .contains("<script src=\"status.js\" defer></script>")
        .contains("<link rel=\"stylesheet\" href=\"status.css\">")
        .doesNotContain("<style", " style=")
        .doesNotContainPattern("<script(?![^>]* src=)")
        .doesNotContainPattern(" on[a-z]+=");
  }

  @ParameterizedTest
  @CsvSource({"/status.js, text/javascript, setInterval", "/status.css, text/css, color-scheme"})
  void scriptAndStyleAreServedWithTheirTypes(String path, String type, String content)
      throws Exception {
    assertThat(reply(path, host("localhost:PORT")))
        .startsWith("HTTP/1.1 200 ")
        .containsIgnoringCase("content-type: " + type + "; charset=utf-8")
        .contains(content);
  }
}
