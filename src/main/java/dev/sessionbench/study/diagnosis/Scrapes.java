package dev.sessionbench.study.diagnosis;

import static dev.sessionbench.study.diagnosis.Measurements.Quantity.CALLS;
import static dev.sessionbench.study.diagnosis.Measurements.Quantity.CLIENTS;
import static dev.sessionbench.study.diagnosis.Measurements.Quantity.CPU;
import static dev.sessionbench.study.diagnosis.Measurements.Quantity.CREATIONS;
import static dev.sessionbench.study.diagnosis.Measurements.Quantity.FAILED_CREATIONS;
import static dev.sessionbench.study.diagnosis.Measurements.Quantity.FULL;
import static dev.sessionbench.study.diagnosis.Measurements.Quantity.GFE;
import static dev.sessionbench.study.diagnosis.Measurements.Quantity.HOLD;
import static dev.sessionbench.study.diagnosis.Measurements.Quantity.IN_USE;
import static dev.sessionbench.study.diagnosis.Measurements.Quantity.KEPT;
import static dev.sessionbench.study.diagnosis.Measurements.Quantity.MAX_SESSIONS;
import static dev.sessionbench.study.diagnosis.Measurements.Quantity.MULTIPLEXED;
import static dev.sessionbench.study.diagnosis.Measurements.Quantity.NETWORK;
import static dev.sessionbench.study.diagnosis.Measurements.Quantity.SCRAPES;
import static dev.sessionbench.study.diagnosis.Measurements.Quantity.SESSIONS;
import static dev.sessionbench.study.diagnosis.Measurements.Quantity.THROUGHPUT;
import static dev.sessionbench.study.diagnosis.Measurements.Quantity.TIMEOUTS;
import static dev.sessionbench.study.diagnosis.Measurements.Quantity.UNANSWERED;
import static dev.sessionbench.study.diagnosis.Measurements.Quantity.UNRETURNED;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.Nanos;
import dev.sessionbench.study.diagnosis.Measurements.Quantity;
import dev.sessionbench.study.diagnosis.Scrape.MetricPoint;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * Diagnoses a client from several scrapes.
 *
 * <p>The client exports neither how long transactions wait nor how long they hold their sessions.
 * The transactions a second follow from the sessions acquired. The mean hold time follows from that
 * rate and the sessions in use, by Little's law.
 *
 * <p>Sessions are kept if more were in use at the first scrape than were released until the last.
 * Those that wait for the reply to a call are not leaked. If the number of calls under way is
 * unknown, so is whether any session is leaked. No session is leaked if on average about as many
 * calls are under way as sessions are in use. Otherwise an application may hold sessions between
 * its calls.
 *
 * <p>A call says neither which client made it nor whether it used a multiplexed session. What
 * follows from calls is unknown if there are several clients, or transactions outside the pool.
 *
 * @param scrapes scrapes of one client, in the order of time, at least two: its own metrics, those
 *     of gRPC below it, and those of its process
 * @param clients how many clients the process has
 */
@SuppressWarnings("UnnecessaryLambda") // The metrics are a list, which methods would hide.
public record Scrapes(List<Scrape> scrapes, long clients) {
  /** The share of the maximum that may be between two calls. */
  private static final double IDLE_HANDS = 0.04;

  private static final String RPC = "grpc_client_attempt_duration";
  private static final String SERVICE = "google.spanner.v1.Spanner/";

  /** A call to Cloud Spanner that carries a transaction: it does not manage sessions. */
  private static final Predicate<MetricPoint> CARRIES =
      p -> p.method().startsWith(SERVICE) && !p.method().contains("Session");

  private static final Predicate<MetricPoint> CREATES =
      p -> p.method().equals(SERVICE + "BatchCreateSessions");

  /** Clients before multiplexed sessions have no such label. */
  private static final Predicate<MetricPoint> OF_POOL =
      p -> !Boolean.parseBoolean(p.label("is_multiplexed"));

  private static final Metric MAX = s -> s.sum("max_allowed_sessions");
  private static final Metric IN_USE_NOW = s -> sessions(s, "num_in_use_sessions");
  private static final Metric ACQUIRED = s -> s.sum("num_acquired_sessions", OF_POOL);
  private static final Metric OUTSIDE = s -> s.sum("num_acquired_sessions", OF_POOL.negate());
  private static final Metric RELEASED = s -> s.sum("num_released_sessions", OF_POOL);
  private static final Metric GFE_COUNT = s -> s.sum("gfe_latency", "_count", CARRIES);
  private static final Metric RPC_COUNT = s -> s.sum(RPC, "_count", CARRIES);
  private static final Metric CREATED = s -> s.sum(RPC, "_count", CREATES);

