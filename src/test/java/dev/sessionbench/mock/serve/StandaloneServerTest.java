package dev.sessionbench.mock.serve;

import static dev.sessionbench.mock.Connection.batch;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.mock.profile.Profile;
import dev.sessionbench.mock.profile.Profiles;
import dev.sessionbench.mock.serve.StandaloneServer.ServeOptions;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.internal.testing.StreamRecorder;
import io.grpc.reflection.v1.ServerReflectionGrpc;
import io.grpc.reflection.v1.ServerReflectionRequest;
import io.grpc.reflection.v1.ServerReflectionResponse;
import io.grpc.stub.StreamObserver;
import java.io.DataInputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StandaloneServerTest extends StandaloneServerFixture {
  private static final int SETTINGS_FRAME = 4;
  private static final int MAX_CONCURRENT_STREAMS = 3;

  @ParameterizedTest
  @ValueSource(strings = {"", "google.spanner.v1.Spanner"})
  void healthIsServing(String service) {
    assertThat(
            HealthGrpc.newBlockingStub(channel)
                .check(HealthCheckRequest.newBuilder().setService(service).build())
                .getStatus())
        .isEqualTo(ServingStatus.SERVING);
  }

  @Test
  void reflectionListsTheServices() throws Exception {
    StreamRecorder<ServerReflectionResponse> answer = StreamRecorder.create();
    StreamObserver<ServerReflectionRequest> requests =
        ServerReflectionGrpc.newStub(channel).serverReflectionInfo(answer);
    requests.onNext(ServerReflectionRequest.newBuilder().setListServices("").build());
    requests.onCompleted();
    assertThat(
            answer
                .firstValue()
                .get(30, TimeUnit.SECONDS)
                .getListServicesResponse()
                .getServiceList()
                .stream()
                .map(service -> service.getName()))
        .contains("google.spanner.v1.Spanner", "grpc.health.v1.Health");
  }

  @Test
  void pageShowsTheCountsAndLoadsNothingFromElsewhere() throws Exception {
    stub().batchCreateSessions(batch(7));
    HttpResponse<String> reply = get("/");
    assertThat(reply.statusCode()).isEqualTo(200);
    assertThat(reply.headers().firstValue("content-type")).hasValue("text/html; charset=utf-8");
    assertThat(reply.body())
        .contains("<b>test &lt;profile&gt;</b>")
        .contains("SPANNER_EMULATOR_HOST=" + server.emulatorHost())
        .contains("<dt>Sessions alive</dt><dd>7</dd>")
        .contains("<td>BatchCreateSessions</td><td>1</td>")
        .contains("<noscript><meta http-equiv=\"refresh\"")
        .doesNotContainPattern("(src|href)=\"(https?:)?//");
  }

  @Test
  void healthzIsOk() throws Exception {
    assertThat(get("/healthz").body()).isEqualTo("ok\n");
  }

  @Test
  void otherPathsAndMethodsAreRefused() throws Exception {
    assertThat(get("/metrics/x").statusCode()).isEqualTo(404);
    assertThat(get("/../etc/passwd").statusCode()).isEqualTo(404);
    HttpResponse<String> post =
        request(HttpRequest.newBuilder(uri("/")).POST(HttpRequest.BodyPublishers.ofString("x=1")));
    assertThat(post.statusCode()).isEqualTo(405);
    assertThat(post.headers().firstValue("allow")).hasValue("GET, HEAD");
    HttpResponse<String> head =
        request(
            HttpRequest.newBuilder(uri("/metrics"))
                .method("HEAD", HttpRequest.BodyPublishers.noBody()));
    assertThat(head.statusCode()).isEqualTo(200);
    assertThat(head.body()).isEmpty();
  }

  @Test
  void samplesEachSecondAndDropsExpiredSessionsEachTenth() throws Exception {
    AtomicLong nowMillis = new AtomicLong();
    HandTime time = new HandTime();
    Profile profile = Profiles.parse("p", "sessionIdleTimeout: 5");
    close();
    server =
        new StandaloneServer(
            options(
                profile.withOptions(
                    profile.options().withClock(() -> Instant.ofEpochMilli(nowMillis.get())))),
            time);
    channel = connect();
    stub().batchCreateSessions(batch(3));
    nowMillis.set(6_000);
    time.pass(TimeUnit.SECONDS.toNanos(9));
    assertThat(metric("mock_spanner_sessions_alive")).isEqualTo(3);
    assertThat(get("/").body())
        .contains("Sessions since the start: 3 now, at most 3")
        .contains("10 s ago");
    time.pass(TimeUnit.SECONDS.toNanos(1));
    assertThat(metric("mock_spanner_sessions_alive")).isZero();
    assertThat(metric("mock_spanner_sessions_expired_total")).isEqualTo(3);
    assertThat(get("/").body())
        .contains("Sessions since the start: 0 now, at most 3")
        .contains("Up for 10 s");
    server.close();
    assertThat(time.waiting()).isZero();
  }

  @Test
  void aBusyPortIsReportedInOneLine() {
    int port = Integer.parseInt(server.emulatorHost().replaceFirst(".*:", ""));
    assertThatThrownBy(() -> start(port, OptionalInt.empty()))
        .isInstanceOf(BadInput.class)
        .hasMessage(
            "--port %d: cannot listen on 127.0.0.1:%d; is another server using the port?"
                    .formatted(port, port)
                + " 0 takes any free one");
    int httpPort = uri("/").getPort();
    assertThatThrownBy(() -> start(0, OptionalInt.of(httpPort)))
        .isInstanceOf(BadInput.class)
        .hasMessageStartingWith("--http " + httpPort + ": cannot listen on ");
  }

  private static StandaloneServer start(int port, OptionalInt http) {
    Profile profile = Profiles.parse("p", "seed: 1");
    return StandaloneServer.start(
        new ServeOptions(profile, InetAddress.getLoopbackAddress(), port, http));
  }

  @Test
  void connectionsAdvertiseTheirCallLimit() throws Exception {
    URI address = URI.create("http://" + server.emulatorHost());
    try (Socket socket = new Socket(address.getHost(), address.getPort())) {
      // The HTTP/2 preface, and empty SETTINGS.
      socket
          .getOutputStream()
          .write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      socket.getOutputStream().write(new byte[] {0, 0, 0, SETTINGS_FRAME, 0, 0, 0, 0, 0});
      DataInputStream in = new DataInputStream(socket.getInputStream());
      int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
      assertThat(in.readUnsignedByte()).isEqualTo(SETTINGS_FRAME);
      in.skipNBytes(5);
      long announced = -1;
      for (int i = 0; i < length; i += 6) {
        int setting = in.readUnsignedShort();
        int value = in.readInt();
        announced = setting == MAX_CONCURRENT_STREAMS ? value : announced;
      }
      assertThat(announced).isEqualTo(10_000);
    }
  }
}
