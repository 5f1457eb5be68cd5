package dev.sessionbench.study.diagnosis;

import static dev.sessionbench.base.model.Rpc.BATCH_CREATE_SESSIONS;
import static dev.sessionbench.base.model.Rpc.COMMIT;
import static dev.sessionbench.base.model.Rpc.EXECUTE_SQL;
import static dev.sessionbench.base.model.Rpc.EXECUTE_STREAMING_SQL;
import static dev.sessionbench.bench.load.Operation.Kind.READ;
import static dev.sessionbench.bench.load.Operation.Kind.WRITE;
import static dev.sessionbench.study.diagnosis.Measurements.Quantity.API;
import static dev.sessionbench.study.diagnosis.Measurements.Quantity.ATTEMPTS;
import static dev.sessionbench.study.diagnosis.Measurements.Quantity.CALLS;
import static dev.sessionbench.study.diagnosis.Measurements.Quantity.CPU;
import static dev.sessionbench.study.diagnosis.Measurements.Quantity.CREATIONS;
import static dev.sessionbench.study.diagnosis.Measurements.Quantity.END_TO_END;
import static dev.sessionbench.study.diagnosis.Measurements.Quantity.FAILED_CREATIONS;
import static dev.sessionbench.study.diagnosis.Measurements.Quantity.FULL;
import static dev.sessionbench.study.diagnosis.Measurements.Quantity.GFE;
import static dev.sessionbench.study.diagnosis.Measurements.Quantity.HOLD;
import static dev.sessionbench.study.diagnosis.Measurements.Quantity.IN_USE;
import static dev.sessionbench.study.diagnosis.Measurements.Quantity.MAX_SESSIONS;
import static dev.sessionbench.study.diagnosis.Measurements.Quantity.NETWORK;
import static dev.sessionbench.study.diagnosis.Measurements.Quantity.SESSIONS;
import static dev.sessionbench.study.diagnosis.Measurements.Quantity.THROUGHPUT;
import static dev.sessionbench.study.diagnosis.Measurements.Quantity.TIMEOUTS;
import static dev.sessionbench.study.diagnosis.Measurements.Quantity.UNRETURNED;
import static dev.sessionbench.study.diagnosis.Measurements.Quantity.WAIT;
import static dev.sessionbench.study.diagnosis.Measurements.Quantity.WAITED;
import static dev.sessionbench.study.diagnosis.Measurements.Quantity.WAITED_FOR_GROWTH;
import static dev.sessionbench.study.diagnosis.Measurements.Quantity.WAITING;

import dev.sessionbench.base.model.LatencyProfile;
import dev.sessionbench.base.model.Nanos;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.stats.Sample;
import dev.sessionbench.bench.load.Operation.Kind;
import dev.sessionbench.bench.load.OperationTimes;
import dev.sessionbench.mock.rpc.RpcRecord;
import dev.sessionbench.study.diagnosis.Measurements.Quantity;
import dev.sessionbench.study.diagnosis.RpcTimer.RpcTiming;
import io.grpc.Status;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * All observations of a client in a stretch of time, and the metrics that follow.
 *
 * @param fromNanos the start of the stretch
 * @param toNanos its end, later
 * @param maxSessions the pool's limit
 * @param transactions those under way in it, and maybe others
 * @param calls those that ended in it, and maybe others
 * @param server what the server answered, maybe also before and after; empty if it does not report
 *     it
 * @param samples the contents of the pool, in order
 * @param unreturned sessions that were in use after the last transaction had ended
 * @param cpuShare the share of all processors that the process used
 * @param timeouts waits for a session that exceeded the client's limit
 */
