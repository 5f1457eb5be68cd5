package dev.sessionbench.study.diagnosis;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.study.diagnosis.Figures.Quantity;
import dev.sessionbench.study.diagnosis.Scrape.MetricPoint;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Several scrapes of one client, and what they come to.
 *
 * <p>The client exports neither how long transactions wait nor how long they hold their sessions.
 * What follows from the rest: transactions a second from the sessions acquired; and the mean time
 * held from those in use and that rate, by Little's law.
 *
 * <p>Sessions are kept where more were in use at the first scrape than were given back until the
 * last. Those that wait for the reply to a call are not leaked; where nothing tells how many calls
 * are under way, it is unknown whether any is. Where about as many calls are under way on average
 * as sessions are in use, none is leaked. Else an application may hold sessions between its calls.
 *
 * <p>Calls tell neither which client made them nor whether on a multiplexed session. What follows
 * from them is unknown where there are several clients, or transactions beside the pool.
 *
 * @param scrapes of one client, in the order of time, at least two
 */
public record Scrapes(List<ClientMetrics> scrapes) {
  private static final double FULL = 0.95;

  /** So many sessions may be between two calls, as a share of the maximum. */
  private static final double IDLE_HANDS = 0.04;

  private static final double MILLIS_PER_SECOND = 1000;

  /** Copies the list. */
  public Scrapes {
    scrapes = List.copyOf(scrapes);
  }

  /**
   * Sees to it that scrapes can be judged.
   *
   * @param all in the order of time
   * @param client which client: its {@code client_id}, or {@code INSTANCE/DATABASE/ID} where that
   *     is one of several databases; nothing where there is only one
   * @throws BadInput if there are fewer than two, time does not pass between them, the client is
   *     not told, or metrics are missing that the diagnosis needs: all of them are named
   */
  public static Scrapes of(List<Scrape> all, Optional<String> client) {
    if (all.size() < 2) {
      throw new BadInput(
          "needs two scrapes at least, some seconds apart: counters tell nothing at one moment");
    }
    for (int i = 1; i < all.size(); i++) {
      if (!(all.get(i).atSeconds() > all.get(i - 1).atSeconds())) {
        throw new BadInput(
            "%s: must be later than %s: give the scrapes in the order of time"
                .formatted(all.get(i).name(), all.get(i - 1).name()));
      }
    }
    String id = client(all.get(0), client);
    long clients = all.stream().flatMap(s -> s.clients().stream()).distinct().count();
    List<ClientMetrics> scrapes = new ArrayList<>();
    for (Scrape scrape : all) {
      ClientMetrics metrics = new ClientMetrics(scrape.of(id), clients);
      requireAll(scrape.name(), metrics);
      scrapes.add(metrics);
    }
    return new Scrapes(scrapes);
  }

  private static String client(Scrape first, Optional<String> wanted) {
    TreeSet<String> clients = first.clients();
    List<String> named =
        clients.stream().filter(c -> ("/" + c).endsWith("/" + wanted.orElse(c))).toList();
    if (wanted.isPresent() && named.size() != 1) {
      throw new BadInput(
          "--client %s: must be one of %s".formatted(wanted.get(), String.join(", ", clients)));
    }
    if (named.size() > 1) {
      throw new BadInput(
          "%s: holds the pools of several clients: name one by --client, of %s"
              .formatted(first.name(), String.join(", ", clients)));
    }
    return named.isEmpty() ? "" : named.get(0);
  }

  private static void requireAll(String name, ClientMetrics metrics) {
    Map<String, OptionalDouble> needed =
        new java.util.LinkedHashMap<>(
            Map.of(
                "spanner/max_allowed_sessions", metrics.max(),
                "spanner/num_sessions_in_pool of type num_in_use_sessions", metrics.inUse(),
                "spanner/num_acquired_sessions", metrics.acquired(false),
                "spanner/num_released_sessions", metrics.released()));
    List<String> missing =
        needed.entrySet().stream()
            .filter(entry -> entry.getValue().isEmpty())
            .map(Map.Entry::getKey)
            .sorted()
            .toList();
    if (!missing.isEmpty()) {
      throw new BadInput(
          "%s: lacks %s; does the application call SpannerOptions.enableOpenTelemetryMetrics()?"
              .formatted(name, String.join(", ", missing)));
    }
  }

