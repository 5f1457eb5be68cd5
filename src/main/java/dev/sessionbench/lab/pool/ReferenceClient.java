package dev.sessionbench.lab.pool;

import com.google.common.util.concurrent.ThreadFactoryBuilder;
import com.google.protobuf.Value;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.model.SystemTime;
import dev.sessionbench.base.model.TimeSource;
import dev.sessionbench.base.model.TimeSource.Cancellable;
import dev.sessionbench.bench.client.AttemptCounter;
import dev.sessionbench.bench.client.Attempts;
import dev.sessionbench.bench.client.PoolUnderTest;
import dev.sessionbench.bench.client.PoolUnderTest.PoolAccount;
import dev.sessionbench.bench.client.PoolUnderTest.PoolMetrics;
import dev.sessionbench.bench.client.PoolUnderTest.PoolState;
import dev.sessionbench.bench.client.RemoteSession;
import dev.sessionbench.bench.client.RemoteSessions;
import dev.sessionbench.bench.client.ServerAddress;
import dev.sessionbench.bench.client.SpannerOperations.OpenRead;
import dev.sessionbench.lab.pool.ReferencePool.Borrower;
import dev.sessionbench.lab.pool.ReferencePool.PoolStatistics;
import dev.sessionbench.lab.pool.ReferencePool.PooledSession;
import dev.sessionbench.lab.strategy.GrowthStrategy;
import dev.sessionbench.lab.strategy.PoolView;
import dev.sessionbench.lab.strategy.ShrinkStrategy;
import io.grpc.ClientInterceptor;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Runs the operations of the real client on a {@link ReferencePool}. It sends the same RPCs, each
 * on the channel of its session, and creates sessions by real requests.
 *
 * <p>A read sends ExecuteStreamingSql. A write sends ExecuteSql, which begins its transaction, and
 * Commit. It retries no RPC: a refused session or a failed RPC is an exception.
 */
public final class ReferenceClient implements PoolUnderTest {
  private final Attempts attempts = new Attempts();

  /**
   * Sends requests, as in the real client. On a caller's thread they would count as the first RPC
   * of its operation.
   */
  private final ExecutorService sender =
      Executors.newSingleThreadExecutor(
          new ThreadFactoryBuilder().setNameFormat("session-requests").setDaemon(true).build());

  private final RemoteSessions sessions;

  /** When the pool closed sessions, one entry for each, on the clock of the system. */
  private final Queue<Long> closings = new ConcurrentLinkedQueue<>();

  private final ReferencePool<RemoteSession> pool;

  /**
   * Opens the channels; sends nothing.
   *
   * @param options the pool's settings
   * @param growth decides how it grows; an instance that no other pool uses
   * @param shrink decides how it shrinks, likewise; empty for never
   * @param address its server
   * @param time the pool's clock
   * @param interceptors see, and may change, every call attempt
   */
  public ReferenceClient(
      PoolOptions options,
      GrowthStrategy growth,
      Optional<ShrinkStrategy> shrink,
      ServerAddress address,
      TimeSource time,
      List<ClientInterceptor> interceptors) {
    List<ClientInterceptor> all = new ArrayList<>(interceptors);
    all.add(new AttemptCounter(attempts));
    sessions = new RemoteSessions(address.channels(options.limits().numChannels(), all), sender);
    pool = new ReferencePool<>(options, growth, shrink, new Requests(), time);
  }

  @Override
  public void open() {
    pool.open();
  }

  /**
   * {@inheritDoc}
   *
   * @throws IllegalStateException if the pool refuses the caller, or the thread is interrupted
   * @throws io.grpc.StatusRuntimeException if an RPC fails
   */
  @Override
  public void write() {
    PooledSession<RemoteSession> lent = acquire();
    try {
      var unused = lent.session().update(UPDATE);
    } finally {
      pool.release(lent);
    }
  }

  /**
   * {@inheritDoc}
   *
   * @throws IllegalStateException if the pool refuses the caller, the thread is interrupted, or
   *     there is no row
   * @throws io.grpc.StatusRuntimeException if the RPC fails
   */
  @Override
  public OpenRead openRead() {
    PooledSession<RemoteSession> lent = acquire();
    try {
      Iterator<Value> rows = lent.session().query(QUERY);
      if (!rows.hasNext()) {
        throw new IllegalStateException("the server returned no row for " + QUERY);
      }
      return () -> {
        try {
          rows.forEachRemaining(row -> {});
        } finally {
          pool.release(lent);
        }
      };
    } catch (RuntimeException e) {
      pool.release(lent);
      throw e;
    }
  }

  private PooledSession<RemoteSession> acquire() {
    Wait wait = new Wait();
    Cancellable given = pool.acquire(wait);
    try {
      return wait.get();
    } catch (InterruptedException e) {
      given.cancel();
      // The session may have been lent in the meantime.
      var unused = wait.thenAccept(pool::release);
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for a session", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException(Objects.requireNonNull(e.getCause()).getMessage(), e);
    }
  }

  /** A caller's wait; it ends on the thread that brings the session. */
  private static final class Wait extends CompletableFuture<PooledSession<RemoteSession>>
      implements Borrower<RemoteSession> {
    @Override
    public void acquired(PooledSession<RemoteSession> lent) {
      complete(lent);
    }

    @Override
    public void refused(String why) {
      completeExceptionally(new IllegalStateException(why));
    }
  }

  @Override
  public PoolState state() {
    PoolView view = pool.view().join();
    return new PoolState(view.total(), view.idle(), view.creating());
  }

  @Override
  public PoolMetrics metrics() {
    PoolState now = state();
    PoolStatistics done = pool.statistics().join();
    return new PoolMetrics(
        done.maxInUse(),
        now.total() - now.idle(),
        now.idle(),
        done.acquired(),
        done.released(),
        done.timedOut(),
        /* multiplexedAcquired= */ 0);
  }

  @Override
  public Optional<PoolAccount> account() {
    PoolStatistics done = pool.statistics().join();
    return Optional.of(
        new PoolAccount(
            done.idleNanos(),
            done.maxTotal(),
            done.neverUsed(),
            List.copyOf(closings),
            done.refused()));
  }

  @Override
  public long attempts(Rpc rpc) {
    return attempts.started(rpc);
  }

  /** {@inheritDoc} Also waits until the server has answered every deletion. */
  @Override
  public void awaitQuiescent(long limitNanos) {
    PoolUnderTest.super.awaitQuiescent(limitNanos);
    sessions.awaitAnswers(limitNanos);
  }

  @Override
  public void retire() {
    pool.retire();
  }

  /** Deletes all sessions, including those that the pool has forgotten, and closes the channels. */
  @Override
  public void close() {
    pool.retire();
    try {
      sessions.close();
    } finally {
      sender.shutdownNow();
    }
  }

  /** Creates and deletes sessions by RPCs, on the channel that a strategy names. */
  private final class Requests implements SessionService<RemoteSession> {
    @Override
    public void create(int channel, int number, Reply<RemoteSession> reply) {
      sessions.create(
          channel,
          number,
          created -> reply.answered(created, "the answer held no session"),
          error -> reply.failed(String.valueOf(error.getMessage())));
    }

    @Override
    public void delete(RemoteSession session) {
      sessions.delete(session);
    }

    @Override
    public void closed(int some) {
      closings.addAll(Collections.nCopies(some, SystemTime.CLOCK.nanos()));
    }
  }
}
