package dev.sessionbench.stats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.results.Metric;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Measures what the nominal 95 % intervals cover; prints the table of docs/coverage.md. */
@Tag("slow")
class CoverageTest {
  private static final int SIMULATIONS = 2_000;
  private static final double CONFIDENCE = 0.95;
  private static final double CENTRE = 100;

  /** Distributions that are symmetric about {@link #CENTRE}, which is so their median. */
  private enum Shape {
    NORMAL,
    HEAVY_TAILED,
    FORK_CLUSTERED;

    Sample draw(int forks, SplittableRandom random) {
      List<List<Double>> raw = new ArrayList<>();
      for (int i = 0; i < forks; i++) {
        raw.add(fork(random));
      }
      return Sample.ofForks(Metric.of("ms/op", raw));
    }

    private List<Double> fork(SplittableRandom random) {
      return switch (this) {
        case NORMAL -> List.of(CENTRE + 5 * random.nextGaussian());
        // Student's t with 3 degrees of freedom; the scale keeps values positive in practice.
        case HEAVY_TAILED -> List.of(Math.max(1, CENTRE + 3 * t3(random)));
        case FORK_CLUSTERED -> {
          double fork = CENTRE + 5 * random.nextGaussian();
          List<Double> iterations = new ArrayList<>();
          for (int i = 0; i < 5; i++) {
            iterations.add(fork + random.nextGaussian());
          }
          yield iterations;
        }
      };
    }

    private static double t3(SplittableRandom random) {
      double squares = 0;
      for (int i = 0; i < 3; i++) {
        double z = random.nextGaussian();
        squares += z * z;
      }
      return random.nextGaussian() / Math.sqrt(squares / 3);
    }
  }

  @Test
  void intervalsCoverWhatTheTableSays() {
    StringBuilder table = new StringBuilder();
    for (Shape shape : Shape.values()) {
      for (int forks : new int[] {5, 10, 20, 40}) {
        SplittableRandom random = new SplittableRandom(20_261_121L + forks);
        int medians = 0;
        int ratios = 0;
        boolean none = false;
        for (int i = 0; i < SIMULATIONS; i++) {
          Sample base = shape.draw(forks, random);
          Sample head = shape.draw(forks, random);
          Optional<Interval> median = MedianInterval.of(base, CONFIDENCE);
          none = median.isEmpty();
          medians += median.filter(m -> m.contains(CENTRE)).isPresent() ? 1 : 0;
          Interval ratio = RatioInterval.of(base, head, CONFIDENCE).orElseThrow();
          ratios += ratio.contains(1) ? 1 : 0;
        }
        table.append(
            String.format(
                Locale.ROOT,
                "| %s | %d | %s | %.1f |%n",
                shape,
                forks,
                none ? "none" : String.format(Locale.ROOT, "%.1f", 100.0 * medians / SIMULATIONS),
                100.0 * ratios / SIMULATIONS));
        assertThat(ratios).isGreaterThanOrEqualTo((int) (0.93 * SIMULATIONS));
      }
    }
    System.out.println(table);
  }
}
