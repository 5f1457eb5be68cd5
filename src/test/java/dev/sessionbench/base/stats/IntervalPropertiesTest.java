package dev.sessionbench.base.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Properties of every interval, tested on seeded samples of each kind. */
class IntervalPropertiesTest {
  private static final int[] SIZES = {5, 6, 9, 10, 21};

  /** Scale must not matter: milliseconds as seconds, and a power of two, which rounds nothing. */
  private static final double[] FACTORS = {1e-3, 1024, 3};

  private record Pair(Sample base, Sample head) {}

  private static List<Pair> pairs(SimulatedForks shape) {
    List<Pair> pairs = new ArrayList<>();
    for (int base : SIZES) {
      for (int head : SIZES) {
        SplittableRandom random = shape.stream(base, head);
        pairs.add(new Pair(shape.draw(base, random), shape.draw(head, random)));
      }
    }
    return pairs;
  }

  private static Sample map(Sample sample, DoubleUnaryOperator operator) {
    return new Sample(
        sample.values().stream().map(operator::applyAsDouble).toList(), sample.warnings());
  }

  private static Sample shuffled(Sample sample) {
    List<Double> values = new ArrayList<>(sample.values());
    Collections.shuffle(values, new Random(1));
    return new Sample(values, sample.warnings());
  }

  private static Interval ratio(Sample base, Sample head) {
    return RatioInterval.of(base, head, 0.95).orElseThrow();
  }

  private static void assertClose(Interval actual, double low, double high) {
    assertThat(actual.low()).isCloseTo(low, within(1e-9 * low));
    assertThat(actual.high()).isCloseTo(high, within(1e-9 * high));
  }

  @ParameterizedTest
  @EnumSource(SimulatedForks.class)
  void ratioFollowsTheScaleOfOneSampleButNotOfBoth(SimulatedForks shape) {
    for (Pair pair : pairs(shape)) {
      Interval interval = ratio(pair.base, pair.head);
      for (double factor : FACTORS) {
        Sample base = map(pair.base, v -> v * factor);
        Sample head = map(pair.head, v -> v * factor);
        assertClose(ratio(pair.base, head), interval.low() * factor, interval.high() * factor);
        assertClose(ratio(base, pair.head), interval.low() / factor, interval.high() / factor);
        assertClose(ratio(base, head), interval.low(), interval.high());
      }
    }
  }

  @ParameterizedTest
  @EnumSource(SimulatedForks.class)
  void theOrderOfTheForksDoesNotMatter(SimulatedForks shape) {
    for (Pair pair : pairs(shape)) {
      assertThat(ratio(shuffled(pair.base), shuffled(pair.head)))
          .isEqualTo(ratio(pair.base, pair.head));
      assertThat(MedianInterval.of(shuffled(pair.base), 0.95))
          .isEqualTo(MedianInterval.of(pair.base, 0.95));
    }
  }

  @ParameterizedTest
  @EnumSource(SimulatedForks.class)
  void theSameSamplesGiveTheSameIntervalAgain(SimulatedForks shape) {
    for (Pair pair : pairs(shape)) {
      assertThat(ratio(pair.base, pair.head)).isEqualTo(ratio(pair.base, pair.head));
    }
  }