public record Observed(
    long fromNanos,
    long toNanos,
    int maxSessions,
    List<Transaction> transactions,
    List<RpcTiming> calls,
    Optional<List<RpcRecord>> server,
    List<PoolSample> samples,
    double unreturned,
    double cpuShare,
    long timeouts) {
  /** A wait longer than the time that a thread may lose on a busy machine. */
  private static final double WAIT_MILLIS = 2;

  /**
   * The share at which a pool counts as full; at the maximum some sessions are just changing hands.
   */
  static final double FULL_SHARE = 0.95;

  /** Keeps only the calls, samples and replies of the stretch. */
  public Observed {
    calls = within(calls, RpcTiming::endNanos, fromNanos, toNanos);
    samples = within(samples, PoolSample::atNanos, fromNanos, toNanos);
    server = server.map(replies -> within(replies, RpcRecord::repliedNanos, fromNanos, toNanos));
  }

  private static <T> List<T> within(List<T> all, ToLongFunction<T> at, long from, long to) {
    return all.stream().filter(x -> at.applyAsLong(x) > from && at.applyAsLong(x) <= to).toList();
  }

  /** The transactions that ended in the stretch. */
  public List<Transaction> ended() {
    return within(transactions, t -> t.times().releasedNanos(), fromNanos, toNanos);
  }

  /** Those of one kind that ended without an error. */
  public List<Transaction> ended(Kind kind) {
    return ended().stream().filter(t -> t.kind() == kind && !t.times().failed()).toList();
  }

  /** How long those held their sessions on average, in milliseconds. */
  public double holdMillis(Kind kind, double otherwise) {
    return ended(kind).stream().mapToDouble(Transaction::holdMillis).average().orElse(otherwise);
  }

  /** The closed loop of agents with these hold times, and with as many sessions as they want. */
  public ClosedLoop load(Agents agents, double otherwiseRead, double otherwiseWrite) {
    double read = holdMillis(READ, otherwiseRead);
    return ClosedLoop.of(agents, read, holdMillis(WRITE, otherwiseWrite), Integer.MAX_VALUE);
  }

  /** How long the stretch is, in seconds. */
  public double seconds() {
    return (toNanos - fromNanos) / Nanos.PER_SECOND;
  }

  /** The requests of a transaction, one after the other. */
  public static List<Rpc> requests(Kind kind) {
    return kind == READ ? List.of(EXECUTE_STREAMING_SQL) : List.of(EXECUTE_SQL, COMMIT);
  }

  /**
   * The spread of the server's time for a kind of transaction; empty if the server does not report
   * it.
   */
  public Optional<Spread> api(Kind kind) {
    Predicate<RpcRecord> own = reply -> requests(kind).contains(reply.rpc());
    return server.map(all -> Spread.of(all.stream().filter(own).mapToDouble(Observed::apiMillis)));
  }

  /** The spread of a time of the calls of a kind of transaction. */
  public Spread calls(Kind kind, ToDoubleFunction<RpcTiming> millis) {
    Stream<RpcTiming> own = calls.stream().filter(call -> requests(kind).contains(call.rpc()));
    return Spread.of(own.mapToDouble(millis).filter(Double::isFinite));
  }

  private static double apiMillis(RpcRecord reply) {
    return (reply.repliedNanos() - reply.arrivalNanos()) / Nanos.PER_MILLI;
  }

  /** How many transactions wait at the moment of each sample. */
  public static List<Integer> waiting(List<PoolSample> samples, List<Transaction> transactions) {
    TreeMap<Long, Integer> changes = new TreeMap<>(Map.of(Long.MIN_VALUE, 0));
    for (Transaction transaction : transactions) {
      OperationTimes times = transaction.times();
      changes.merge(times.wantedNanos(), 1, Integer::sum);
      changes.merge(times.wantedNanos() + times.waitNanos(), -1, Integer::sum);
    }
    int[] now = new int[1];
    changes.replaceAll((at, change) -> now[0] += change);
    return samples.stream().map(s -> changes.floorEntry(s.atNanos()).getValue()).toList();
  }

  /** The metrics that follow from all observations. */
  public Measurements measurements() {
    Map<Quantity, Double> values = new EnumMap<>(Quantity.class);
    List<Transaction> ended = ended();
    values.put(MAX_SESSIONS, (double) maxSessions);
    values.put(SESSIONS, mean(samples.stream().mapToDouble(PoolSample::total)));
    values.put(IN_USE, mean(samples.stream().mapToDouble(PoolSample::inUse)));
    values.put(FULL, share(samples, this::isFull));
    values.put(WAITING, mean(waiting(samples, transactions).stream().mapToDouble(n -> n)));
    values.put(THROUGHPUT, ended.size() / seconds());
    values.put(HOLD, mean(ended.stream().mapToDouble(Transaction::holdMillis)));
    values.put(WAIT, mean(ended.stream().mapToDouble(Transaction::waitMillis)));
    values.put(END_TO_END, mean(ended.stream().mapToDouble(Transaction::endToEndMillis)));
    List<Transaction> waited = ended.stream().filter(t -> t.waitMillis() > WAIT_MILLIS).toList();
    values.put(WAITED, ended.isEmpty() ? Double.NaN : 1.0 * waited.size() / ended.size());
    values.put(WAITED_FOR_GROWTH, waited.isEmpty() ? 0 : share(waited, this::sawGrowth));
    values.put(ATTEMPTS, mean(ended.stream().mapToDouble(Transaction::attempts)));
    values.put(UNRETURNED, unreturned);
    values.put(CPU, cpuShare);
    values.put(TIMEOUTS, (double) timeouts);
    addCalls(values, ended.size());
    return new Measurements(values);
  }

  private void addCalls(Map<Quantity, Double> values, int transactions) {
    List<RpcTiming> carrying = calls.stream().filter(c -> carries(c.rpc())).toList();
    values.put(GFE, byMethod(carrying, RpcTiming::rpc, RpcTiming::gfeMillis));
    values.put(
        NETWORK, byMethod(carrying, RpcTiming::rpc, call -> call.millis() - call.gfeMillis()));
    values.put(CALLS, 1.0 * carrying.size() / transactions);
    List<RpcRecord> replies = server.orElse(List.of());
    List<RpcRecord> answers = replies.stream().filter(reply -> carries(reply.rpc())).toList();
    values.put(API, byMethod(answers, RpcRecord::rpc, Observed::apiMillis));
    List<RpcTiming> creations =
        calls.stream().filter(call -> call.rpc() == BATCH_CREATE_SESSIONS).toList();
    long failed = creations.stream().filter(call -> call.status() != Status.Code.OK).count();
    values.put(CREATIONS, (double) creations.size());
    values.put(FAILED_CREATIONS, (double) failed);
  }

  /** How long a server takes for a transaction on average, in milliseconds. */
  public static double serverMillis(Kind kind, LatencyProfile latencies, long seed) {
    return requests(kind).stream().mapToDouble(rpc -> latencies.meanMillis(rpc, seed)).sum();
  }

  /** Whether a request is part of a transaction. */
  public static boolean carries(Rpc rpc) {
    return Arrays.stream(Kind.values()).anyMatch(kind -> requests(kind).contains(rpc));
  }

  /**
   * The mean over the methods of their medians. It does not change when one kind of transaction
   * becomes more frequent.
   */
  private static <T> double byMethod(
      List<T> calls, Function<T, Rpc> rpc, ToDoubleFunction<T> millis) {
    Map<Rpc, List<T>> byRpc =
        calls.stream().collect(Collectors.groupingBy(rpc, TreeMap::new, Collectors.toList()));
    ToDoubleFunction<List<T>> median =
        some -> Sample.median(some.stream().mapToDouble(millis).filter(Double::isFinite).toArray());
    return mean(byRpc.values().stream().mapToDouble(median).filter(Double::isFinite));
  }

  private boolean isFull(PoolSample sample) {
    // One session may always be changing hands, which is a large share of a small pool.
    return sample.idle() == 0
        && sample.inUse() >= Math.min(FULL_SHARE * maxSessions, maxSessions - 1.0);
  }

  /** Whether sessions were being created for most of a wait. */
  private boolean sawGrowth(Transaction transaction) {
    long until = transaction.times().wantedNanos() + transaction.times().waitNanos();
    List<PoolSample> during =
        within(samples, PoolSample::atNanos, transaction.times().wantedNanos(), until);
    Comparator<PoolSample> distance = Comparator.comparingLong(s -> Math.abs(s.atNanos() - until));
    List<PoolSample> nearest = samples.stream().min(distance).stream().toList();
    return share(during.isEmpty() ? nearest : during, sample -> sample.creating() > 0) > 0.5;
  }

  private static <T> double share(List<T> all, Predicate<T> which) {
    return all.isEmpty() ? Double.NaN : 1.0 * all.stream().filter(which).count() / all.size();
  }

  private static double mean(DoubleStream values) {
    return values.average().orElse(Double.NaN);
  }

  /**
   * The contents of the pool at one moment.
   *
   * @param atNanos when
   * @param inUse sessions in use
   * @param idle sessions idle
   * @param creating sessions asked for and not yet received
   */
  public record PoolSample(long atNanos, int inUse, int idle, int creating) {
    /** The number of sessions. */
    public int total() {
      return inUse + idle;
    }
  }

  /**
   * The distribution of a time, from an HdrHistogram of three digits, in milliseconds.
   *
   * @param n the number of values
   * @param mean their mean; 0 without values, like the others
   * @param p50 their median
   * @param p95 the value that 95 % do not exceed
   * @param p99 the value that 99 % do not exceed
   * @param max the largest
   */
  public record Spread(long n, double mean, double p50, double p95, double p99, double max) {
    private static final int DIGITS = 3;

    /** The spread of times in milliseconds. */
    public static Spread of(DoubleStream millis) {
      Histogram histogram = new Histogram(DIGITS);
      millis.forEach(
          value -> histogram.recordValue(Math.max(0, Math.round(value * Nanos.PER_MILLI))));
      return new Spread(
          histogram.getTotalCount(),
          histogram.getMean() / Nanos.PER_MILLI,
          at(histogram, 50),
          at(histogram, 95),
          at(histogram, 99),
          histogram.getMaxValue() / Nanos.PER_MILLI);
    }

    private static double at(Histogram histogram, double percentile) {
      return histogram.getValueAtPercentile(percentile) / Nanos.PER_MILLI;
    }
  }

  /**
   * One transaction of an agent.
   *
   * @param kind its kind
   * @param intendedNanos when it should have begun: in a closed loop after the agent's pause, in an
   *     open loop as scheduled
   * @param times when it began, got its session and ended
   * @param attempts how often it was tried, at least 1
   */
  public record Transaction(Kind kind, long intendedNanos, OperationTimes times, int attempts) {
    /** How long it waited for its session, in milliseconds. */
    public double waitMillis() {
      return times.waitNanos() / Nanos.PER_MILLI;
    }

    /** How long it held its session, in milliseconds; 0 if it never had one. */
    public double holdMillis() {
      return times.hadSession()
          ? (times.releasedNanos() - times.acquiredNanos()) / Nanos.PER_MILLI
          : 0;
    }

    /** From the call into the client to its return, in milliseconds. */
    public double endToEndMillis() {
      return (times.releasedNanos() - times.wantedNanos()) / Nanos.PER_MILLI;
    }

    /** From its intended begin to its end, in milliseconds. */
    public double sinceIntendedMillis() {
      return (times.releasedNanos() - intendedNanos) / Nanos.PER_MILLI;
    }
  }
}
