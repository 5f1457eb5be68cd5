package dev.sessionbench.mock;

import static dev.sessionbench.mock.Connection.DATABASE;

import com.google.spanner.v1.ExecuteSqlRequest;
import com.google.spanner.v1.ListSessionsRequest;
import com.google.spanner.v1.PartialResultSet;
import com.google.spanner.v1.ResultSet;
import com.google.spanner.v1.Session;
import com.google.spanner.v1.SpannerGrpc;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A server with a movable clock, and the most frequent calls of tests. */
public abstract class ServerFixture {
  public final MovableClock clock = new MovableClock();
  public Connection connection;

  /** The server's settings; a test class may change them. */
  public MockServerOptions options() {
    return Connection.inProcessOptions().withClock(clock);
  }

  @BeforeEach
  public void connect() throws IOException {
    connection = Connection.to(options());
  }

  @AfterEach
  public void disconnect() {
    connection.close();
  }

  public SpannerGrpc.SpannerBlockingStub stub() {
    return connection.stub();
  }

  public ResultSet execute(ExecuteSqlRequest.Builder request) {
    return connection.execute(request);
  }

  public List<PartialResultSet> stream(ExecuteSqlRequest.Builder request) {
    return connection.stream(request);
  }

  public Session get(Session session) {
    return connection.getSession(session.getName());
  }

  public void delete(Session session) {
    connection.deleteSession(session);
  }

  /** The names of the sessions that match a filter. */
  public List<String> list(String filter) {
    return stub()
        .listSessions(
            ListSessionsRequest.newBuilder().setDatabase(DATABASE).setFilter(filter).build())
        .getSessionsList()
        .stream()
        .map(Session::getName)
        .toList();
  }
}
