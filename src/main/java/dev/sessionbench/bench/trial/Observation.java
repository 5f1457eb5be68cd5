package dev.sessionbench.bench.trial;

import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.bench.client.PoolUnderTest.PoolAccount;
import dev.sessionbench.bench.client.PoolUnderTest.PoolMetrics;
import dev.sessionbench.bench.client.PoolUnderTest.PoolState;
import dev.sessionbench.bench.load.LoadPlan;
import dev.sessionbench.bench.load.OperationTimes;
import dev.sessionbench.bench.load.Recording;
import dev.sessionbench.mock.fault.FaultDecider.FaultStatistics;
import dev.sessionbench.mock.journal.RpcCounters.ConnectionStatistics;
import dev.sessionbench.mock.journal.RpcRecord;
import dev.sessionbench.mock.rpc.ServerThreads.ServerUsage;
import java.util.ArrayList;
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
        metrics.equals(PoolMetrics.UNTOLD) ? Change.most(uses()) : metrics.maxInUse());
  }

  /**
   * The same, of a pool that does not tell what was in use.
   *
   * @param maxInUse the most sessions that were in use at the same time
   */
  long sessionsWanted(long maxInUse) {
    return Math.max(shape.minSessions(), maxInUse);
  }

  /** Operations that failed. */
  public long failed() {
    return operations.stream().filter(OperationTimes::failed).count();
  }

  /** Those of them that failed while they waited for a session. */
  long failedWithoutSession() {
    return operations.stream().filter(o -> o.failed() && !o.hadSession()).count();
  }

  /** When operations took a session and gave it back. */
  List<Change> uses() {
    List<Change> uses = new ArrayList<>();
    for (OperationTimes operation : operations) {
      if (operation.hadSession()) {
        uses.add(new Change(operation.acquiredNanos(), 1));
        if (operation.releasedNanos() != OperationTimes.NEVER) {
          uses.add(new Change(operation.releasedNanos(), -1));
        }
      }
    }
    return uses;
  }

  /** When sessions came to the pool and when it gave any up, in order. */
  List<Change> sessions(ServerView ofServer) {
    Stream<Change> came =
        ofServer
            .replies(Rpc.BATCH_CREATE_SESSIONS)
            .map(reply -> new Change(reply.repliedNanos(), reply.sessions()));
    // Some strategies let the server forget sessions, of which it hears nothing.
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

  /** Sessions that the server holds, or else the pool. */
  long alive() {
    return server.map(ServerView::sessionsAlive).orElse((long) pool.total());
  }

  /** Sessions that the server holds and the pool does not know. */
  long leaked() {
    return Math.max(0, alive() - pool.total());
  }

  /** Sessions that the server or the pool holds beyond the pool's maximum. */
  long beyondMax() {
    return Math.max(0, Math.max(alive(), pool.total()) - shape.maxSessions());
  }

  /**
   * How long the operations waited for a session, in nanoseconds of the original's time and exact
   * to three digits.
   */
  Histogram waits() {
    Recording recording = new Recording(timeScale);
    operations.forEach(recording::add);
    return recording.waits();
  }

  /** A moment as nanoseconds of the original's time since the start of the load. */
  long sinceStartNanos(long momentNanos) {
    return (momentNanos - startNanos) / timeScale;
  }

  /**
   * What a run used of the machine. Its timed part is from the start of its load to the end of its
   * last operation.
   *
   * @param cpuNanos CPU time of the whole process in the timed part, in nanoseconds
   * @param wallNanos how long the timed part took, in nanoseconds
   * @param allocatedBytes memory that the process allocated from the end of the preparation to the
   *     end of the load
   * @param mock what the mock server's threads used in the same time; nothing where there was none
   */
  public record RunUsage(
      long cpuNanos, long wallNanos, long allocatedBytes, Optional<ServerUsage> mock) {
    /** CPU time without that of the mock server's threads, in nanoseconds, at least 0. */
    long clientCpuNanos() {
      return Math.max(0, cpuNanos - mock.orElse(ServerUsage.NONE).cpuNanos());
    }

    /** Memory allocated without that of the mock server's threads, at least 0. */
    long clientAllocatedBytes() {
      return Math.max(0, allocatedBytes - mock.orElse(ServerUsage.NONE).allocatedBytes());
    }

    /**
     * The part of the machine that was used in the timed part.
     *
     * @param processors the processors that the process could use
     * @return CPU time over wall time times processors, in percent
     */
    double utilisationPercent(int processors) {
      return 100.0 * cpuNanos / ((double) wallNanos * processors);
    }
  }

  /**
   * What a server that tells of itself has counted.
   *
   * @param received RPCs that it has received, by method
   * @param failed those that were answered with an error or not at all
   * @param sessionsCreated regular sessions that it has created
   * @param sessionsAlive sessions that it holds
   * @param multiplexedCreated multiplexed sessions that it has created
   * @param byChannel RPCs by method and by the channel that brought them, without channels that
   *     brought none
   * @param connections what its connections were
   * @param journal what it has answered, as far as it keeps a journal
   * @param forgotten RPCs that the journal had no room for
   * @param faults what its plan of faults did while the load ran
   */
  public record ServerView(
      Map<Rpc, Long> received,
      Map<Rpc, Long> failed,
      long sessionsCreated,
      long sessionsAlive,
      long multiplexedCreated,
      Map<Rpc, Map<Long, Long>> byChannel,
      ConnectionStatistics connections,
      List<RpcRecord> journal,
      long forgotten,
      FaultStatistics faults) {
    long maxInFlight() {
      return maxInFlight(journal, Long.MIN_VALUE);
    }

    /** How many creations that arrived from a moment on were in progress together at most. */
    public static long maxInFlight(List<RpcRecord> journal, long fromNanos) {
      List<RpcRecord> creations =
          journal.stream()
              .filter(r -> r.rpc() == Rpc.BATCH_CREATE_SESSIONS && r.arrivalNanos() >= fromNanos)
              .toList();
      return creations.stream()
          .mapToLong(
              at ->
                  creations.stream()
                      .filter(
                          r ->
                              r.arrivalNanos() <= at.arrivalNanos()
                                  && r.repliedNanos() > at.arrivalNanos())
                      .count())
          .max()
          .orElse(0);
    }

    /** What it has answered of a method, as far as it keeps a journal. */
    Stream<RpcRecord> replies(Rpc rpc) {
      return journal.stream().filter(reply -> reply.rpc() == rpc);
    }

    /** RPCs of a method by the channel that brought them, without channels that brought none. */
    public Map<Long, Long> byChannel(Rpc rpc) {
      return byChannel.getOrDefault(rpc, Map.of());
    }

    long received(Rpc rpc) {
      return received.getOrDefault(rpc, 0L);
    }

    long failed(Rpc rpc) {
      return failed.getOrDefault(rpc, 0L);
    }
  }

  /**
   * A number that changes at a moment.
   *
   * @param nanos the moment
   * @param by by how much, may be less than 0
   */
  record Change(long nanos, long by) {
    /**
     * The most that changes come to at any moment, from 0; what is given back at a moment can be
     * had at the same.
     *
     * @param changes in any order
     */
    static long most(List<Change> changes) {
      List<Change> ordered =
          changes.stream()
              .sorted(Comparator.comparingLong(Change::nanos).thenComparingLong(Change::by))
              .toList();
      long most = 0;
      long now = 0;
      for (Change change : ordered) {
        now += change.by;
        most = Math.max(most, now);
      }
      return most;
    }
  }
}