  /** A metric of a scrape; NaN if it is missing. */
  private interface Metric extends ToDoubleFunction<Scrape> {}

  /** The metrics that every diagnosis needs, as the client names them. */
  private static final Map<String, Metric> NEEDED =
      new TreeMap<>(
          Map.of(
              "spanner/max_allowed_sessions", MAX,
              "spanner/num_sessions_in_pool of type num_in_use_sessions", IN_USE_NOW,
              "spanner/num_acquired_sessions", ACQUIRED,
              "spanner/num_released_sessions", RELEASED));

  /**
   * Checks that scrapes can be diagnosed.
   *
   * @param all the scrapes, in the order of time
   * @param client its {@code client_id}, or {@code INSTANCE/DATABASE/ID} if there are several
   *     databases; empty if there is only one client
   * @throws BadInput if there are fewer than two, or no time passes between them. Also if the
   *     client is not clear or needed metrics are missing: the message names all of them
   */
  public static Scrapes of(List<Scrape> all, Optional<String> client) {
    BadInput.when(all.size() < 2, "needs two scrapes at least, some seconds apart");
    for (int i = 1; i < all.size(); i++) {
      BadInput.when(
          !(all.get(i).atSeconds() > all.get(i - 1).atSeconds()),
          "%s: must be later than %s: give the scrapes in the order of time",
          all.get(i).name(),
          all.get(i - 1).name());
    }
    String id = client(all.get(0), client);
    long clients = all.stream().flatMap(s -> s.clients().stream()).distinct().count();
    List<Scrape> scrapes = all.stream().map(scrape -> scrape.of(id, clients > 1)).toList();
    scrapes.forEach(Scrapes::requireAll);
    return new Scrapes(scrapes, clients);
  }

  private static String client(Scrape first, Optional<String> wanted) {
    List<String> named =
        first.clients().stream().filter(c -> ("/" + c).endsWith("/" + wanted.orElse(c))).toList();
    String known = String.join(", ", first.clients());
    String asked = "--client " + wanted.orElse("");
    BadInput.when(wanted.isPresent() && named.size() != 1, "%s: must be one of %s", asked, known);
    BadInput.when(
        named.size() > 1,
        "%s: holds the pools of several clients: name one by --client, of %s",
        first.name(),
        known);
    return named.isEmpty() ? "" : named.get(0);
  }

  private static void requireAll(Scrape scrape) {
    String missing =
        NEEDED.entrySet().stream()
            .filter(entry -> Double.isNaN(entry.getValue().applyAsDouble(scrape)))
            .map(Map.Entry::getKey)
            .collect(Collectors.joining(", "));
    BadInput.when(
        !missing.isEmpty(),
        "%s: lacks %s; does the application call SpannerOptions.enableOpenTelemetryMetrics()?",
        scrape.name(),
        missing);
  }

  /**
   * Why the client waits. With more than two scrapes it judges the stretch from the second to the
   * last, compared with the first stretch. With two it judges the only stretch.
   *
   * @throws BadInput if the client does not use its pool
   */
  public Diagnosis diagnosis() {
    return Diagnosis.of(now(), calm());
  }

  /** The metrics of the first stretch; empty if that is the one judged. */
  public Optional<Measurements> calm() {
    return scrapes.size() > 2 ? Optional.of(measurements(scrapes.subList(0, 2))) : Optional.empty();
  }

  /** The metrics of the stretch that is judged. */
  public Measurements now() {
    double multiplexed = difference(scrapes, OUTSIDE);
    BadInput.when(
        difference(scrapes, ACQUIRED) == 0 && multiplexed > 0,
        "the client works on a multiplexed session (%.0f transactions) and not on its pool: there is nothing to diagnose",
        multiplexed);
    return measurements(scrapes.subList(scrapes.size() > 2 ? 1 : 0, scrapes.size()));
  }

