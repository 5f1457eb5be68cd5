package dev.sessionbench.lab.pool;

import com.google.common.util.concurrent.FutureCallback;
import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import com.google.common.util.concurrent.MoreExecutors;
import com.google.common.util.concurrent.ThreadFactoryBuilder;
import com.google.spanner.v1.BatchCreateSessionsRequest;
import com.google.spanner.v1.DeleteSessionRequest;
import com.google.spanner.v1.SpannerGrpc;
import dev.sessionbench.base.model.SystemTime;
import dev.sessionbench.bench.client.RemoteSession;
import io.grpc.ManagedChannel;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Creates and deletes sessions by RPCs, on the channel that a strategy names. It tries each request
 * once.
 *
 * <p>Requests leave on a thread of their own, as in the real client. On a caller's thread they
 * would count as the first RPC of its operation.
 */
final class RemoteSessions implements SessionService<RemoteSession>, AutoCloseable {
  /** How long the real client waits for a request (SpannerStubSettings of google-cloud-spanner). */
  private static final long CREATION_SECONDS = 60;

  private static final long DELETION_SECONDS = 30;
  private static final long REST_POLL_NANOS = 100_000;

  private final String database;
  private final List<ManagedChannel> channels;
  private final ExecutorService sender =
      Executors.newSingleThreadExecutor(
          new ThreadFactoryBuilder().setNameFormat("session-requests").setDaemon(true).build());

  /** Sessions created and not deleted, including those that the pool has forgotten. */
  private final Set<RemoteSession> alive = ConcurrentHashMap.newKeySet();

  private final AtomicInteger underWay = new AtomicInteger();

  /** When the pool closed sessions, one entry for each. */
  private final Queue<Long> closings = new ConcurrentLinkedQueue<>();

  RemoteSessions(String database, List<ManagedChannel> channels) {
    this.database = database;
    this.channels = channels;
  }

  @Override
  public void create(int channel, int sessions, Reply<RemoteSession> reply) {
    ManagedChannel carrier = channels.get(channel % channels.size());
    BatchCreateSessionsRequest request =
        BatchCreateSessionsRequest.newBuilder()
            .setDatabase(database)
            .setSessionCount(sessions)
            .build();
    send(
        () ->
            SpannerGrpc.newFutureStub(carrier)
                .withDeadlineAfter(CREATION_SECONDS, TimeUnit.SECONDS)
                .batchCreateSessions(request),
        response -> {
          List<RemoteSession> created =
              response.getSessionList().stream()
                  .map(session -> new RemoteSession(session.getName(), carrier))
                  .toList();
          alive.addAll(created);
          reply.answered(created, "the answer held no session");
        },
        reply::failed);
  }

  @Override
  public void delete(RemoteSession session) {
    if (alive.remove(session)) {
      send(
          () ->
              SpannerGrpc.newFutureStub(session.channel())
                  .withDeadlineAfter(DELETION_SECONDS, TimeUnit.SECONDS)
                  .deleteSession(DeleteSessionRequest.newBuilder().setName(session.name()).build()),
          deleted -> {},
          why -> {});
    }
  }

  private <T> void send(
      Supplier<ListenableFuture<T>> call, Consumer<T> answered, Consumer<String> failed) {
    underWay.incrementAndGet();
    FutureCallback<T> end =
        new FutureCallback<>() {
          @Override
          public void onSuccess(@Nullable T response) {
            answered.accept(Objects.requireNonNull(response));
            underWay.decrementAndGet();
          }

          @Override
          public void onFailure(Throwable error) {
            failed.accept(String.valueOf(error.getMessage()));
            underWay.decrementAndGet();
          }
        };
    sender.execute(() -> Futures.addCallback(call.get(), end, MoreExecutors.directExecutor()));
  }

  @Override
  public void closed(int some) {
    closings.addAll(Collections.nCopies(some, SystemTime.CLOCK.nanos()));
  }

  /** When the pool closed each session, on the clock of the system. */
  List<Long> closings() {
    return List.copyOf(closings);
  }

  /**
   * Waits until every request has been answered.
   *
   * @param limitNanos how long at most, in nanoseconds
   * @throws IllegalStateException if a request has no answer by then
   */
  void awaitAnswers(long limitNanos) {
    long deadline = SystemTime.CLOCK.nanos() + limitNanos;
    while (underWay.get() > 0) {
      if (SystemTime.CLOCK.nanos() - deadline > 0) {
        throw new IllegalStateException(
            underWay + " requests to create or delete sessions have not been answered");
      }
      SystemTime.CLOCK.park(REST_POLL_NANOS);
    }
  }

  /** Deletes the remaining sessions and closes the channels. */
  @Override
  public void close() {
    try {
      List.copyOf(alive).forEach(this::delete);
      awaitAnswers(TimeUnit.SECONDS.toNanos(DELETION_SECONDS));
    } finally {
      sender.shutdownNow();
      channels.forEach(ManagedChannel::shutdownNow);
    }
  }
}