  @ParameterizedTest
  @EnumSource(SimulatedForks.class)
  void aSlowerForkNeverMakesTheRatioSmaller(SimulatedForks shape) {
    for (Pair pair : pairs(shape)) {
      Interval before = ratio(pair.base, pair.head);
      for (int i = 0; i < pair.head.n(); i++) {
        List<Double> values = new ArrayList<>(pair.head.values());
        values.set(i, values.get(i) * 1.1);
        Interval after = ratio(pair.base, new Sample(values, List.of()));
        assertThat(after.low()).isGreaterThanOrEqualTo(before.low() * (1 - 1e-9));
        assertThat(after.high()).isGreaterThanOrEqualTo(before.high() * (1 - 1e-9));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(SimulatedForks.class)
  void estimateLiesInsideAndEndsWithinTheObservedRange(SimulatedForks shape) {
    for (Pair pair : pairs(shape)) {
      Interval interval = ratio(pair.base, pair.head);
      assertThat(interval.contains(RatioInterval.estimate(pair.base, pair.head))).isTrue();
      double least = pair.head.min() / pair.base.max();
      double most = pair.head.max() / pair.base.min();
      assertThat(interval.low()).isGreaterThanOrEqualTo(least * (1 - 1e-9));
      assertThat(interval.high()).isLessThanOrEqualTo(most * (1 + 1e-9));
    }
  }

  @ParameterizedTest
  @EnumSource(SimulatedForks.class)
  void moreConfidenceNeverNarrows(SimulatedForks shape) {
    for (Pair pair : pairs(shape)) {
      double width = 0;
      for (double confidence : new double[] {0.5, 0.8, 0.9, 0.95, 0.99}) {
        Interval interval = RatioInterval.of(pair.base, pair.head, confidence).orElseThrow();
        double wider = interval.high() - interval.low();
        assertThat(wider).isGreaterThanOrEqualTo(width);
        width = wider;
      }
    }
  }

  @ParameterizedTest
  @EnumSource(SimulatedForks.class)
  void medianIntervalFollowsScaleAndSign(SimulatedForks shape) {
    for (int n : new int[] {6, 7, 10, 33}) {
      Sample sample = shape.draw(n, shape.stream(n, 1));
      Interval interval = MedianInterval.of(sample, 0.95).orElseThrow();
      Interval scaled = MedianInterval.of(map(sample, v -> 8 * v), 0.95).orElseThrow();
      assertThat(scaled.low()).isEqualTo(8 * interval.low());
      assertThat(scaled.high()).isEqualTo(8 * interval.high());
      Interval inverted = MedianInterval.of(map(sample, v -> -v), 0.95).orElseThrow();
      assertThat(inverted.low()).isEqualTo(-interval.high());
      assertThat(inverted.high()).isEqualTo(-interval.low());
    }
  }

  @Test
  void equalValuesGiveAnIntervalOfOnePoint() {
    Sample fives = new Sample(Collections.nCopies(7, 5.0), List.of());
    Sample tens = new Sample(Collections.nCopies(9, 10.0), List.of());
    Interval interval = ratio(fives, tens);
    assertClose(interval, 2, 2);
    assertThat(MedianInterval.of(fives, 0.95))
        .hasValueSatisfying(point -> assertThat(point.low()).isEqualTo(point.high()));
  }

  @Test
  void oneOutlierMovesNoEndFar() {
    SplittableRandom random = SimulatedForks.NORMAL.stream(12, 2);
    Sample base = SimulatedForks.NORMAL.draw(12, random);
    List<Double> values = new ArrayList<>(SimulatedForks.NORMAL.draw(12, random).values());
    Interval before = ratio(base, new Sample(values, List.of()));
    values.set(values.indexOf(Collections.max(values)), 1e9);
    Interval after = ratio(base, new Sample(values, List.of()));
    assertThat(after.high()).isLessThan(before.high() * 1.05);
  }

  @Test
  void noIntervalForTooFewForksOrNonPositiveValues() {
    Sample five = new Sample(List.of(1.0, 2.0, 3.0, 4.0, 5.0), List.of());
    Sample four = new Sample(List.of(1.0, 2.0, 3.0, 4.0), List.of());
    Sample three = new Sample(List.of(1.0, 2.0, 3.0), List.of());
    Sample zero = new Sample(List.of(0.0, 2.0, 3.0, 4.0, 5.0), List.of());
    assertThat(RatioInterval.of(four, three, 0.95)).isEmpty();
    assertThat(RatioInterval.of(three, four, 0.95)).isEmpty();
    assertThat(RatioInterval.of(three, new Sample(List.of(), List.of()), 0.95)).isEmpty();
    assertThat(RatioInterval.of(five, zero, 0.95)).isEmpty();
    assertThat(RatioInterval.of(zero, five, 0.95)).isEqualTo(Optional.empty());
    assertThat(RatioInterval.of(five, five, 0.95)).isPresent();
    assertThat(RatioInterval.of(four, four, 0.95)).isPresent();
    assertThat(RatioInterval.of(three, three, 0.9)).isPresent();
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 1, -0.1, 1.1, Double.NaN})
  void rejectsAConfidenceOutOfRange(double confidence) {
    Sample five = new Sample(List.of(1.0, 2.0, 3.0, 4.0, 5.0), List.of());
    assertThatThrownBy(() -> RatioInterval.of(five, five, confidence))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> MedianInterval.of(five, confidence))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void intervalContainsItsEndsAndNothingBeyond() {
    Interval interval = new Interval(1, 2, 1);
    assertThat(interval.contains(1)).isTrue();
    assertThat(interval.contains(2)).isTrue();
    assertThat(interval.contains(Math.nextDown(1.0))).isFalse();
    assertThat(interval.contains(Math.nextUp(2.0))).isFalse();
    assertThat(new Interval(1, 1, 0.5).contains(1)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"2, 1, 0.95", "NaN, 1, 0.95", "1, 2, 0", "1, 2, 1.01", "1, 2, NaN"})
  void rejectsReversedEndsAndInvalidConfidence(double low, double high, double confidence) {
    assertThatThrownBy(() -> new Interval(low, high, confidence))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("no interval: " + low + " to " + high + " at " + confidence);
  }
}