  /**
   * Metrics of a stretch. Missing values are NaN, as is what follows from them; such metrics are
   * left out.
   */
  private Measurements measurements(List<Scrape> some) {
    Scrape first = some.get(0);
    Scrape last = some.get(some.size() - 1);
    double seconds = last.atSeconds() - first.atSeconds();
    double max = MAX.applyAsDouble(last);
    double inUse = mean(some, IN_USE_NOW);
    double acquired = difference(some, ACQUIRED);
    Map<Quantity, Double> values = new EnumMap<>(Quantity.class);
    values.put(MAX_SESSIONS, max);
    values.put(IN_USE, inUse);
    values.put(SESSIONS, inUse + mean(some, Scrapes::idle));
    values.put(FULL, mean(some, scrape -> isFull(scrape, max) ? 1 : 0));
    values.put(SCRAPES, (double) some.size());
    values.put(THROUGHPUT, acquired / seconds);
    values.put(HOLD, inUse / acquired * seconds * Nanos.MILLIS_PER_SECOND);
    values.put(TIMEOUTS, difference(some, s -> s.sum("get_session_timeouts")));
    values.put(CLIENTS, (double) clients);
    values.put(CREATIONS, difference(some, CREATED));
    values.put(FAILED_CREATIONS, difference(some, Scrapes::refused));
    double used = difference(some, s -> s.sum("jvm_cpu_time", "process_cpu")) / seconds;
    double cpu = used / first.sum("jvm_cpu_count", "system_cpu_count");
    double recent = mean(some, s -> s.sum("jvm_cpu_recent_utilization", "process_cpu_usage"));
    values.put(CPU, Double.isNaN(cpu) ? recent : cpu);
    double multiplexed = difference(some, OUTSIDE);
    values.put(MULTIPLEXED, multiplexed > 0 ? multiplexed : 0);
    double rpcSeconds = Double.NaN;
    double waiting = Double.NaN;
    if (!(multiplexed > 0)) {
      double gfeCount = difference(some, GFE_COUNT);
      double gfeMillis = difference(some, s -> s.sum("gfe_latency", "_sum", CARRIES)) / gfeCount;
      double rpcCount = difference(some, RPC_COUNT);
      rpcSeconds = difference(some, s -> s.sum(RPC, "_sum", CARRIES));
      waiting = underWay(last);
      values.put(GFE, gfeMillis);
      values.put(NETWORK, rpcSeconds * Nanos.MILLIS_PER_SECOND / rpcCount - gfeMillis);
      values.put(CALLS, (rpcCount > 0 ? rpcCount : gfeCount) / acquired);
    }
    double idleHands = inUse - rpcSeconds / seconds;
    double kept = IN_USE_NOW.applyAsDouble(first) - difference(some, RELEASED);
    if (kept > 0) {
      values.put(KEPT, kept);
      values.put(UNRETURNED, Math.max(0, kept - waiting));
      values.put(UNANSWERED, Math.min(kept, waiting));
    } else if (idleHands <= IDLE_HANDS * max) {
      values.put(UNRETURNED, Math.max(0, idleHands));
    }
    return new Measurements(values);
  }

  private static double mean(List<Scrape> some, Metric metric) {
    return some.stream().mapToDouble(metric).average().orElse(Double.NaN);
  }

  /**
   * The growth of a counter. It is an error if the counter falls between two scrapes, since the
   * process has restarted then.
   */
  private static double difference(List<Scrape> some, Metric metric) {
    // A counter that has not counted yet is not exported.
    double start = metric.applyAsDouble(some.get(0));
    double first = Double.isNaN(start) ? 0 : start;
    double before = first;
    double now = first;
    for (Scrape scrape : some) {
      now = metric.applyAsDouble(scrape);
      BadInput.when(
          now < before,
          "%s: a counter is lower than in the scrape before: the application restarted in between",
          scrape.name());
      before = Double.isNaN(now) ? before : now;
    }
    return now - first;
  }

  /** OpenTelemetry's label is {@code session_type}, OpenCensus's {@code Type}. */
  private static double sessions(Scrape scrape, String type) {
    return scrape.sum(
        "num_sessions_in_pool",
        p -> p.label("session_type").endsWith(type) || p.label("Type").equals(type));
  }

  private static double idle(Scrape scrape) {
    double available = sessions(scrape, "num_available_sessions");
    return Double.isNaN(available) ? sessions(scrape, "num_read_sessions") : available;
  }

  /** If idle sessions are not exported, a pool is known to be full only if all of it is in use. */
  private static boolean isFull(Scrape scrape, double max) {
    double idle = idle(scrape);
    double inUse = IN_USE_NOW.applyAsDouble(scrape);
    return Double.isNaN(idle) ? inUse >= max : inUse >= Observed.FULL_SHARE * max && idle == 0;
  }

  private static double refused(Scrape scrape) {
    double refused =
        scrape.sum(RPC, "_count", CREATES.and(p -> !p.label("grpc_status").equals("OK")));
    return Double.isNaN(refused) && CREATED.applyAsDouble(scrape) >= 0 ? 0 : refused;
  }

  /**
   * How many calls are under way. If gRPC does not export the calls that began, it is 0 if replies
   * equal the sessions acquired. Each transaction makes at least one call.
   */
  private static double underWay(Scrape scrape) {
    double begun = scrape.sum("grpc_client_attempt_started", CARRIES);
    if (Double.isNaN(begun)) {
      return GFE_COUNT.applyAsDouble(scrape) == ACQUIRED.applyAsDouble(scrape) ? 0 : Double.NaN;
    }
    double ended = RPC_COUNT.applyAsDouble(scrape);
    return begun - (ended > 0 ? ended : 0);
  }
}
