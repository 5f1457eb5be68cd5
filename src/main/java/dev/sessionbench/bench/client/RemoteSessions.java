package dev.sessionbench.bench.client;

import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import com.google.common.util.concurrent.MoreExecutors;
import com.google.protobuf.Empty;
import com.google.spanner.v1.BatchCreateSessionsRequest;
import com.google.spanner.v1.DeleteSessionRequest;
import com.google.spanner.v1.SpannerGrpc;
import dev.sessionbench.base.model.SystemTime;
import io.grpc.Channel;
import io.grpc.ManagedChannel;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The sessions that a pool of this suite's own, or a connection pool, has at a server. It creates
 * and deletes them by RPCs, and tries each request once.
 */
public final class RemoteSessions implements AutoCloseable {
  /** How long the real client waits for a request (SpannerStubSettings of google-cloud-spanner). */
  private static final long CREATION_SECONDS = 60;

  private static final long DELETION_SECONDS = 30;
  private static final long QUIET_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
  private static final long LOOK_NANOS = 100_000;

  private final List<ManagedChannel> channels;
  private final Executor sender;
  private final AtomicInteger next = new AtomicInteger();
  private final AtomicInteger creating = new AtomicInteger();
  private final AtomicInteger deleting = new AtomicInteger();

  /** Sessions created and not deleted, including those that a pool has forgotten. */
  private final Set<RemoteSession> alive = ConcurrentHashMap.newKeySet();

  private volatile long changedNanos = SystemTime.CLOCK.nanos();

  /**
   * No sessions yet; sends nothing.
   *
   * @param channels carry the requests; closed with the sessions
   * @param sender sends the requests
   */
  public RemoteSessions(List<ManagedChannel> channels, Executor sender) {
    this.channels = channels;
    this.sender = sender;
  }

  /**
   * Sends one BatchCreateSessions, without waiting.
   *
   * @param channel on which channel, from 0
   * @param sessions how many to create, at least 1
   * @param created receives what the answer held
   * @param failed receives the error of a failed request
   */
  public void create(
      int channel,
      int sessions,
      Consumer<List<RemoteSession>> created,
      Consumer<Throwable> failed) {
    Channel carrier = channels.get(Math.floorMod(channel, channels.size()));
    var wanted = BatchCreateSessionsRequest.newBuilder().setSessionCount(sessions);
    BatchCreateSessionsRequest request = wanted.setDatabase(SpannerOperations.DATABASE).build();
    var stub = SpannerGrpc.newFutureStub(carrier);
    send(
        () ->
            stub.withDeadlineAfter(CREATION_SECONDS, TimeUnit.SECONDS).batchCreateSessions(request),
        creating,
        answer -> {
          List<RemoteSession> all =
              answer.getSessionList().stream()
                  .map(session -> new RemoteSession(session.getName(), carrier))
                  .toList();
          alive.addAll(all);
          created.accept(all);
        },
        failed);
  }

  /** Creates one session, on the channels in turn. */
  CompletableFuture<RemoteSession> connect() {
    CompletableFuture<RemoteSession> connected = new CompletableFuture<>();
    Consumer<List<RemoteSession>> one = sessions -> connected.complete(sessions.get(0));
    create(next.getAndIncrement(), 1, one, connected::completeExceptionally);
    return connected;
  }

  /** Sends one DeleteSession, without waiting; no effect after the first. */
  public void delete(RemoteSession session) {
    if (alive.remove(session)) {
      var request = DeleteSessionRequest.newBuilder().setName(session.name()).build();
      var stub = SpannerGrpc.newFutureStub(session.channel());
      Supplier<ListenableFuture<Empty>> deletion =
          () -> stub.withDeadlineAfter(DELETION_SECONDS, TimeUnit.SECONDS).deleteSession(request);
      send(deletion, deleting, deleted -> {}, error -> {});
    }
  }

  private <T> void send(
      Supplier<ListenableFuture<T>> call,
      AtomicInteger underWay,
      Consumer<T> answered,
      Consumer<Throwable> failed) {
    underWay.incrementAndGet();
    changedNanos = SystemTime.CLOCK.nanos();
    sender.execute(
        () -> {
          ListenableFuture<T> sent = call.get();
          sent.addListener(
              () -> {
                try {
                  answered.accept(Futures.getDone(sent));
                } catch (ExecutionException e) {
                  failed.accept(Objects.requireNonNullElse(e.getCause(), e));
                }
                changedNanos = SystemTime.CLOCK.nanos();
                underWay.decrementAndGet();
              },
              MoreExecutors.directExecutor());
        });
  }

  /** Sessions that are being created, by one request each. */
  int creating() {
    return creating.get();
  }

  /** Sessions that were created and not deleted. */
  int alive() {
    return alive.size();
  }

  /** Whether a session was created here and not deleted. */
  boolean has(RemoteSession session) {
    return alive.contains(session);
  }

  /**
   * Waits until every request has been answered.
   *
   * @param limitNanos how long at most, in nanoseconds
   * @throws IllegalStateException if a request has no answer by then
   */
  public void awaitAnswers(long limitNanos) {
    if (!SystemTime.CLOCK.await(() -> underWay() == 0, LOOK_NANOS, limitNanos)) {
      throw new IllegalStateException(
          underWay() + " requests to create or delete sessions have not been answered");
    }
  }

  private int underWay() {
    return creating.get() + deleting.get();
  }

  /**
   * Waits until enough connections exist, and no connection has been made or closed for a moment.
   * The pool's queue cannot be read, but the pool begins each queued connection at once.
   *
   * @param due how many connections there must be
   * @param limitNanos how long at most, in nanoseconds
   * @throws IllegalStateException if there are fewer by then, or some are still being made
   */
  void awaitQuiet(int due, long limitNanos) {
    if (!SystemTime.CLOCK.await(() -> isQuiet(due), LOOK_NANOS, limitNanos)) {
      throw new IllegalStateException(
          "the pool still waits for connections after %d s: %d of %d are open, %d are being made"
              .formatted(
                  TimeUnit.NANOSECONDS.toSeconds(limitNanos), alive.size(), due, creating.get()));
    }
  }

  private boolean isQuiet(int due) {
    return underWay() == 0
        && alive.size() >= due
        && SystemTime.CLOCK.nanos() - changedNanos >= QUIET_NANOS;
  }

  /** Deletes the remaining sessions, waits for the answers, and closes the channels. */
  @Override
  public void close() {
    SessionDriver.forget(this);
    try {
      List.copyOf(alive).forEach(this::delete);
      awaitAnswers(TimeUnit.SECONDS.toNanos(DELETION_SECONDS));
    } finally {
      channels.forEach(ManagedChannel::shutdownNow);
    }
  }
}