  /**
   * Why the client waits: judges what lies between the second scrape and the last where there are
   * more than two, holding it against the first stretch; else the only one.
   *
   * @throws BadInput if the client does not use its pool
   */
  public Diagnosis diagnosis() {
    return Diagnosis.of(now(), calm());
  }

  /** The figures of the first stretch, where it is not the one that is judged. */
  public Optional<Figures> calm() {
    return scrapes.size() > 2 ? Optional.of(figures(scrapes.subList(0, 2))) : Optional.empty();
  }

  /** The figures of the stretch that is judged. */
  public Figures now() {
    int last = scrapes.size();
    double pooled = acquired(false);
    double multiplexed = acquired(true);
    if (pooled == 0 && multiplexed > 0) {
      throw new BadInput(
          "the client works on a multiplexed session (%.0f transactions) and not on its pool: there is nothing to diagnose"
              .formatted(multiplexed));
    }
    return figures(scrapes.subList(last > 2 ? 1 : 0, last));
  }

  private double acquired(boolean multiplexed) {
    return difference(scrapes, s -> s.acquired(multiplexed)).orElse(0);
  }

  private static Figures figures(List<ClientMetrics> some) {
    ClientMetrics first = some.get(0);
    ClientMetrics last = some.get(some.size() - 1);
    double seconds = last.atSeconds() - first.atSeconds();
    Map<Quantity, Double> values = new EnumMap<>(Quantity.class);
    double max = last.max().orElse(Double.NaN);
    double inUse = mean(some, ClientMetrics::inUse);
    double rate = difference(some, s -> s.acquired(false)).orElse(Double.NaN) / seconds;
    values.put(Quantity.MAX_SESSIONS, max);
    values.put(Quantity.IN_USE, inUse);
    values.put(Quantity.SESSIONS, inUse + mean(some, ClientMetrics::idle));
    values.put(Quantity.FULL, full(some, max));
    values.put(Quantity.SCRAPES, (double) some.size());
    values.put(Quantity.THROUGHPUT, rate);
    values.put(Quantity.HOLD, rate > 0 ? inUse / rate * MILLIS_PER_SECOND : Double.NaN);
    difference(some, ClientMetrics::timeouts).ifPresent(n -> values.put(Quantity.TIMEOUTS, n));
    values.put(Quantity.CLIENTS, (double) last.clients());
    double multiplexed = difference(some, s -> s.acquired(true)).orElse(0);
    values.put(Quantity.MULTIPLEXED, multiplexed);
    difference(some, ClientMetrics::creations).ifPresent(n -> values.put(Quantity.CREATIONS, n));
    difference(some, ClientMetrics::failedCreations)
        .ifPresent(n -> values.put(Quantity.FAILED_CREATIONS, n));
    double underWay = Double.NaN;
    if (multiplexed == 0) {
      calls(some, values);
      underWay =
          difference(some, ClientMetrics::rpcMillis).orElse(Double.NaN)
              / MILLIS_PER_SECOND
              / seconds;
    }
    double kept = first.inUse().orElse(0) - difference(some, ClientMetrics::released).orElse(0);
    if (kept > 0) {
      values.put(Quantity.KEPT, kept);
      double waiting = multiplexed == 0 ? last.underWay().orElse(Double.NaN) : Double.NaN;
      values.put(Quantity.UNRETURNED, Math.max(0, kept - waiting));
      values.put(Quantity.UNANSWERED, Math.min(kept, waiting));
    } else if (inUse - underWay <= IDLE_HANDS * max) {
      values.put(Quantity.UNRETURNED, Math.max(0, inUse - underWay));
    }
    values.put(Quantity.CPU, cpu(some, seconds));
    return new Figures(values);
  }

