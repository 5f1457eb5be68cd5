package dev.sessionbench.bench.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.sessionbench.base.model.Latency.FixedTime;
import dev.sessionbench.base.model.Latency.ServerTime;
import dev.sessionbench.base.model.LatencyProfile;
import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.model.Transport;
import dev.sessionbench.bench.client.ClientFleet;
import dev.sessionbench.bench.client.PoolUnderTest;
import dev.sessionbench.bench.client.PoolUnderTest.PoolState;
import dev.sessionbench.bench.client.PooledClient;
import dev.sessionbench.bench.client.ServerAddress;
import dev.sessionbench.bench.client.SpannerOperations.OpenRead;
import dev.sessionbench.mock.MockServerOptions;
import dev.sessionbench.mock.MockSpannerServer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ClientFleetTest {
  private static final PoolShape SHAPE = new PoolShape(4, 8, 2, 2);
  private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(20);

  private final List<String> log = new ArrayList<>();

  /** A client that records its calls and cannot be closed. */
  private final class Noting implements PoolUnderTest {
    private final String name;

    Noting(String name) {
      this.name = name;
    }

    @Override
    public void open() {}

    @Override
    public void read(Runnable atRow) {}

    @Override
    public void write() {
      log.add(name);
    }

    @Override
    public LatencyProfile filling(LatencyProfile measured) {
      return measured.with(Rpc.COMMIT, ServerTime.NONE);
    }

    @Override
    public void awaitQuiescent(long limitNanos) {
      log.add(name + " rests");
    }

    @Override
    public OpenRead openRead() {
      return () -> {};
    }

    @Override
    public PoolState state() {
      return new PoolState(0, 0, 0);
    }

    @Override
    public long attempts(Rpc rpc) {
      return 0;
    }

    @Override
    public void close() {
      log.add("close " + name);
      throw new IllegalStateException(name);
    }
  }

  @Test
  void eachPoolGrowsByItsShareAndTheFleetReportsSums() throws IOException {
    MockServerOptions options =
        MockServerOptions.defaults()
            .withTransport(Transport.INPROCESS)
            .withLatencies(LatencyProfile.none());
    try (MockSpannerServer server = MockSpannerServer.start(options)) {
      ServerAddress address = new ServerAddress.InProcess(server.inProcessName());
      List<PoolUnderTest> clients =
          Stream.<PoolUnderTest>generate(() -> new PooledClient(SHAPE, address, List.of()))
              .limit(3)
              .toList();
      try (ClientFleet fleet = new ClientFleet(clients)) {
        fleet.open();
        fleet.awaitQuiescent(LIMIT_NANOS);
        assertThat(fleet.state().total()).isEqualTo(12);
        // Two sessions beyond each client's minimum, which is one step.
        List<OpenRead> kept = Stream.generate(fleet::openRead).limit(18).toList();
        fleet.awaitQuiescent(LIMIT_NANOS);
        assertThat(fleet.attempts(Rpc.BATCH_CREATE_SESSIONS))
            .isEqualTo(3L * SHAPE.totalRpcs(6, 100));
        assertThat(server.sessions().alive()).isEqualTo(18);
        assertThat(fleet.state().total()).isEqualTo(18);
        kept.forEach(OpenRead::close);
        assertThat(clients).allMatch(client -> client.state().idle() == 6);
      }
    }
  }

  @Test
  void operationsGoToTheClientsInTurn() {
    ClientFleet fleet = new ClientFleet(List.of(new Noting("a"), new Noting("b")));
    fleet.write();
    fleet.write();
    fleet.write();
    assertThat(log).containsExactly("a", "b", "a");
  }

  @Test
  void fillsAndRestsAsItsClientsDo() {
    ClientFleet fleet = new ClientFleet(List.of(new Noting("a"), new Noting("b")));
    LatencyProfile slow = LatencyProfile.none().with(Rpc.COMMIT, new FixedTime(1));
    assertThat(fleet.filling(slow).time(Rpc.COMMIT)).isEqualTo(ServerTime.NONE);
    fleet.awaitQuiescent(LIMIT_NANOS);
    assertThat(log).containsExactly("a rests", "b rests");
  }

  @Test
  void closesEveryClientDespiteAFailure() {
    ClientFleet fleet = new ClientFleet(List.of(new Noting("a"), new Noting("b")));
    assertThatIllegalStateException()
        .isThrownBy(fleet::close)
        .withMessage("b")
        .satisfies(e -> assertThat(e.getSuppressed()[0]).hasMessage("a"));
    assertThat(log).containsExactly("close b", "close a");
  }
}
