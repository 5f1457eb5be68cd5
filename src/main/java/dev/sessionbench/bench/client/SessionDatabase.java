package dev.sessionbench.bench.client;

import com.google.common.util.concurrent.FutureCallback;
import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import com.google.common.util.concurrent.MoreExecutors;
import com.google.spanner.v1.BatchCreateSessionsRequest;
import com.google.spanner.v1.DeleteSessionRequest;
import com.google.spanner.v1.GetSessionRequest;
import com.google.spanner.v1.SpannerGrpc;
import dev.sessionbench.base.model.SystemTime;
import io.grpc.Channel;
import io.grpc.ManagedChannel;
import io.grpc.StatusRuntimeException;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The database behind a connection pool: each connection is one session of a Spanner server.
 * Connecting is one BatchCreateSessions RPC for one session. So the server's times, cost model,
 * limits, faults and counters also hold for connections. No RPC is retried.
 */
final class SessionDatabase implements AutoCloseable {
  private static final long CONNECT_SECONDS = 60;
  private static final long QUIET_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private final List<ManagedChannel> channels;
  private final String url = SessionDriver.url(this);
  private final AtomicInteger opened = new AtomicInteger();
  private final AtomicInteger connecting = new AtomicInteger();
  private final AtomicInteger deleting = new AtomicInteger();
  private final Set<Session> alive = ConcurrentHashMap.newKeySet();
  private volatile long changedNanos = SystemTime.CLOCK.nanos();

  /** Opens the channels, which the connections use in turn; sends nothing. */
  SessionDatabase(ServerAddress address, int numChannels, Attempts attempts) {
    channels = address.channels(numChannels, List.of(new AttemptCounter(attempts)));
  }

  /** The URL by which {@link SessionDriver} connects to it, until it is closed. */
  String url() {
    return url;
  }

  /** Starts to connect, without waiting. */
  CompletableFuture<Session> connect() {
    Channel channel = channels.get(Math.floorMod(opened.getAndIncrement(), channels.size()));
    CompletableFuture<Session> connected = new CompletableFuture<>();
    connecting.incrementAndGet();
    whenAnswered(
        SpannerGrpc.newFutureStub(channel)
            .withDeadlineAfter(CONNECT_SECONDS, TimeUnit.SECONDS)
            .batchCreateSessions(
                BatchCreateSessionsRequest.newBuilder()
                    .setDatabase(SpannerOperations.DATABASE)
                    .setSessionCount(1)
                    .build()),
        connecting,
        answer -> {
          Session session = new Session(new RemoteSession(answer.getSession(0).getName(), channel));
          alive.add(session);
          connected.complete(session);
        },
        connected::completeExceptionally);
    return connected;
  }

  private <T> void whenAnswered(
      ListenableFuture<T> call,
      AtomicInteger underWay,
      Consumer<T> answered,
      Consumer<Throwable> failed) {
    changedNanos = SystemTime.CLOCK.nanos();
    Futures.addCallback(
        call,
        new FutureCallback<T>() {
          @Override
          public void onSuccess(@Nullable T answer) {
            answered.accept(Objects.requireNonNull(answer));
            end();
          }

          @Override
          public void onFailure(Throwable error) {
            failed.accept(error);
            end();
          }

          private void end() {
            changedNanos = SystemTime.CLOCK.nanos();
            underWay.decrementAndGet();
          }
        },
        MoreExecutors.directExecutor());
  }

  /** Connections that are being made. */
  int connecting() {
    return connecting.get();
  }

  /** Connections that were made and not closed. */
  int alive() {
    return alive.size();
  }

  /**
   * Waits until enough connections exist, and no connection has been made or closed for a moment.
   * The pool's queue cannot be read, but the pool begins each queued connection as one ends.
   *
   * @throws IllegalStateException if that takes longer than the limit, in nanoseconds
   */
  void awaitQuiet(int due, long limitNanos) {
    long start = SystemTime.CLOCK.nanos();
    while (connecting.get() > 0
        || deleting.get() > 0
        || alive.size() < due
        || SystemTime.CLOCK.nanos() - changedNanos < QUIET_NANOS) {
      if (SystemTime.CLOCK.nanos() - start > limitNanos) {
        throw new IllegalStateException(
            "the pool still waits for connections after %d s: %d of %d are open, %d are being made"
                .formatted(
                    TimeUnit.NANOSECONDS.toSeconds(limitNanos),
                    alive.size(),
                    due,
                    connecting.get()));
      }
      SystemTime.CLOCK.park(LOOK_NANOS);
    }
  }

  /** Closes every connection that is still open, and the channels. */
  @Override
  public void close() {
    SessionDriver.forget(url);
    try {
      List.copyOf(alive).forEach(Session::delete);
      awaitQuiet(0, TimeUnit.SECONDS.toNanos(CONNECT_SECONDS));
    } finally {
      channels.forEach(ManagedChannel::shutdownNow);
    }
  }

  /** A session that serves as a connection. */
  final class Session {
    private final RemoteSession remote;

    private Session(RemoteSession remote) {
      this.remote = remote;
    }

    RemoteSession remote() {
      return remote;
    }

    /** Asks the server by GetSession whether it still has the session. */
    boolean isThere() {
      try {
        GetSessionRequest request = GetSessionRequest.newBuilder().setName(remote.name()).build();
        return remote.stub().getSession(request) != null;
      } catch (StatusRuntimeException e) {
        return false;
      }
    }

    boolean isDeleted() {
      return !alive.contains(this);
    }

    /** Gives up the session by DeleteSession, without waiting for the answer. */
    void delete() {
      if (alive.remove(this)) {
        deleting.incrementAndGet();
        whenAnswered(
            SpannerGrpc.newFutureStub(remote.channel())
                .withDeadlineAfter(CONNECT_SECONDS, TimeUnit.SECONDS)
                .deleteSession(DeleteSessionRequest.newBuilder().setName(remote.name()).build()),
            deleting,
            answer -> {},
            error -> {});
      }
    }
  }
}