  private static void calls(List<ClientMetrics> some, Map<Quantity, Double> values) {
    double acquired = difference(some, s -> s.acquired(false)).orElse(Double.NaN);
    double gfeCount = difference(some, ClientMetrics::gfeCount).orElse(Double.NaN);
    double gfe = difference(some, ClientMetrics::gfeMillis).orElse(Double.NaN) / gfeCount;
    double rpcCount = difference(some, ClientMetrics::rpcCount).orElse(Double.NaN);
    double rpc = difference(some, ClientMetrics::rpcMillis).orElse(Double.NaN) / rpcCount;
    values.put(Quantity.GFE, gfe);
    values.put(Quantity.NETWORK, rpc - gfe);
    values.put(Quantity.CALLS, (rpcCount > 0 ? rpcCount : gfeCount) / acquired);
  }

  private static double full(List<ClientMetrics> some, double max) {
    long full = some.stream().filter(s -> isFull(s.inUse().orElse(0), s.idle(), max)).count();
    return 1.0 * full / some.size();
  }

  /**
   * Where it is not told what is idle, only a pool of which all is in use is certain to be full.
   */
  private static boolean isFull(double inUse, OptionalDouble idle, double max) {
    return idle.isPresent() ? inUse >= FULL * max && idle.getAsDouble() == 0 : inUse >= max;
  }

  private static double cpu(List<ClientMetrics> some, double seconds) {
    OptionalDouble cpuSeconds = difference(some, ClientMetrics::cpuSeconds);
    OptionalDouble processors = some.get(0).processors();
    return cpuSeconds.isPresent() && processors.isPresent()
        ? cpuSeconds.getAsDouble() / seconds / processors.getAsDouble()
        : mean(some, ClientMetrics::cpuShare);
  }

  private static double mean(
      List<ClientMetrics> some, Function<ClientMetrics, OptionalDouble> metric) {
    return some.stream()
        .map(metric)
        .mapToDouble(value -> value.orElse(Double.NaN))
        .average()
        .orElse(Double.NaN);
  }

  /**
   * By how much a counter has grown; where it has been set back between two scrapes, the process
   * began anew.
   */
  private static OptionalDouble difference(
      List<ClientMetrics> some, Function<ClientMetrics, OptionalDouble> metric) {
    // A counter that nothing has counted yet is not exported.
    double first = metric.apply(some.get(0)).orElse(0);
    double before = first;
    for (ClientMetrics scrape : some) {
      double now = metric.apply(scrape).orElse(before);
      if (now < before) {
        throw new BadInput(
            scrape.scrape().name()
                + ": a counter is lower than in the scrape before: the application began anew between");
      }
      before = now;
    }
    return metric.apply(some.get(some.size() - 1)).isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(before - first);
  }

  /**
   * What a scrape tells of one client: its own metrics, those of gRPC below it, and those of its
   * process. Whatever is not told is empty.
   *
   * @param scrape the metrics of that client
   * @param clients how many clients the process has; of more than one, only those calls are its own
   *     that are labelled with it
   */
  public record ClientMetrics(Scrape scrape, long clients) {
    private static final String IN_POOL = "num_sessions_in_pool";
    private static final String GFE = "gfe_latency";
    private static final String RPC = "grpc_client_attempt_duration";
    private static final String BEGUN = "grpc_client_attempt_started";
    private static final String SERVICE = "google.spanner.v1.Spanner/";
    private static final String CREATE = SERVICE + "BatchCreateSessions";
    private static final double MILLIS_PER_SECOND = 1000;

    double atSeconds() {
      return scrape.atSeconds();
    }

    OptionalDouble max() {
      return scrape.sum("max_allowed_sessions");
    }

    /** OpenTelemetry's label is {@code session_type}, OpenCensus's {@code Type}. */
    OptionalDouble inUse() {
      return scrape.sum(IN_POOL, isType("num_in_use_sessions"));
    }

    OptionalDouble idle() {
      OptionalDouble available = scrape.sum(IN_POOL, isType("num_available_sessions"));
      return available.isPresent() ? available : scrape.sum(IN_POOL, isType("num_read_sessions"));
    }

