package dev.sessionbench.cli;

import com.google.common.io.ByteStreams;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.sessionbench.base.model.Latency.ServerTime;
import dev.sessionbench.base.model.LatencyProfile;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.results.Json;
import dev.sessionbench.mock.MockServerOptions;
import dev.sessionbench.mock.MockSpannerServer;
import dev.sessionbench.mock.rpc.Endpoint.EndpointOptions;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContext;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContextBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.KeyManagerFactory;

/**
 * A mock server that is reached like the service: by TLS, with a token. A token server issues the
 * token for a service account. {@code localhost.p12} was made by {@code keytool -genkeypair -alias
 * localhost -keyalg RSA -dname CN=localhost -ext san=dns:localhost,ip:127.0.0.1 -validity 36500}.
 * Its key is also the account's.
 */
final class ServiceByTls implements AutoCloseable {
  private static final String PASSWORD = "changeit";
  private static final String TOKEN = "the-token-of-this-test";
  private static final Metadata.Key<String> AUTHORIZATION =
      Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

  private final KeyStore keys;
  private final HttpServer tokens;
  private final List<String> claims = new CopyOnWriteArrayList<>();
  private final List<String> authorizations = new CopyOnWriteArrayList<>();
  private final MockSpannerServer server;
  private volatile String refusedToken = "";
  private volatile Status refused = Status.OK;

  ServiceByTls() throws GeneralSecurityException, IOException {
    keys = KeyStore.getInstance("PKCS12");
    try (InputStream in =
        Objects.requireNonNull(ServiceByTls.class.getResourceAsStream("localhost.p12"))) {
      keys.load(in, PASSWORD.toCharArray());
    }
    tokens = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    tokens.createContext("/token", this::handOut);
    tokens.start();
    SslContext tls = tls();
    server =
        MockSpannerServer.start(
            MockServerOptions.defaults()
                .withLatencies(
                    LatencyProfile.none()
                        .with(Rpc.BATCH_CREATE_SESSIONS, ServerTime.ofMillis(1, 0))),
            new EndpointOptions(
                InetAddress.getLoopbackAddress(),
                builder -> ((NettyServerBuilder) builder).sslContext(tls).intercept(guard())));
  }

  private SslContext tls() throws GeneralSecurityException, IOException {
    KeyManagerFactory factory =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(keys, PASSWORD.toCharArray());
    return GrpcSslContexts.configure(SslContextBuilder.forServer(factory)).build();
  }

  /** The options of a JVM that trusts its certificate. */
  static List<String> trust() {
    Path store = Path.of("src/test/resources/dev/sessionbench/cli/localhost.p12");
    return List.of(
        "-Djavax.net.ssl.trustStore=" + store.toAbsolutePath(),
        "-Djavax.net.ssl.trustStorePassword=" + PASSWORD);
  }

  /** Writes the key of the service account in the format of the cloud's console. */
  void writeAccount(Path file) throws GeneralSecurityException {
    String key =
        Base64.getMimeEncoder()
            .encodeToString(
                Objects.requireNonNull(keys.getKey("localhost", PASSWORD.toCharArray()))
                    .getEncoded());
    Json.write(
        file,
        Map.of(
            "type", "service_account",
            "project_id", "p",
            "private_key_id", "1",
            "private_key", "-----BEGIN PRIVATE KEY-----\n" + key + "\n-----END PRIVATE KEY-----\n",
            "client_email", "calibrate@p.iam.gserviceaccount.com",
            "client_id", "1",
            "token_uri", "http://localhost:%d/token".formatted(tokens.getAddress().getPort())));
  }

  private void handOut(HttpExchange asked) throws IOException {
    try (asked) {
      String form =
          URLDecoder.decode(
              new String(ByteStreams.toByteArray(asked.getRequestBody()), StandardCharsets.UTF_8),
              StandardCharsets.UTF_8);
      // header.claims.signature
      claims.add(
          new String(
              Base64.getUrlDecoder().decode(form.split("\\.", -1)[1]), StandardCharsets.UTF_8));
      boolean refuses = !refusedToken.isEmpty();
      String answer =
          refuses
              ? refusedToken
              : "{\"access_token\":\"%s\",\"expires_in\":3600,\"token_type\":\"Bearer\"}"
                  .formatted(TOKEN);
      asked.getResponseHeaders().add("Content-Type", "application/json");
      asked.sendResponseHeaders(refuses ? 400 : 200, answer.length());
      asked.getResponseBody().write(answer.getBytes(StandardCharsets.UTF_8));
    }
  }

  /** Accepts every call that has the token. */
  private ServerInterceptor guard() {
    return new ServerInterceptor() {
      @Override
      public <Q, R> ServerCall.Listener<Q> interceptCall(
          ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
        String authorization = String.valueOf(headers.get(AUTHORIZATION));
        authorizations.add(authorization);
        Status answer =
            authorization.equals("Bearer " + TOKEN)
                ? refused
                : Status.UNAUTHENTICATED.withDescription("Request had invalid credentials.");
        if (answer.isOk()) {
          return next.startCall(call, headers);
        }
        call.close(answer, new Metadata());
        return new ServerCall.Listener<>() {};
      }
    };
  }

  /** Makes the token server refuse with this message from now on. */
  void refuseToken(String token) {
    refusedToken = token;
  }

  /** Makes the service refuse from now on. */
  void refuse(Status status) {
    refused = status;
  }

  /** The claims in the requests for a token, as JSON. */
  List<String> claims() {
    return claims;
  }

  /** The authorization of each RPC. */
  List<String> authorizations() {
    return authorizations;
  }

  MockSpannerServer server() {
    return server;
  }

  @Override
  public void close() {
    server.close();
    tokens.stop(0);
  }
}
