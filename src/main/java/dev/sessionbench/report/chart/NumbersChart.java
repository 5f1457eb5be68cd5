package dev.sessionbench.report.chart;

import static java.util.stream.Collectors.joining;

import com.google.common.collect.Lists;
import dev.sessionbench.base.chart.Axis;
import dev.sessionbench.base.chart.Chart;
import dev.sessionbench.base.chart.Mark;
import dev.sessionbench.base.text.Numbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Specifies a chart of numbers against numbers, in one strip or in several, one below the other,
 * with the same horizontal axis. Charts that are to be compared get equal ends of their axes.
 *
 * @param horizontal the title of the horizontal axis
 * @param end where that axis ends
 * @param strips from top to bottom, at least one
 * @param through marks that cross all strips
 * @param namesInRow how many names a row of the legend has
 */
public record NumbersChart(
    String horizontal, double end, List<Strip> strips, List<Mark> through, int namesInRow) {
  private static final double DOT = 3;

  /** How the values of a line are joined. */
  public enum Form {
    /** Dots, joined by straight lines. */
    DOTS,
    /** Straight lines. */
    JOINED,
    /** Each holds until the next. */
    STEPS
  }

  /**
   * A line.
   *
   * @param name what it shows; empty if the title of its strip says it
   * @param colour its colour, from 0 to 3
   * @param dash its dash, from 0 (none) to 3
   * @param form how its values are joined
   * @param x ascending
   * @param y the value at each x, as many; a value that cannot be drawn is a gap
   */
  public record Line(String name, int colour, int dash, Form form, List<Double> x, List<Double> y) {
    private Chart.Key key() {
      String thin = form == Form.DOTS ? "" : " thin";
      return new Chart.Key("line d" + dash + " c" + colour + thin, name);
    }

    private Stream<Mark> marks(Axis axis) {
      Mark line = new Mark.Line(key().style(), form == Form.STEPS, x, y);
      IntStream dots =
          IntStream.range(0, form == Form.DOTS ? x.size() : 0)
              .filter(i -> Double.isFinite(axis.scale().place(y.get(i))));
      return Stream.concat(Stream.of(line), dots.mapToObj(this::dot));
    }

    private Mark dot(int i) {
      String text =
          "%s at %s: %s".formatted(name, Numbers.label(x.get(i)), Numbers.label(y.get(i)));
      return new Mark.Dot("dot c" + colour, DOT, x.get(i), y.get(i), text, "");
    }
  }

  /**
   * A strip of the chart.
   *
   * @param axis what is measured
   * @param height in pixels
   * @param lines its lines, distinguished by colour and dash
   */
  public record Strip(Axis axis, int height, List<Line> lines) {
    /** A strip whose axis ends where its lines do. */
    public static Strip around(String title, int height, boolean logarithmic, List<Line> lines) {
      Stream<Double> values = lines.stream().flatMap(line -> line.y.stream());
      double[] shown = values.filter(Double::isFinite).mapToDouble(y -> y).sorted().toArray();
      double least = DoubleStream.of(shown).filter(value -> value > 0).findFirst().orElse(1);
      double most = shown.length == 0 ? 1 : shown[shown.length - 1];
      Axis axis =
          logarithmic
              ? Axis.logarithmic(title + ", log scale", least, most)
              : Axis.fromZero(title, most, 4);
      return new Strip(axis, height, lines);
    }
  }

  /** A chart of one strip, whose axis ends where its lines do. */
  public static NumbersChart of(
      String horizontal, Strip strip, int namesInRow, List<Mark> through) {
    double end =
        strip.lines.stream().flatMap(line -> line.x.stream()).mapToDouble(x -> x).max().orElse(1);
    return new NumbersChart(horizontal, end, List.of(strip), through, namesInRow);
  }

  /**
   * Draws it.
   *
   * @param id its identifier in the page
   * @param title what it shows
   */
  public Chart draw(String id, String title) {
    String description =
        strips.stream()
            .flatMap(strip -> strip.lines.stream())
            .map(l -> l.name + ": " + Numbers.label(l.y.stream().reduce(Double.NaN, (a, b) -> b)))
            .collect(joining("; ", "At the right end, ", "."));
    return draw(id, title, description);
  }

  /**
   * Draws the chart.
   *
   * @param id its identifier in the page
   * @param title what it shows
   * @param description for a reader who cannot see it
   * @param first the first row of its legend
   */
  public Chart draw(String id, String title, String description, Chart.Key... first) {
    List<List<Chart.Key>> rows = new ArrayList<>(List.of(List.of(first)));
    List<Line> lines =
        strips.stream().map(Strip::lines).max(Comparator.comparingInt(List::size)).orElseThrow();
    if (lines.size() > 1) {
      rows.addAll(Lists.partition(lines.stream().map(Line::key).toList(), namesInRow));
    }
    rows.removeIf(List::isEmpty);
    List<Chart.Legend> legends = rows.stream().map(row -> new Chart.Legend("", row)).toList();
    return new Chart(id, title, description, legends, strips.stream().map(this::plot).toList());
  }

  private Chart.Plot plot(Strip strip) {
    Stream<Mark> own = strip.lines.stream().flatMap(line -> line.marks(strip.axis));
    List<Mark> marks = Stream.concat(own, through.stream()).toList();
    return new Chart.Plot(Axis.cutAt(horizontal, end, 6), strip.axis, strip.height, marks);
  }
}
