package dev.sessionbench.bench.trial;

import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.bench.client.PoolAccount;
import dev.sessionbench.bench.client.PoolMetrics;
import dev.sessionbench.bench.client.PoolState;
import dev.sessionbench.bench.load.LoadPlan;
import dev.sessionbench.bench.load.OperationTimes;
import dev.sessionbench.mock.journal.RpcRecord;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * What was counted in one run after the pool had come to rest: on the client's side of the wire
 * always, on the server's where the server is our own. Moments are on the system's clock.
 *
 * @param shape the pool
 * @param load what was put on it, as it was played
 * @param timeScale what simulated times were multiplied by, and reported times are divided by
 * @param startNanos when the load began
 * @param operations what it did
 * @param attempts attempts that left the client, by method
 * @param pool what the pool holds
 * @param metrics the pool's own metrics
 * @param account what the pool has done, its idle time that of the load alone; nothing of a pool
 *     that does not tell
 * @param server what the server counted; nothing where it is not ours
 * @param usage what the run used of the machine
 */
public record Observation(
    PoolShape shape,
    LoadPlan load,
    int timeScale,
    long startNanos,
    List<OperationTimes> operations,
    Map<Rpc, Long> attempts,
    PoolState pool,
    PoolMetrics metrics,
    Optional<PoolAccount> account,
    Optional<ServerView> server,
    RunUsage usage) {
  private static final int SIGNIFICANT_DIGITS = 3;

  /** Attempts of a method that left the client, retries included. */
  public long attempts(Rpc rpc) {
    return attempts.getOrDefault(rpc, 0L);
  }

  /** RPCs of a method as the server counted them, or else the client. */
  public long rpcs(Rpc rpc) {
    return server.map(view -> view.received(rpc)).orElseGet(() -> attempts(rpc));
  }

  /** Sessions that were wanted together at most: the minimum is wanted whatever the load. */
  public long sessionsWanted() {
    return sessionsWanted(
        metrics.equals(PoolMetrics.UNTOLD)
            ? GenerationProbes.mostInUse(operations)
            : metrics.maxInUse());
  }

  /**
   * The same, of a pool that does not tell what was in use.
   *
   * @param maxInUse the most sessions that were in use at the same time
   */
  long sessionsWanted(long maxInUse) {
    return Math.max(shape.minSessions(), maxInUse);
  }

  /** When sessions came to the pool and when it gave any up, in order. */
  List<Change> sessions(ServerView ofServer) {
    Stream<Change> came =
        ofServer
            .replies(Rpc.BATCH_CREATE_SESSIONS)
            .map(reply -> new Change(reply.repliedNanos(), reply.sessions()));
    // Some rules let the server forget sessions, of which it hears nothing.
    Stream<Long> closings =
        account
            .map(own -> own.closings().stream())
            .orElseGet(() -> ofServer.replies(Rpc.DELETE_SESSION).map(RpcRecord::repliedNanos));
    return Stream.concat(came, closings.map(at -> new Change(at, -1)))
        .sorted(Comparator.comparingLong(Change::nanos))
        .toList();
  }

  /** Sessions that the server created, or else those that the pool has of them. */
  long sessionsCreatedOrHeld() {
    return server.map(ServerView::sessionsCreated).orElse((long) pool.total());
  }

  /**
   * How long the operations waited for a session, in nanoseconds of the original's time and exact
   * to three digits.
   */
  Histogram waits() {
    Histogram waits = new Histogram(SIGNIFICANT_DIGITS);
    operations.forEach(o -> waits.recordValue(o.waitNanos() / timeScale));
    return waits;
  }

  /** A moment as nanoseconds of the original's time since the start of the load. */
  long sinceStartNanos(long momentNanos) {
    return (momentNanos - startNanos) / timeScale;
  }
}
