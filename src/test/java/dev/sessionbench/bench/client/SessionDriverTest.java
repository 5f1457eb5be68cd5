package dev.sessionbench.bench.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.sessionbench.base.model.LatencyProfile;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.model.Transport;
import dev.sessionbench.bench.client.Attempts.AcquireWait;
import dev.sessionbench.bench.client.PoolLibrary.Opened;
import dev.sessionbench.bench.client.SpannerOperations.OpenRead;
import dev.sessionbench.mock.MockServerOptions;
import dev.sessionbench.mock.MockSpannerServer;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the driver that pools use, without a real pool. */
class SessionDriverTest {
  private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(20);

  private final Attempts attempts = new Attempts();
  private MockSpannerServer server;
  private RemoteSessions sessions;
  private String url;

  @BeforeEach
  void start() throws IOException {
    server =
        MockSpannerServer.start(
            MockServerOptions.defaults()
                .withTransport(Transport.INPROCESS)
                .withLatencies(LatencyProfile.none()));
    sessions =
        new RemoteSessions(
            ServerAddress.of(server, Transport.INPROCESS)
                .channels(1, List.of(new AttemptCounter(attempts))),
            Runnable::run);
    url = SessionDriver.url(sessions);
  }

  @AfterEach
  void stop() {
    sessions.close();
    server.close();
  }

  private long received(Rpc rpc) {
    return server.counters().count(rpc);
  }

  @Test
  @SuppressWarnings("try") // It is about closing twice.
  void eachConnectionIsOneSessionFromOneRpc() throws SQLException {
    try (Connection one = DriverManager.getConnection(url);
        Connection other = DriverManager.getConnection(url)) {
      assertThat(one.equals(one)).isTrue();
      assertThat(one).isNotEqualTo(other).hasSameHashCodeAs(one);
      assertThat(one.isValid(1)).isTrue();
      assertThat(received(Rpc.BATCH_CREATE_SESSIONS)).isEqualTo(2);
      assertThat(received(Rpc.GET_SESSION)).isEqualTo(1);
      assertThat(sessions.alive()).isEqualTo(2);
      one.close();
      assertThat(one.isClosed()).isTrue();
      assertThat(one.isValid(1)).isFalse();
      one.close();
    }
    sessions.awaitQuiet(0, LIMIT_NANOS);
    assertThat(received(Rpc.DELETE_SESSION)).isEqualTo(2);
    assertThat(server.sessions().alive()).isZero();
  }

  @Test
  void interruptedThreadStillConnectsAsOverABlockingSocket() throws SQLException {
    Thread.currentThread().interrupt();
    try (Connection connection = DriverManager.getConnection(url)) {
      assertThat(Thread.interrupted()).isTrue();
      assertThat(connection.isClosed()).isFalse();
    }
  }

  @Test
  void statementsSendTheRpcsOfAnOperation() throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        PreparedStatement query = connection.prepareStatement(SpannerOperations.QUERY);
        ResultSet rows = query.executeQuery();
        PreparedStatement update = connection.prepareStatement(SpannerOperations.UPDATE)) {
      assertThat(rows.next()).isTrue();
      assertThat(rows.next()).isFalse();
      assertThat(update.executeUpdate()).isEqualTo(1);
    }
    assertThat(received(Rpc.EXECUTE_STREAMING_SQL)).isEqualTo(1);
    assertThat(received(Rpc.EXECUTE_SQL)).isEqualTo(1);
    assertThat(received(Rpc.COMMIT)).isEqualTo(1);
  }

  @Test
  void poolRpcsOnACallersThreadDoNotEndItsWait() throws SQLException {
    AcquireWait wait = AcquireWait.begin();
    try (Connection connection = DriverManager.getConnection(url)) {
      assertThat(connection.isValid(1)).isTrue();
      assertThat(wait.hasEnded()).isFalse();
      connection.prepareStatement(SpannerOperations.QUERY).executeQuery().close();
      assertThat(wait.hasEnded()).isTrue();
    }
  }

  @Test
  void forgottenUrlRefusesConnections() {
    SessionDriver.forget(sessions);
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(() -> DriverManager.getConnection(url))
        .withMessage(url + ": is closed");
  }

  /** Lends one connection, and then has none left. */
  private Opened oneLoan() {
    AtomicBoolean lent = new AtomicBoolean();
    return new Opened(
        () -> {
          if (lent.getAndSet(true)) {
            throw new SQLException("none left", new IllegalArgumentException("of this pool"));
          }
          return DriverManager.getConnection(url);
        },
        () -> {});
  }

  @Test
  void poolFailureKeepsTheMessageButNoPoolClass() {
    try (PooledConnections pool = new PooledConnections(this::oneLoan, 0, sessions, attempts)) {
      pool.open();
      AcquireWait wait = AcquireWait.begin();
      OpenRead read = pool.openRead();
      assertThat(wait.hasEnded()).isTrue();
      assertThat(pool.state()).isEqualTo(new PoolUnderTest.PoolState(1, 0, 0));
      assertThatIllegalStateException()
          .isThrownBy(pool::write)
          .withMessage(
              "java.sql.SQLException: none left: java.lang.IllegalArgumentException: of this pool")
          .withNoCause();
      read.close();
      pool.retire();
      pool.awaitQuiescent(LIMIT_NANOS);
      assertThat(pool.state().total()).isZero();
      assertThat(pool.attempts(Rpc.EXECUTE_STREAMING_SQL)).isEqualTo(1);
    }
  }

  @Test
  void settingsUseThePoolsNames() {
    assertThat(PoolLibrary.C3P0.names().values(1, 4, 500, 2))
        .isEqualTo(
            Map.of(
                "minPoolSize", "1",
                "initialPoolSize", "1",
                "maxPoolSize", "4",
                "checkoutTimeout", "500",
                "acquireIncrement", "2"));
    assertThat(PoolLibrary.HIKARICP.names().values(1, 4, 500, 2).values())
        .containsExactly("1", "4", "500");
  }

  @Test
  void parsesAPoolWithOrWithoutItsVersion() {
    ClientUnderTest latest = ClientUnderTest.parse("tomcat-jdbc");
    assertThat(latest.name()).isEqualTo("tomcat-jdbc-10.1.40");
    assertThat(ClientUnderTest.parse(latest.name())).isEqualTo(latest);
    assertThat(ClientUnderTest.parse("c3p0").hasIncrement()).isTrue();
    assertThat(latest.hasIncrement()).isFalse();
    assertThat(latest.growsByStep()).isFalse();
  }
}
