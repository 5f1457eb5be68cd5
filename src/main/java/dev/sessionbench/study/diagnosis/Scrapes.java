package dev.sessionbench.study.diagnosis;

import static dev.sessionbench.study.diagnosis.Figures.Quantity.CALLS;
import static dev.sessionbench.study.diagnosis.Figures.Quantity.CLIENTS;
import static dev.sessionbench.study.diagnosis.Figures.Quantity.CPU;
import static dev.sessionbench.study.diagnosis.Figures.Quantity.CREATIONS;
import static dev.sessionbench.study.diagnosis.Figures.Quantity.FAILED_CREATIONS;
import static dev.sessionbench.study.diagnosis.Figures.Quantity.FULL;
import static dev.sessionbench.study.diagnosis.Figures.Quantity.GFE;
import static dev.sessionbench.study.diagnosis.Figures.Quantity.HOLD;
import static dev.sessionbench.study.diagnosis.Figures.Quantity.IN_USE;
import static dev.sessionbench.study.diagnosis.Figures.Quantity.KEPT;
import static dev.sessionbench.study.diagnosis.Figures.Quantity.MAX_SESSIONS;
import static dev.sessionbench.study.diagnosis.Figures.Quantity.MULTIPLEXED;
import static dev.sessionbench.study.diagnosis.Figures.Quantity.NETWORK;
import static dev.sessionbench.study.diagnosis.Figures.Quantity.SCRAPES;
import static dev.sessionbench.study.diagnosis.Figures.Quantity.SESSIONS;
import static dev.sessionbench.study.diagnosis.Figures.Quantity.THROUGHPUT;
import static dev.sessionbench.study.diagnosis.Figures.Quantity.TIMEOUTS;
import static dev.sessionbench.study.diagnosis.Figures.Quantity.UNANSWERED;
import static dev.sessionbench.study.diagnosis.Figures.Quantity.UNRETURNED;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.study.diagnosis.Figures.Quantity;
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
 * @param scrapes scrapes of one client, in the order of time, at least two
 */
public record Scrapes(List<ClientMetrics> scrapes) {
  private static final double FULL_SHARE = 0.95;

  /** The share of the maximum that may be between two calls. */
  private static final double IDLE_HANDS = 0.04;

  private static final double MILLIS_PER_SECOND = 1000;

  /** Copies the list. */
  public Scrapes {
    scrapes = List.copyOf(scrapes);
  }

  /**
   * Checks that scrapes can be diagnosed.
   *
   * @param all the scrapes, in the order of time
   * @param client its {@code client_id}, or {@code INSTANCE/DATABASE/ID} if there are several
   *     databases; empty if there is only one client
   * @throws BadInput if there are fewer than two, time does not pass between them, the client is
   *     not clear, or needed metrics are missing: all of them are named
   */
  public static Scrapes of(List<Scrape> all, Optional<String> client) {
    BadInput.when(
        all.size() < 2,
        "needs two scrapes at least, some seconds apart: counters tell nothing at one moment");
    for (int i = 1; i < all.size(); i++) {
      BadInput.when(
          !(all.get(i).atSeconds() > all.get(i - 1).atSeconds()),
          "%s: must be later than %s: give the scrapes in the order of time",
          all.get(i).name(),
          all.get(i - 1).name());
    }
    String id = client(all.get(0), client);
    long clients = all.stream().flatMap(s -> s.clients().stream()).distinct().count();
    List<ClientMetrics> scrapes =
        all.stream().map(scrape -> new ClientMetrics(scrape.of(id), clients)).toList();
    scrapes.forEach(Scrapes::requireAll);
    return new Scrapes(scrapes);
  }

  private static String client(Scrape first, Optional<String> wanted) {
    List<String> named =
        first.clients().stream().filter(c -> ("/" + c).endsWith("/" + wanted.orElse(c))).toList();
    String known = String.join(", ", first.clients());
    BadInput.when(
        wanted.isPresent() && named.size() != 1,
        "--client %s: must be one of %s",
        wanted.orElse(""),
        known);
    BadInput.when(
        named.size() > 1,
        "%s: holds the pools of several clients: name one by --client, of %s",
        first.name(),
        known);
    return named.isEmpty() ? "" : named.get(0);
  }

