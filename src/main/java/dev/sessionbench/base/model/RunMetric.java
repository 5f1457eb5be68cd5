package dev.sessionbench.base.model;

import com.google.common.base.CaseFormat;
import java.util.Arrays;
import java.util.Optional;

/**
 * The metrics that every run reports, with their names in results, counts, tables and gates. A
 * result may hold further metrics: its score, and those of profilers.
 */
public enum RunMetric {
  RPCS("numBatchCreateSessionsRpcs", "#", true, "BatchCreateSessions RPCs received"),
  ATTEMPTS("batchCreateSessionsAttempts", "#", true, "BatchCreateSessions attempts of the client"),
  CREATED("sessionsCreated", "#", true, "sessions that the server created"),
  OVERSHOOT("overshoot", "#", true, "sessions beyond the most in use and the minimum"),
  BUSIEST_CHANNEL_RPCS("rpcsOnBusiestChannel", "#", true, "RPCs on the busiest channel"),
  IDLEST_CHANNEL_RPCS("rpcsOnIdlestChannel", "#", true, "RPCs on the idlest channel"),
  CREATE_SESSION_RPCS("createSessionRpcs", "#", true, "CreateSession RPCs"),
  DELETE_SESSION_RPCS("deleteSessionRpcs", "#", true, "DeleteSession RPCs"),
  EXECUTE_SQL_RPCS("executeSqlRpcs", "#", true, "ExecuteSql RPCs"),
  EXECUTE_STREAMING_SQL_RPCS("executeStreamingSqlRpcs", "#", true, "ExecuteStreamingSql RPCs"),
  BEGIN_TRANSACTION_RPCS("beginTransactionRpcs", "#", true, "BeginTransaction RPCs"),
  COMMIT_RPCS("commitRpcs", "#", true, "Commit RPCs"),
  ROLLBACK_RPCS("rollbackRpcs", "#", true, "Rollback RPCs"),
  BUSIEST_CHANNEL_STATEMENTS(
      "statementsOnBusiestChannel", "#", false, "statements on the busiest channel"),
  IDLEST_CHANNEL_STATEMENTS(
      "statementsOnIdlestChannel", "#", false, "statements on the idlest channel"),
  SESSIONS_LEFT("sessionsLeft", "#", true, "sessions on the server after the client's close"),
  NOT_RELEASED("sessionsNotReleased", "#", true, "sessions acquired and never released"),
  SESSIONS_USED("sessionsUsed", "#", false, "different sessions that one caller was given"),
  IDLE_ORDER("idleOrder", "#", false, "in which order nine released sessions come back"),
  THREADS_LEFT("threadsLeft", "#", false, "threads that 20 closed clients left"),
  HEAP_LEFT("heapLeft", "MB", false, "memory that 20 closed clients left, after a collection"),
  HASTY_RETRIES("hastyRetries", "#", false, "transactions repeated sooner than the server asked"),
  IN_FLIGHT("maxRpcsInFlight", "#", false, "most BatchCreateSessions RPCs in progress"),
  PEAK_RATE("peakRequestsPerSecond", "#", false, "most requests for sessions in a second"),
  TIME_TO_MAX("timeToMax", "ms", false, "until the pool had all that it may hold"),
  WAIT_MEAN("acquireWaitMean", "ms", false, "mean wait for a session"),
  WAIT_P50("acquireWaitP50", "ms", false, "median wait for a session"),
  WAIT_P99("acquireWaitP99", "ms", false, "99th percentile of the waits"),
  WAIT_MAX("acquireWaitMax", "ms", false, "longest wait"),
  CPU("cpuTime", "ms", false, "CPU time of the process"),
  CPU_MOCK("cpuTimeMock", "ms", false, "CPU time of the mock server"),
  UTILISATION("utilisation", "%", false, "CPU time over wall time of all processors"),
  ALLOCATED("allocated", "B", false, "memory allocated by the process"),
  ALLOCATED_MOCK("allocatedMock", "B", false, "memory allocated by the mock server"),
  MAX_IN_USE("poolMaxInUse", "#", false, "most sessions in use, as the pool reports"),
  IN_USE("poolInUse", "#", true, "sessions in use at the end, as the pool reports"),
  IDLE("poolIdle", "#", false, "sessions idle at the end, as the pool reports"),
  ACQUIRED("poolAcquired", "#", false, "sessions acquired, as the pool reports"),
  RELEASED("poolReleased", "#", false, "sessions released, as the pool reports"),
  TIMEOUTS("poolTimeouts", "#", false, "waits that passed the limit, as the pool reports"),
  MAX_SESSIONS("poolMaxSessions", "#", false, "most sessions alive"),
  NEVER_USED("sessionsNeverUsed", "#", false, "sessions that no caller ever got"),
  CLOSED("sessionsClosed", "#", false, "sessions that the pool gave up"),
  IDLE_SECONDS("idleSessionSeconds", "s", false, "time that sessions were idle, summed up"),
  FAILED_CALLERS("failedCallers", "#", true, "operations that failed"),
  ALIVE("sessionsAlive", "#", false, "sessions that the server holds at the end"),
  OTHER_RPCS("otherRpcs", "#", true, "RPCs of all methods without a metric of their own"),
  CHANNELS_USED("channelsUsed", "#", false, "channels that carried statements"),
  CHANNEL_SKEW(
      "channelSkew", "%", false, "statements on the busiest channel, relative to an even share"),
  BUSIEST_CHANNEL("busiestChannel", "%", false, "statements on the busiest channel"),
  THROUGHPUT("throughput", "operations/s", false, "operations per second; more is better"),
  CALL_P50("callP50", "ms", false, "median time of an operation"),
  CALL_P99("callP99", "ms", false, "99th percentile of these times"),
  CALL_MAX("callMax", "ms", false, "longest operation"),
  RELEASE_P50("releaseP50", "ms", false, "median time of a release"),
  RELEASE_P99("releaseP99", "ms", false, "99th percentile of these times"),
  OPEN_TIME(
      "openTime",
      "ms",
      false,
      "until a new client held its minimum; a connection pool without the server's times"),
  CONNECTIONS_OPENED("connectionsOpened", "#", false, "connections that the server accepted"),
  CONNECTIONS_CLOSED("connectionsClosed", "#", false, "connections closed under the load"),
  CONNECTIONS_CUT_OFF(
      "connectionsCutOff", "#", false, "those of them whose last calls were not answered"),
  CALLS_ON_CONNECTION("maxCallsOnConnection", "#", false, "most calls in progress on one"),
  /**
   * The longest need of a channel, in milliseconds. A need begins at the moment when the calls in
   * progress exceed the streams of all open connections, or when a connection opens and they still
   * do. It ends when the next connection opens, or when the calls no longer exceed the streams.
   * Calls count from the caller's call into the client to its return, and connections from the
   * server's acceptance of their handshake. Without a limit of streams only a client without any
   * connection is in need.
   */
  TIME_TO_CHANNEL("timeToChannel", "ms", false, "longest time from the need of a channel to it"),
  STREAM_WAITS("streamWaits", "#", false, "calls that found all streams of their connection taken"),
  STREAM_WAIT_P99("streamWaitP99", "ms", false, "99th percentile of the waits for a stream"),
  FIRST_CALL_P50(
      "firstCallP50", "ms", false, "median time of calls on a connection that has ended none yet"),
  FIRST_CALL_P99("firstCallP99", "ms", false, "99th percentile of these times"),
  CLIENT_CPU("clientCpuPerOperation", "us", false, "CPU time without that of the mock server"),
  CLIENT_ALLOCATED("clientAllocatedPerOperation", "B", false, "memory likewise"),
  APPLICATION_ERRORS("applicationErrors", "#", false, "operations whose callers saw an error"),
  WAITERS_FAILED("waitersFailed", "#", false, "those that failed while they waited"),
  FAULTS("faultsInjected", "#", false, "times that the server went wrong"),
  FAILED_RPCS("failedRpcs", "#", false, "RPCs that failed or were not answered"),
  FAILED_CREATIONS("failedCreations", "#", false, "BatchCreateSessions among them"),
  BLAST_RADIUS("blastRadius", "waiters/RPC", false, "waiters failed per failed creation"),
  TIME_TO_RECOVER("timeToRecover", "ms", false, "from the last fault to its last effect"),
  LEAKED("sessionsLeaked", "#", false, "sessions that the server holds and the pool does not"),
  STALE("sessionsStale", "#", false, "sessions that the pool holds and the server does not"),
  BEYOND_MAX("sessionsBeyondMax", "#", false, "sessions beyond the pool's maximum");

