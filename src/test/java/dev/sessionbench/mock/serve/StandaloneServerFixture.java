package dev.sessionbench.mock.serve;

import com.google.spanner.v1.SpannerGrpc;
import dev.sessionbench.mock.profile.Profile;
import dev.sessionbench.mock.profile.Profiles;
import dev.sessionbench.mock.serve.StandaloneServer.ServeOptions;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;

/** A separate server with an HTTP port, and the calls of its tests. */
@Timeout(60)
abstract class StandaloneServerFixture {
  static final String RPC_LABELS =
      "{method=\"BatchCreateSessions\",service=\"google.spanner.v1.Spanner\"";

  final HttpClient http = HttpClient.newHttpClient();
  StandaloneServer server = start("seed: 1");
  ManagedChannel channel = connect();

  static StandaloneServer start(String profile) {
    return StandaloneServer.start(options(Profiles.parse("test <profile>", profile)));
  }

  static ServeOptions options(Profile profile) {
    return new ServeOptions(profile, InetAddress.getLoopbackAddress(), 0, OptionalInt.of(0));
  }

  ManagedChannel connect() {
    return NettyChannelBuilder.forTarget(server.emulatorHost()).usePlaintext().build();
  }

  void restart(String profile) {
    close();
    server = start(profile);
    channel = connect();
  }

  @AfterEach
  void close() {
    channel.shutdownNow();
    server.close();
  }

  SpannerGrpc.SpannerBlockingStub stub() {
    return SpannerGrpc.newBlockingStub(channel).withDeadlineAfter(30, TimeUnit.SECONDS);
  }

  HttpResponse<String> get(String path) throws Exception {
    return request(HttpRequest.newBuilder(uri(path)));
  }

  HttpResponse<String> request(HttpRequest.Builder request) throws Exception {
    return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  URI uri(String path) {
    return URI.create(server.httpAddress().orElseThrow()).resolve(path);
  }

  /** The value of a metric with the given labels. */
  double metric(String nameAndLabels) throws Exception {
    return get("/metrics")
        .body()
        .lines()
        .filter(line -> line.startsWith(nameAndLabels + " "))
        .map(line -> Double.parseDouble(line.substring(nameAndLabels.length() + 1)))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no metric " + nameAndLabels));
  }
}
