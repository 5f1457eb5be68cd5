package dev.sessionbench.study.exhaustion;

import dev.sessionbench.base.model.Nanos;
import dev.sessionbench.study.diagnosis.Observed.Transaction;
import java.util.List;

/** What is told of an open loop besides its latencies. */
final class OpenLoop {
  private OpenLoop() {}

  /** How late transactions began on average because no thread was free, in milliseconds. */
  static double latenessMillis(List<Transaction> ended) {
    return ended.stream()
        .mapToDouble(t -> (t.times().wantedNanos() - t.intendedNanos()) / Nanos.PER_MILLI)
        .average()
        .orElse(0);
  }

  /**
   * By how much the latency of a transaction grows with each second by which it is due later: the
   * slope of a straight line through all of them, by least squares. Beyond what the pool can serve,
   * latency has no level, and only this means something.
   */
  static double growthMillisPerSecond(List<Transaction> ended) {
    double meanX = ended.stream().mapToDouble(OpenLoop::dueSeconds).average().orElse(0);
    double meanY = ended.stream().mapToDouble(Transaction::sinceIntendedMillis).average().orElse(0);
    double xy = 0;
    double xx = 0;
    for (Transaction transaction : ended) {
      double x = dueSeconds(transaction) - meanX;
      xy += x * (transaction.sinceIntendedMillis() - meanY);
      xx += x * x;
    }
    return xx == 0 ? 0 : xy / xx;
  }

  private static double dueSeconds(Transaction transaction) {
    return transaction.intendedNanos() / Nanos.PER_SECOND;
  }
}
