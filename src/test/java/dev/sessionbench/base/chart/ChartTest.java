package dev.sessionbench.base.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ChartTest {
  private static final Axis X = new Axis("x", Axis.Scale.linear(0, 334), List.of());
  private static final Axis Y =
      new Axis("y", Axis.Scale.linear(0, 100), List.of(new Axis.Tick(0, "0")));

  private static Chart chart(Mark... marks) {
    return new Chart(
        "id",
        "A <title>",
        "What is \"seen\"",
        List.of(Chart.Legend.of("n", List.of("one", "two"))),
        List.of(new Chart.Plot(X, Y, 100, List.of(marks))));
  }

  /** The path commands of a mark, relative to the corner of the plot. */
  private static List<String> paths(Mark mark) {
    return Pattern.compile("class=\"m\" d=\"([^\"]*)\"")
        .matcher(chart(mark).inline())
        .results()
        .map(found -> found.group(1))
        .toList();
  }

  private static List<String> steps(List<Double> times, List<Double> values) {
    return paths(new Mark.Line("m", true, times, values));
  }

  // The plot begins 52 from the left and 48 from the top.
  @Test
  void stepsAreNotDrawnAsSlopes() {
    assertThat(steps(List.of(0.0, 10.0, 20.0), List.of(0.0, 50.0, 50.0)))
        .containsExactly("M52 148H62V98H72");
  }

  @Test
  void aStepStaysWhereItIsIfItsOldValueIsGivenBesideIt() {
    assertThat(steps(List.of(0.0, 10.0, 10.2, 20.0), List.of(0.0, 0.0, 50.0, 50.0)))
        .containsExactly("M52 148H62V98H72");
  }

  @Test
  void linesEndWhereTheAxisIsCut() {
    assertThat(steps(List.of(0.0, 10.0, 400.0), List.of(0.0, 50.0, 70.0)))
        .containsExactly("M52 148H62V98H386");
  }

  @Test
  void changesWithinAPixelBecomeOneStroke() {
    List<Double> times = IntStream.range(0, 10_000).mapToObj(i -> 10 + i / 1e5).toList();
    List<Double> values = IntStream.range(0, 10_000).mapToObj(i -> (double) (i % 101)).toList();
    assertThat(steps(times, values)).containsExactly("M62 148V48V148H62.1");
  }

  @Test
  void emptyLinesDrawNothing() {
    assertThat(steps(List.of(), List.of())).isEmpty();
    assertThat(paths(new Mark.Line("m", false, List.of(1.0), List.of(Double.NaN)))).isEmpty();
  }

  @Test
  void valuesWithoutAPlaceLeaveAGapInALine() {
    List<Double> x = List.of(0.0, 1.0, 2.0, 3.0);
    List<Double> y = List.of(0.0, 50.0, Double.NaN, 100.0);
    assertThat(paths(new Mark.Line("m", false, x, y))).containsExactly("M52 148L53 98M55 48");
  }

  @Test
  void standaloneFilesHaveColoursAsAttributes() {
    String file =
        chart(
                new Mark.Line("line d1 c1", false, List.of(0.0, 1.0), List.of(0.0, 1.0)),
                new Mark.Dot("ring c1", 3, 5, 5, "<dot>", "label"),
                new Mark.Box("shade s3", 1, 99, 1, 99, "box", "dark", "tiny middle light"))
            .standalone();
    assertThat(file)
        .contains("class=\"line d1 c1\"", "stroke=\"#d55e00\"", "stroke-dasharray=\"7 3\"")
        .contains("fill=\"#2f7db5\"", "text-anchor=\"middle\"", "&lt;dot&gt;", "A &lt;title&gt;")
        .contains("font-family=\"system-ui, -apple-system, &quot;Segoe UI&quot;")
        .contains(
            "prefers-color-scheme: dark", ".chart .line.c1, .chart .bar.c1 { stroke: #f28e3c; }")
        .doesNotContain("var(", "null", ".chart .line.c1, .chart .bar.c1 { stroke: #d55e00; }");
    assertThat(file.lines().filter(line -> line.matches("<(circle|rect|text|path|line) .*")))
        .isNotEmpty()
        .allMatch(line -> line.contains("fill=") || line.contains("stroke="));
  }

  @Test
  void inlineChartsHaveNoColoursAsAttributes() {
    String inline = chart(new Mark.Dot("dot c0", 3, 5, 5, "", "label")).inline();
    assertThat(inline).contains("class=\"dot c0\"").doesNotContain("#", "<style>");
    assertThat(Chart.style()).contains(".chart .dot.c0");
  }
}
