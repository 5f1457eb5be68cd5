package dev.sessionbench.study.exhaustion;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.Nanos;
import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.model.SystemTime;
import dev.sessionbench.base.model.TimeSource;
import dev.sessionbench.bench.client.PooledClient;
import dev.sessionbench.bench.client.PooledClient.PoolUpkeep;
import dev.sessionbench.bench.client.ServerAddress;
import dev.sessionbench.mock.MockSpannerServer;
import dev.sessionbench.mock.journal.RpcRecord;
import dev.sessionbench.study.diagnosis.RpcTimer;
import dev.sessionbench.study.diagnosis.RpcTimer.RpcTiming;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.MethodDescriptor;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The server of a plan: a mock that draws from the plan's seed, or a server elsewhere.
 *
 * @param plan the plan
 * @param mock the mock; empty for a server elsewhere
 */
record PlayedServer(ExhaustionPlan plan, Optional<MockSpannerServer> mock)
    implements AutoCloseable {
  private static final int JOURNAL = 1 << 20;

  /**
   * Starts the mock, if the plan has one.
   *
   * @throws BadInput if it cannot listen
   */
  static PlayedServer start(ExhaustionPlan plan) {
    if (plan.server().isPresent()) {
      return new PlayedServer(plan, Optional.empty());
    }
    try {
      return new PlayedServer(
          plan,
          Optional.of(
              MockSpannerServer.start(
                  Leaderboard.known(plan.profile().options())
                      .withSeed(plan.seed())
                      .withJournalCapacity(JOURNAL))));
    } catch (IOException e) {
      throw new BadInput("the mock server cannot listen: " + e.getMessage(), e);
    }
  }

  /**
   * A client of the server whose pool has its minimum.
   *
   * @param sink receives every call
   * @throws BadInput if the server gives no sessions
   */
  PooledClient open(PoolShape shape, Optional<PoolUpkeep> upkeep, Consumer<RpcTiming> sink) {
    PooledClient opened =
        new PooledClient(shape, address(), Optional.empty(), upkeep, interceptors(sink));
    try {
      opened.open();
      opened.awaitQuiescent((long) (ExhaustionPlan.PATIENCE_SECONDS * Nanos.PER_SECOND));
      return opened;
    } catch (IllegalStateException e) {
      opened.close();
      throw new BadInput("%s: gives no sessions: %s".formatted(words(), e.getMessage()), e);
    } catch (RuntimeException e) {
      opened.close();
      throw e;
    }
  }

  private ServerAddress address() {
    return mock.<ServerAddress>map(server -> new ServerAddress.Tcp("localhost", server.port()))
        .orElseGet(() -> plan.server().orElseThrow());
  }

  /** The last interceptor is the first to see a call, so the network is part of its time. */
  private List<ClientInterceptor> interceptors(Consumer<RpcTiming> sink) {
    RpcTimer timer = new RpcTimer(SystemTime.CLOCK, sink);
    long networkNanos = TimeUnit.MILLISECONDS.toNanos(plan.networkMillis());
    return networkNanos == 0
        ? List.of(timer)
        : List.of(new NetworkDistance(networkNanos, SystemTime.CLOCK), timer);
  }

  /** The user's name for the server. */
  String words() {
    return plan.server()
        .map(s -> "--server " + s.host() + ":" + s.port())
        .orElse("--profile " + plan.profile().name());
  }

  /** The mock's records of its latest calls; empty for a server elsewhere. */
  Optional<List<RpcRecord>> journal() {
    return mock.map(server -> server.journal().entries());
  }

  @Override
  public void close() {
    mock.ifPresent(MockSpannerServer::close);
  }

  /**
   * Simulates a network between client and server. It delays the end of each request by the round
   * trip; the server does nothing without that end. So the server does not count the delay, and no
   * thread waits.
   *
   * @param roundTripNanos the time of the round trip, in nanoseconds
   * @param time schedules the delay
   */
  record NetworkDistance(long roundTripNanos, TimeSource time) implements ClientInterceptor {
    @Override
    public <Q, R> ClientCall<Q, R> interceptCall(
        MethodDescriptor<Q, R> method, CallOptions options, Channel next) {
      return new SimpleForwardingClientCall<>(next.newCall(method, options)) {
        private boolean cancelled;

        @Override
        public void halfClose() {
          var unused = time.after(roundTripNanos, this::arrive);
        }

        private synchronized void arrive() {
          if (!cancelled) {
            super.halfClose();
          }
        }

        @Override
        public synchronized void cancel(@Nullable String message, @Nullable Throwable cause) {
          cancelled = true;
          super.cancel(message, cause);
        }
      };
    }
  }
}
