package dev.sessionbench.mock.session;

import static dev.sessionbench.mock.Connection.DATABASE;

import com.google.spanner.v1.CreateSessionRequest;
import com.google.spanner.v1.DeleteSessionRequest;
import com.google.spanner.v1.Session;
import com.google.spanner.v1.SpannerGrpc;
import dev.sessionbench.base.model.Transport;
import dev.sessionbench.mock.Connection;
import dev.sessionbench.mock.MockServerOptions;
import dev.sessionbench.mock.MovableClock;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A server whose clock is moved by hand, and the RPCs on sessions that tests make most. */
abstract class SessionRpcsFixture {
  final MovableClock clock = new MovableClock();
  Connection connection;

  @BeforeEach
  void connect() throws IOException {
    connection =
        Connection.to(
            MockServerOptions.defaults()
                .withTransport(Transport.INPROCESS)
                .withBatchLimit(10)
                .withClock(clock));
  }

  @AfterEach
  void disconnect() {
    connection.close();
  }

  Session createLabelled(String key, String value) {
    return stub()
        .createSession(
            CreateSessionRequest.newBuilder()
                .setDatabase(DATABASE)
                .setSession(Session.newBuilder().putLabels(key, value))
                .build());
  }

  Session get(Session session) {
    return connection.getSession(session.getName());
  }

  void delete(Session session) {
    stub().deleteSession(DeleteSessionRequest.newBuilder().setName(session.getName()).build());
  }

  SpannerGrpc.SpannerBlockingStub stub() {
    return connection.stub();
  }
}
