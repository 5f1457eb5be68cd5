package dev.sessionbench.report.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StepPathTest {
  private final Plot plot =
      new Plot(
          0,
          0,
          100,
          100,
          new Axis("x", Scale.linear(0, 100), List.of()),
          new Axis("y", Scale.linear(0, 100), List.of()),
          new StringBuilder());

  @Test
  void aStepIsDrawnAsAStepAndNotAsASlope() {
    assertThat(StepPath.of(plot, List.of(0.0, 10.0, 20.0), List.of(0.0, 50.0, 50.0), 100))
        .isEqualTo("M0 100H10V50H20");
  }

  @Test
  void whatGoesOnBeyondTheCutIsDrawnUpToIt() {
    assertThat(StepPath.of(plot, List.of(0.0, 10.0, 200.0), List.of(0.0, 50.0, 70.0), 100))
        .isEqualTo("M0 100H10V50H100");
  }

  @Test
  void manyChangesWithinAPixelAreOneStrokeOverTheirWholeRange() {
    List<Double> times = IntStream.range(0, 10_000).mapToObj(i -> 10 + i / 1e5).toList();
    List<Double> values = IntStream.range(0, 10_000).mapToObj(i -> (double) (i % 101)).toList();
    assertThat(StepPath.of(plot, times, values, 100)).isEqualTo("M10 100V0V100H10.1");
  }

  @Test
  void nothingIsDrawnOfNothing() {
    assertThat(StepPath.of(plot, List.of(), List.of(), 100)).isEmpty();
  }
}
