package dev.sessionbench.bench.client;

import com.google.common.util.concurrent.FutureCallback;
import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import com.google.common.util.concurrent.MoreExecutors;
import com.google.spanner.v1.BatchCreateSessionsRequest;
import com.google.spanner.v1.CommitRequest;
import com.google.spanner.v1.DeleteSessionRequest;
import com.google.spanner.v1.ExecuteSqlRequest;
import com.google.spanner.v1.GetSessionRequest;
import com.google.spanner.v1.PartialResultSet;
import com.google.spanner.v1.SpannerGrpc;
import com.google.spanner.v1.TransactionOptions;
import com.google.spanner.v1.TransactionSelector;
import dev.sessionbench.base.model.SystemTime;
import io.grpc.Channel;
import io.grpc.ManagedChannel;
import io.grpc.StatusRuntimeException;
import java.util.Iterator;
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
 * Connecting is one BatchCreateSessions RPC for one session, so the server's times, cost model,
 * limits, faults and counters hold for connections too. No RPC is tried again.
 */
final class SessionDatabase implements AutoCloseable {
  private static final long CONNECT_SECONDS = 60;
  private static final long OTHER_SECONDS = 3600;
  private static final long QUIET_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  /** Begins its transaction itself. */
  private static final TransactionSelector READ_WRITE =
      TransactionSelector.newBuilder()
          .setBegin(
              TransactionOptions.newBuilder()
                  .setReadWrite(TransactionOptions.ReadWrite.getDefaultInstance()))
          .build();

  private final List<ManagedChannel> channels;
  private final AtomicInteger opened = new AtomicInteger();
  private final AtomicInteger connecting = new AtomicInteger();
  private final AtomicInteger deleting = new AtomicInteger();
  private final Set<Session> alive = ConcurrentHashMap.newKeySet();
  private volatile long changedNanos = SystemTime.CLOCK.nanos();

  /** Opens the channels, which the connections share in turn; sends nothing. */
  SessionDatabase(ServerAddress address, int numChannels, Attempts attempts) {
    channels = address.channels(numChannels, List.of(new AttemptCounter(attempts)));
  }

  /** Connects, without waiting for it. */
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
          Session session = new Session(answer.getSession(0).getName(), channel);
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
   * Waits until there are as many connections as are due, and none has been made or closed for a
   * moment. What a pool has queued cannot be asked for, but it begins the next as one ends.
   *
   * @throws IllegalStateException if that takes longer than a limit in nanoseconds
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
    try {
      List.copyOf(alive).forEach(Session::delete);
      awaitQuiet(0, TimeUnit.SECONDS.toNanos(CONNECT_SECONDS));
    } finally {
      channels.forEach(ManagedChannel::shutdownNow);
    }
  }

  /** What a connection does at the server. */
  final class Session {
    private final String name;
    private final Channel channel;

    private Session(String name, Channel channel) {
      this.name = name;
      this.channel = channel;
    }

    private SpannerGrpc.SpannerBlockingStub stub() {
      return SpannerGrpc.newBlockingStub(channel)
          .withDeadlineAfter(OTHER_SECONDS, TimeUnit.SECONDS);
    }

    private ExecuteSqlRequest.Builder statement(String sql) {
      return ExecuteSqlRequest.newBuilder().setSession(name).setSql(sql);
    }

    /** Queries, by ExecuteStreamingSql; the rows come as they are read. */
    Iterator<PartialResultSet> query(String sql) {
      return stub().executeStreamingSql(statement(sql).build());
    }

    /** Updates, by ExecuteSql in a transaction of its own, and Commit. */
    int update(String sql) {
      var updated =
          stub().executeSql(statement(sql).setSeqno(1).setTransaction(READ_WRITE).build());
      var unused =
          stub()
              .commit(
                  CommitRequest.newBuilder()
                      .setSession(name)
                      .setTransactionId(updated.getMetadata().getTransaction().getId())
                      .build());
      return (int) updated.getStats().getRowCountExact();
    }

    /** Whether the server still has it, by GetSession. */
    boolean isThere() {
      try {
        return stub().getSession(GetSessionRequest.newBuilder().setName(name).build()) != null;
      } catch (StatusRuntimeException e) {
        return false;
      }
    }

    boolean isDeleted() {
      return !alive.contains(this);
    }

    /** Gives it up, by DeleteSession, without waiting for the answer. */
    void delete() {
      if (alive.remove(this)) {
        deleting.incrementAndGet();
        whenAnswered(
            SpannerGrpc.newFutureStub(channel)
                .withDeadlineAfter(CONNECT_SECONDS, TimeUnit.SECONDS)
                .deleteSession(DeleteSessionRequest.newBuilder().setName(name).build()),
            deleting,
            answer -> {},
            error -> {});
      }
    }
  }
}
