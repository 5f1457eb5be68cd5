package dev.sessionbench.base.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class AxisTest {
  @Test
  void axisFromZeroEndsAtANiceNumberAboveTheLargestValue() {
    assertThat(labels(Axis.fromZero("t", 4711, 4))).containsExactly("0", "2,000", "4,000", "6,000");
    assertThat(labels(Axis.fromZero("t", 0.3, 4))).containsExactly("0", "0.1", "0.2", "0.3");
  }

  @Test
  void ticksOfSmallValuesHaveDistinctLabels() {
    assertThat(labels(Axis.fromZero("t", 0.1, 4)))
        .containsExactly("0", "0.025", "0.05", "0.075", "0.1");
    assertThat(labels(Axis.fromZero("t", 0.00025, 4))).containsExactly("0", "1e-4", "2e-4", "3e-4");
    assertThat(labels(Axis.logarithmic("t", 0.000024, 0.00025)))
        .containsExactly("2e-5", "5e-5", "1e-4", "2e-4");
  }

  @Test
  void axisWithoutValuesHasTwoEnds() {
    assertThat(labels(Axis.fromZero("t", 0, 1))).containsExactly("0", "1");
    assertThat(labels(Axis.fromZero("t", Double.NaN, 1))).containsExactly("0", "1");
  }

  @Test
  void countsHaveNoTicksBetweenWholeNumbers() {
    assertThat(labels(Axis.countFromZero("n", 1, 4))).containsExactly("0", "1");
  }

  @Test
  void aLogarithmicAxisIsMarkedAtOneTwoAndFive() {
    assertThat(labels(Axis.logarithmic("n", 7, 304)))
        .containsExactly("10", "20", "50", "100", "200");
  }

  @Test
  void extremeValuesGiveAFiniteAxis() {
    assertThat(Axis.logarithmic("n", Double.MIN_VALUE, Double.MAX_VALUE).ticks()).isNotEmpty();
    assertThat(Axis.fromZero("n", Double.MAX_VALUE, 4).ticks()).isNotEmpty();
  }

  @Test
  void eachNineOfThePercentilesTakesTheSameRoom() {
    Axis.Scale scale = Axis.Scale.percentiles(99.9);
    double first = scale.place(99) - scale.place(90);
    assertThat(scale.place(99.9) - scale.place(99)).isCloseTo(first, within());
    assertThat(scale.place(0)).isZero();
    assertThat(scale.place(100)).isEqualTo(1);
  }

  private static Offset<Double> within() {
    return Offset.offset(1e-9);
  }

  private static List<String> labels(Axis axis) {
    return axis.ticks().stream().map(Axis.Tick::label).toList();
  }
}