  private static void requireAll(ClientMetrics metrics) {
    String missing =
        new TreeMap<>(
                Map.of(
                    "spanner/max_allowed_sessions", metrics.max(),
                    "spanner/num_sessions_in_pool of type num_in_use_sessions", metrics.inUse(),
                    "spanner/num_acquired_sessions", metrics.acquired(false),
                    "spanner/num_released_sessions", metrics.released()))
            .entrySet().stream()
                .filter(entry -> entry.getValue().isNaN())
                .map(Map.Entry::getKey)
                .collect(Collectors.joining(", "));
    BadInput.when(
        !missing.isEmpty(),
        "%s: lacks %s; does the application call SpannerOptions.enableOpenTelemetryMetrics()?",
        metrics.scrape.name(),
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
  public Optional<Figures> calm() {
    return scrapes.size() > 2 ? Optional.of(figures(scrapes.subList(0, 2))) : Optional.empty();
  }

  /** The metrics of the stretch that is judged. */
  public Figures now() {
    double multiplexed = difference(scrapes, s -> s.acquired(true));
    BadInput.when(
        difference(scrapes, s -> s.acquired(false)) == 0 && multiplexed > 0,
        "the client works on a multiplexed session (%.0f transactions) and not on its pool: there is nothing to diagnose",
        multiplexed);
    return figures(scrapes.subList(scrapes.size() > 2 ? 1 : 0, scrapes.size()));
  }

  /**
   * Metrics of a stretch. Missing values are NaN, as is what follows from them; such metrics are
   * left out.
   */
  private static Figures figures(List<ClientMetrics> some) {
    ClientMetrics first = some.get(0);
    ClientMetrics last = some.get(some.size() - 1);
    double seconds = last.scrape.atSeconds() - first.scrape.atSeconds();
    Map<Quantity, Double> values = new EnumMap<>(Quantity.class);
    double max = last.max();
    double inUse = mean(some, ClientMetrics::inUse);
    double acquired = difference(some, s -> s.acquired(false));
    values.put(MAX_SESSIONS, max);
    values.put(IN_USE, inUse);
    values.put(SESSIONS, inUse + mean(some, ClientMetrics::idle));
    values.put(FULL, mean(some, scrape -> scrape.isFull(max) ? 1 : 0));
    values.put(SCRAPES, (double) some.size());
    values.put(THROUGHPUT, acquired / seconds);
    values.put(HOLD, inUse / acquired * seconds * MILLIS_PER_SECOND);
    values.put(TIMEOUTS, difference(some, s -> s.scrape.sum("get_session_timeouts")));
    values.put(CLIENTS, (double) last.clients());
    values.put(CREATIONS, difference(some, ClientMetrics::creations));
    values.put(FAILED_CREATIONS, difference(some, ClientMetrics::failedCreations));
    double cpu =
        difference(some, s -> s.scrape.sum("jvm_cpu_time", "process_cpu"))
            / seconds
            / first.scrape.sum("jvm_cpu_count", "system_cpu_count");
    values.put(
        CPU,
        Double.isNaN(cpu)
            ? mean(some, s -> s.scrape.sum("jvm_cpu_recent_utilization", "process_cpu_usage"))
            : cpu);
    double multiplexed = difference(some, s -> s.acquired(true));
    values.put(MULTIPLEXED, multiplexed > 0 ? multiplexed : 0);
    double rpcSeconds = Double.NaN;
    double waiting = Double.NaN;
    if (!(multiplexed > 0)) {
      double gfeCount = difference(some, ClientMetrics::gfeCount);
      double gfeMillis = difference(some, s -> s.carried("gfe_latency", "_sum")) / gfeCount;
      double rpcCount = difference(some, ClientMetrics::rpcCount);
      rpcSeconds = difference(some, s -> s.carried(ClientMetrics.RPC, "_sum"));
      waiting = last.underWay();
      values.put(GFE, gfeMillis);
      values.put(NETWORK, rpcSeconds * MILLIS_PER_SECOND / rpcCount - gfeMillis);
      values.put(CALLS, (rpcCount > 0 ? rpcCount : gfeCount) / acquired);
    }
    double idleHands = inUse - rpcSeconds / seconds;
    double kept = first.inUse() - difference(some, ClientMetrics::released);
    if (kept > 0) {
      values.put(KEPT, kept);
      values.put(UNRETURNED, Math.max(0, kept - waiting));
      values.put(UNANSWERED, Math.min(kept, waiting));
    } else if (idleHands <= IDLE_HANDS * max) {
      values.put(UNRETURNED, Math.max(0, idleHands));
    }
    return new Figures(values);
  }

  private static double mean(List<ClientMetrics> some, ToDoubleFunction<ClientMetrics> metric) {
    return some.stream().mapToDouble(metric).average().orElse(Double.NaN);
  }

  /**
   * The growth of a counter. It is an error if the counter falls between two scrapes, since the
   * process has restarted then.
   */
  private static double difference(
      List<ClientMetrics> some, ToDoubleFunction<ClientMetrics> metric) {
    // A counter that has not counted yet is not exported.
    double start = metric.applyAsDouble(some.get(0));
    double first = Double.isNaN(start) ? 0 : start;
    double before = first;
    double now = first;
    for (ClientMetrics scrape : some) {
      now = metric.applyAsDouble(scrape);
      BadInput.when(
          now < before,
          "%s: a counter is lower than in the scrape before: the application began anew between",
          scrape.scrape().name());
      before = Double.isNaN(now) ? before : now;
    }
    return now - first;
  }

  /**
   * One client in a scrape: its own metrics, those of gRPC below it, and those of its process.
   * Missing values are NaN.
   *
   * @param scrape the metrics of that client
   * @param clients how many clients the process has; if several, only calls with this client's
   *     label are its own
   */
  public record ClientMetrics(Scrape scrape, long clients) {
    private static final String RPC = "grpc_client_attempt_duration";
    private static final String SERVICE = "google.spanner.v1.Spanner/";

    double max() {
      return scrape.sum("max_allowed_sessions");
    }

    double inUse() {
      return sessions("num_in_use_sessions");
    }

    double idle() {
      double available = sessions("num_available_sessions");
      return Double.isNaN(available) ? sessions("num_read_sessions") : available;
    }

    /** OpenTelemetry's label is {@code session_type}, OpenCensus's {@code Type}. */
    private double sessions(String type) {
      return scrape.sum(
          "num_sessions_in_pool",
          p -> p.label("session_type").endsWith(type) || p.label("Type").equals(type));
    }

    /**
     * If idle sessions are not exported, a pool is known to be full only if all of it is in use.
     */
    boolean isFull(double max) {
      return Double.isNaN(idle()) ? inUse() >= max : inUse() >= FULL_SHARE * max && idle() == 0;
    }

    double acquired(boolean multiplexed) {
      return scrape.sum("num_acquired_sessions", isMultiplexed(multiplexed));
    }

    double released() {
      return scrape.sum("num_released_sessions", isMultiplexed(false));
    }

    /** Clients before multiplexed sessions have no such label. */
    private static Predicate<MetricPoint> isMultiplexed(boolean multiplexed) {
      return point -> Boolean.parseBoolean(point.label("is_multiplexed")) == multiplexed;
    }

    double gfeCount() {
      return carried("gfe_latency", "_count");
    }

    double rpcCount() {
      return carried(RPC, "_count");
    }

    /**
     * How many calls are under way. If gRPC does not export the calls that began, it is 0 if
     * replies equal the sessions acquired. Each transaction makes at least one call.
     */
    double underWay() {
      double begun = carried("grpc_client_attempt_started", "");
      if (Double.isNaN(begun)) {
        return clients <= 1 && gfeCount() == acquired(false) ? 0 : Double.NaN;
      }
      return begun - (rpcCount() > 0 ? rpcCount() : 0);
    }

    double creations() {
      return calls(RPC, "_count", ClientMetrics::creates);
    }

    double failedCreations() {
      double failed = calls(RPC, "_count", p -> creates(p) && !p.label("grpc_status").equals("OK"));
      return Double.isNaN(failed) && creations() >= 0 ? 0 : failed;
    }

    private double carried(String metric, String part) {
      return calls(metric, part, ClientMetrics::carries);
    }

    private double calls(String metric, String part, Predicate<MetricPoint> which) {
      return scrape.sum(
          metric,
          p -> which.test(p) && p.name().endsWith(part) && (clients <= 1 || Scrape.isOfClient(p)));
    }

    /**
     * Whether a call carries transactions: a call to Cloud Spanner that does not manage sessions.
     */
    private static boolean carries(MetricPoint point) {
      return method(point).startsWith(SERVICE) && !method(point).contains("Session");
    }

    private static boolean creates(MetricPoint point) {
      return method(point).equals(SERVICE + "BatchCreateSessions");
    }

    /** The label is {@code grpc_method} in gRPC's metrics and {@code method} in the client's. */
    private static String method(MetricPoint point) {
      String method = point.label("grpc_method");
      return method.isEmpty() ? point.label("method") : method;
    }
  }
}
