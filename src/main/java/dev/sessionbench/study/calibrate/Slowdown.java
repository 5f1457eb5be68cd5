package dev.sessionbench.study.calibrate;

import dev.sessionbench.base.stats.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Notices that a server grows slow, by what a statement takes now and took at first. */
final class Slowdown {
  private static final int FIRST = 10;
  private static final int LATEST = 5;
  private static final int FACTOR = 3;

  /** Below this a pause of the client itself would be taken for the server. */
  private static final long LEAST_NANOS = 10_000_000;

  private final List<Long> nanos = new ArrayList<>();

  void add(long statementNanos) {
    nanos.add(statementNanos);
  }

  /** What is wrong; nothing where all is well. */
  Optional<String> complaint() {
    if (nanos.size() < FIRST + LATEST) {
      return Optional.empty();
    }
    double first = median(nanos.subList(0, FIRST));
    double latest = median(nanos.subList(nanos.size() - LATEST, nanos.size()));
    return latest > FACTOR * first && latest > first + LEAST_NANOS
        ? Optional.of(
            "the server grew slow: the statement took %.1f ms at first, and now %.1f ms"
                .formatted(first / 1e6, latest / 1e6))
        : Optional.empty();
  }

  private static double median(List<Long> some) {
    return Sample.median(some.stream().mapToDouble(Long::doubleValue).toArray());
  }
}
