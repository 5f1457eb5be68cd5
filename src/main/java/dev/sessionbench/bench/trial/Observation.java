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
import dev.sessionbench.mock.rpc.RpcCounters.ConnectionStatistics;
import dev.sessionbench.mock.rpc.RpcRecord;
import dev.sessionbench.mock.rpc.ServerThreads.ServerUsage;
import dev.sessionbench.mock.session.SessionStore.SessionStatistics;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * Holds what was counted in one run after the pool had come to rest. It always has the client's
 * counts, and the server's only if the server is the suite's own. Times are on the system's clock.
 *
 * @param shape the pool
 * @param load the load, as it was played
 * @param timeScale factor by which simulated times were multiplied; reported times are divided by
 *     it
 * @param startNanos when the load began
 * @param operations what the load's operations did
 * @param attempts attempts that left the client, by method
 * @param pool what the pool holds
 * @param metrics the pool's own metrics
 * @param account what the pool has done, with its idle time during the load; empty if the pool does
 *     not report it
 * @param server what the server counted; empty if it is not the suite's own
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

  /**
   * RPCs of a method as the server counted them, or as the client did if the server's are unknown.
   */
  public long rpcs(Rpc rpc) {
    return server.map(view -> view.received(rpc)).orElseGet(() -> attempts(rpc));
  }

  /** The most sessions wanted at the same time, at least the pool's minimum. */
  public long sessionsWanted() {
    boolean reported = !metrics.equals(PoolMetrics.UNKNOWN);
    return Math.max(shape.minSessions(), reported ? metrics.maxInUse() : Change.most(uses()));
  }

  /** Operations that failed. */
  public long failed() {
    return operations.stream().filter(OperationTimes::failed).count();
  }

  /** Operations that failed while they waited for a session. */
  long failedWithoutSession() {
    return operations.stream().filter(o -> o.failed() && !o.hadSession()).count();
  }

  /** When operations acquired and released a session. */
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

  /** When the pool received and gave up sessions, in order. */
  List<Change> sessions(ServerView ofServer) {
    Stream<RpcRecord> created = ofServer.replies(Rpc.BATCH_CREATE_SESSIONS);
    Stream<Change> came = created.map(reply -> new Change(reply.repliedNanos(), reply.sessions()));
    // Some strategies do not delete sessions on the server, so it does not see them close.
    Stream<Long> deleted = ofServer.replies(Rpc.DELETE_SESSION).map(RpcRecord::repliedNanos);
    Stream<Long> closings = account.map(own -> own.closings().stream()).orElse(deleted);
    return Stream.concat(came, closings.map(at -> new Change(at, -1)))
        .sorted(Comparator.comparingLong(Change::nanos))
        .toList();
  }

  /** Sessions that the server created, or those that the pool holds if the server's are unknown. */
  long sessionsCreatedOrHeld() {
    return server.map(view -> view.sessions().created()).orElse((long) pool.total());
  }

  /** Sessions that the server holds, or those of the pool if the server's are unknown. */
  long alive() {
    return server.map(view -> view.sessions().alive()).orElse((long) pool.total());
  }

  /** Sessions that the server holds but the pool does not. */
  long leaked() {
    return Math.max(0, alive() - pool.total());
  }

  /** Sessions that the server or the pool holds beyond the pool's maximum. */
  long beyondMax() {
    return Math.max(0, Math.max(alive(), pool.total()) - shape.maxSessions());
  }

  /**
   * How long the operations waited for a session, in unscaled nanoseconds, exact to three digits.
   */
  Histogram waits() {
    Recording recording = new Recording(timeScale);
    operations.forEach(recording::add);
    return recording.waits();
  }

  /** Unscaled nanoseconds from the start of the load to a time on the system's clock. */
  long sinceStartNanos(long momentNanos) {
    return (momentNanos - startNanos) / timeScale;
  }

  /**
   * Measures what a run used of the machine. The timed part is from the start of the load to the
   * end of its last operation.
   *
   * @param openNanos how long it took until the client held its minimum, in nanoseconds
   * @param cpuNanos CPU time of the whole process in the timed part, in nanoseconds
   * @param wallNanos how long the timed part took, in nanoseconds
   * @param allocatedBytes memory that the process allocated from the end of the preparation to the
   *     end of the load
   * @param mock what the mock server's threads used in the same time; empty without a mock server
   */
  public record RunUsage(
      long openNanos,
      long cpuNanos,
      long wallNanos,
      long allocatedBytes,
      Optional<ServerUsage> mock) {
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
   * Holds the counts of a server that reports them.
   *
   * @param received RPCs that it has received, by method
   * @param failed those that were answered with an error or not at all
   * @param sessions its sessions
   * @param byChannel RPCs by method and by the channel that brought them, without channels that
   *     brought no RPC
   * @param connections the connections that it had
   * @param journal its replies, if it keeps a journal
   * @param forgotten RPCs that the journal had no room for
   * @param faults what its plan of faults did while the load ran
   */
  public record ServerView(
      Map<Rpc, Long> received,
      Map<Rpc, Long> failed,
      SessionStatistics sessions,
      Map<Rpc, Map<Long, Long>> byChannel,
      ConnectionStatistics connections,
      List<RpcRecord> journal,
      long forgotten,
      FaultStatistics faults) {
    long maxInFlight() {
      return maxInFlight(journal, Long.MIN_VALUE);
    }

    /** The most creations in progress at the same time, of those that arrived from a time on. */
    public static long maxInFlight(List<RpcRecord> journal, long fromNanos) {
      return Change.most(
          journal.stream()
              .filter(r -> r.rpc() == Rpc.BATCH_CREATE_SESSIONS && r.arrivalNanos() >= fromNanos)
              .flatMap(
                  r -> Stream.of(new Change(r.arrivalNanos(), 1), new Change(r.repliedNanos(), -1)))
              .toList());
    }

    /** The server's replies to a method, if it keeps a journal. */
    Stream<RpcRecord> replies(Rpc rpc) {
      return journal.stream().filter(reply -> reply.rpc() == rpc);
    }

    /** RPCs of a method by the channel that brought them, without channels that brought no RPC. */
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
   * A change of a count at a time.
   *
   * @param nanos the time
   * @param by by how much; may be less than 0
   */
  record Change(long nanos, long by) {
    /**
     * The highest count that the changes reach, from 0. A session released at a time can be
     * acquired at the same time.
     *
     * @param changes in any order
     */
    static long most(List<Change> changes) {
      List<Change> ordered = new ArrayList<>(changes);
      ordered.sort(Comparator.comparingLong(Change::nanos).thenComparingLong(Change::by));
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