    private static Predicate<MetricPoint> isType(String type) {
      return point ->
          point.label("session_type").endsWith(type) || point.label("Type").equals(type);
    }

    OptionalDouble acquired(boolean multiplexed) {
      return scrape.sum("num_acquired_sessions", isMultiplexed(multiplexed));
    }

    OptionalDouble released() {
      return scrape.sum("num_released_sessions", isMultiplexed(false));
    }

    /** Clients before multiplexed sessions have no such label. */
    private static Predicate<MetricPoint> isMultiplexed(boolean multiplexed) {
      return point -> Boolean.parseBoolean(point.label("is_multiplexed")) == multiplexed;
    }

    OptionalDouble timeouts() {
      return scrape.sum("get_session_timeouts");
    }

    OptionalDouble gfeCount() {
      return sum(GFE, "_count", ClientMetrics::carries);
    }

    OptionalDouble gfeMillis() {
      return sum(GFE, "_sum", ClientMetrics::carries);
    }

    OptionalDouble rpcCount() {
      return sum(RPC, "_count", ClientMetrics::carries);
    }

    OptionalDouble rpcMillis() {
      OptionalDouble seconds = sum(RPC, "_sum", ClientMetrics::carries);
      return seconds.isPresent()
          ? OptionalDouble.of(seconds.getAsDouble() * MILLIS_PER_SECOND)
          : seconds;
    }

    /**
     * How many calls are under way. Where gRPC does not tell how many it began, none is if as many
     * replies came as sessions were acquired: each transaction makes one call at least.
     */
    OptionalDouble underWay() {
      OptionalDouble begun = scrape.sum(BEGUN, own(ClientMetrics::carries));
      if (begun.isPresent()) {
        return OptionalDouble.of(begun.getAsDouble() - rpcCount().orElse(0));
      }
      OptionalDouble replies = gfeCount();
      return clients <= 1 && replies.isPresent() && replies.equals(acquired(false))
          ? OptionalDouble.of(0)
          : OptionalDouble.empty();
    }

    OptionalDouble creations() {
      return sum(RPC, "_count", ClientMetrics::creates);
    }

    OptionalDouble failedCreations() {
      Predicate<MetricPoint> failed = p -> creates(p) && !p.label("grpc_status").equals("OK");
      return creations().isEmpty()
          ? OptionalDouble.empty()
          : OptionalDouble.of(sum(RPC, "_count", failed).orElse(0));
    }

    private OptionalDouble sum(String metric, String part, Predicate<MetricPoint> which) {
      return scrape.sum(metric, own(which.and(p -> p.name().endsWith(part))));
    }

    private Predicate<MetricPoint> own(Predicate<MetricPoint> which) {
      return which.and(point -> clients <= 1 || Scrape.isOfClient(point));
    }

    /** Whether a call carries transactions: one to Cloud Spanner that is none on sessions. */
    private static boolean carries(MetricPoint point) {
      return method(point).startsWith(SERVICE) && !method(point).contains("Session");
    }

    private static boolean creates(MetricPoint point) {
      return method(point).equals(CREATE);
    }

    /** The label of gRPC's metrics is {@code grpc_method}, that of the client's {@code method}. */
    private static String method(MetricPoint point) {
      String method = point.label("grpc_method");
      return method.isEmpty() ? point.label("method") : method;
    }

    /** The share of all processors that the process used of late. */
    OptionalDouble cpuShare() {
      OptionalDouble recent = scrape.sum("jvm_cpu_recent_utilization");
      return recent.isPresent() ? recent : scrape.sum("process_cpu_usage");
    }

    OptionalDouble cpuSeconds() {
      OptionalDouble jvm = scrape.sum("jvm_cpu_time");
      return jvm.isPresent() ? jvm : scrape.sum("process_cpu");
    }

    OptionalDouble processors() {
      OptionalDouble jvm = scrape.sum("jvm_cpu_count");
      return jvm.isPresent() ? jvm : scrape.sum("system_cpu_count");
    }
  }
}