  private final String key;
  private final String unit;
  private final boolean exact;
  private final String meaning;

  RunMetric(String key, String unit, boolean exact, String meaning) {
    this.key = key;
    this.unit = unit;
    this.exact = exact;
    this.meaning = meaning;
  }

  /** Counts the RPCs of a method; {@link #OTHER_RPCS} if the method has no metric of its own. */
  public static RunMetric of(Rpc rpc) {
    String own = CaseFormat.UPPER_CAMEL.to(CaseFormat.LOWER_CAMEL, rpc.methodName()) + "Rpcs";
    return find(own).orElse(rpc == Rpc.BATCH_CREATE_SESSIONS ? RPCS : OTHER_RPCS);
  }

  /** Its name in results. */
  public String key() {
    return key;
  }

  /**
   * Its unit: {@code #} for counts. Less is better, except for throughput and for sessions acquired
   * and released.
   */
  public String unit() {
    return unit;
  }

  /** Whether every counted cell has it, with the same value for equal clients. */
  public boolean isExact() {
    return exact;
  }

  /** The metric of a name in results; empty if there is none. */
  public static Optional<RunMetric> find(String key) {
    return Arrays.stream(values()).filter(metric -> metric.key.equals(key)).findFirst();
  }

  /** Its meaning, as a phrase. */
  public String meaning() {
    return meaning;
  }

  @Override
  public String toString() {
    return key;
  }
}
