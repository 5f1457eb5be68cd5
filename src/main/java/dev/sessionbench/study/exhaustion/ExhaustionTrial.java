package dev.sessionbench.study.exhaustion;

import static dev.sessionbench.study.diagnosis.Measurements.Quantity.API;
import static dev.sessionbench.study.diagnosis.Measurements.Quantity.CPU;
import static dev.sessionbench.study.diagnosis.Measurements.Quantity.FULL;
import static dev.sessionbench.study.diagnosis.Measurements.Quantity.GFE;
import static dev.sessionbench.study.diagnosis.Measurements.Quantity.HOLD;
import static dev.sessionbench.study.diagnosis.Measurements.Quantity.IN_USE;
import static dev.sessionbench.study.diagnosis.Measurements.Quantity.THROUGHPUT;
import static dev.sessionbench.study.diagnosis.Measurements.Quantity.WAIT;
import static dev.sessionbench.study.diagnosis.Measurements.Quantity.WAITED;

import com.google.common.base.CaseFormat;
import dev.sessionbench.base.model.SystemTime;
import dev.sessionbench.base.text.ProcessUsage;
import dev.sessionbench.bench.load.Operation.Kind;
import dev.sessionbench.bench.trial.TrialReport.MetricValue;
import dev.sessionbench.study.AgentThreads;
import dev.sessionbench.study.diagnosis.Measurements;
import dev.sessionbench.study.diagnosis.Measurements.Quantity;
import dev.sessionbench.study.diagnosis.Observed;
import dev.sessionbench.study.diagnosis.Observed.Transaction;
import dev.sessionbench.study.exhaustion.StudyResult.KindResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Runs one scenario as a benchmark: each agent makes the same number of transactions, and the whole
 * is timed.
 */
public final class ExhaustionTrial implements AutoCloseable {
  private static final List<Quantity> REPORTED =
      List.of(THROUGHPUT, IN_USE, FULL, WAIT, WAITED, HOLD, GFE, API, CPU);

  private final Exhaustion exhaustion;
  private final AgentThreads agents;
  private final Queue<Transaction> made = new ConcurrentLinkedQueue<>();
  private long fromNanos;
  private long toNanos;
  private long cpuNanos;

  /**
   * Starts server, client and agents; sends no transaction yet.
   *
   * @param plan the settings, of which it plays the first scenario
   * @param rounds how many transactions each agent makes, at least 1
   * @throws InterruptedException if the thread is interrupted
   */
  public ExhaustionTrial(ExhaustionPlan plan, int rounds) throws InterruptedException {
    exhaustion = new Exhaustion(plan);
    agents = exhaustion.agents(rounds, made::add);
  }

  /**
   * Runs all transactions of the agents. May be called once.
   *
   * @throws InterruptedException if the thread is interrupted
   */
  public void run() throws InterruptedException {
    long before = ProcessUsage.cpuNanosUntilNow();
    fromNanos = SystemTime.CLOCK.nanos();
    agents.run();
    toNanos = SystemTime.CLOCK.nanos();
    cpuNanos = ProcessUsage.cpuNanosUntilNow() - before;
  }

  /**
   * The metrics of the run.
   *
   * @throws IllegalStateException if a transaction failed, since its missing work would shorten the
   *     time
   */
  public List<MetricValue> metrics() {
    List<Transaction> all = List.copyOf(made);
    requireServed(all);
    double cores = Runtime.getRuntime().availableProcessors();
    double cpuShare = cpuNanos / (cores * (toNanos - fromNanos));
    Observed seen = exhaustion.observed(fromNanos, toNanos, all, cpuShare);
    Measurements measurements = seen.measurements();
    List<MetricValue> reported = new ArrayList<>();
    REPORTED.stream()
        .filter(measurements::knows)
        .forEach(quantity -> reported.add(reported(quantity, measurements.at(quantity))));
    for (Kind kind : Kind.values()) {
      KindResult result = KindResult.of(seen, kind);
      String start = kind.name().toLowerCase(Locale.ROOT);
      reported.add(new MetricValue(start + "P50", result.endToEnd().p50(), "ms"));
      reported.add(new MetricValue(start + "P99", result.endToEnd().p99(), "ms"));
    }
    return reported;
  }

  static void requireServed(List<Transaction> transactions) {
    long failed = transactions.stream().filter(one -> one.times().failed()).count();
    if (failed > 0) {
      throw new IllegalStateException(
          "this run did not measure its load: %d of %d transactions failed"
              .formatted(failed, transactions.size()));
    }
  }

  private static MetricValue reported(Quantity quantity, double value) {
    boolean share = quantity.unit().equals("%");
    return new MetricValue(
        CaseFormat.UPPER_UNDERSCORE.to(CaseFormat.LOWER_CAMEL, quantity.name()),
        share ? 100 * value : value,
        quantity.unit().isEmpty() ? "#" : quantity.unit());
  }

  @Override
  public void close() {
    exhaustion.close();
  }
}
