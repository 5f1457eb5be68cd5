package dev.sessionbench.report.chart;

import com.google.common.collect.Lists;
import dev.sessionbench.base.chart.Axis;
import dev.sessionbench.base.chart.Chart;
import dev.sessionbench.base.chart.Mark;
import dev.sessionbench.base.text.Numbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
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
 * @param moments times that are marked through all strips
 * @param stretches named parts of the horizontal axis
 * @param namesInRow how many names a row of the legend has
 */
public record NumbersChart(
    String horizontal,
    double end,
    List<Strip> strips,
    List<Moment> moments,
    List<Stretch> stretches,
    int namesInRow) {
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

    private Stream<Mark> marks(double least) {
      Mark line = new Mark.Line(key().style(), form == Form.STEPS, x, y);
      IntStream dots = IntStream.range(0, form == Form.DOTS ? x.size() : 0);
      return Stream.concat(
          Stream.of(line), dots.filter(i -> y.get(i) >= least).mapToObj(this::dot));
    }

    private Mark dot(int i) {
      String words =
          "%s at %s: %s".formatted(name, Numbers.label(x.get(i)), Numbers.label(y.get(i)));
      return new Mark.Dot("dot c" + colour, DOT, x.get(i), y.get(i), words, "");
    }
  }

  /**
   * A strip of the chart.
   *
   * @param title what is measured, with its unit
   * @param height in pixels
   * @param logarithmic whether its axis is logarithmic
   * @param least the least value to show; ignored by a linear axis, which begins at 0
   * @param most the greatest value to show
   * @param lines its lines, distinguished by colour and dash
   */
  public record Strip(
      String title, int height, boolean logarithmic, double least, double most, List<Line> lines) {
    /** A strip whose axis ends where its lines do. */
    public static Strip around(String title, int height, boolean logarithmic, List<Line> lines) {
      double[] shown =
          lines.stream()
              .flatMap(line -> line.y.stream())
              .filter(Double::isFinite)
              .mapToDouble(y -> y)
              .sorted()
              .toArray();
      double least = DoubleStream.of(shown).filter(value -> value > 0).findFirst().orElse(1);
      double most = shown.length == 0 ? 1 : shown[shown.length - 1];
      return new Strip(title, height, logarithmic, least, most, lines);
    }

    private Axis axis() {
      return logarithmic
          ? Axis.logarithmic(title + ", log scale", least, most)
          : Axis.fromZero(title, most, 4);
    }
  }

  /**
   * A marked time.
   *
   * @param name what happens
   * @param x when; not drawn unless finite
   */
  public record Moment(String name, double x) {}

  /**
   * A named stretch along the horizontal axis.
   *
   * @param name the name
   * @param from its begin
   * @param to its end
   */
  public record Stretch(String name, double from, double to) {}

  /** A chart of one strip without marks, whose axis ends where its lines do. */
  public static NumbersChart of(String horizontal, Strip strip, int namesInRow) {
    double end =
        strip.lines.stream().flatMap(line -> line.x.stream()).mapToDouble(x -> x).max().orElse(1);
    return new NumbersChart(horizontal, end, List.of(strip), List.of(), List.of(), namesInRow);
  }

  /** The same chart with named parts of its horizontal axis. */
  public NumbersChart withStretches(List<Stretch> named) {
    return new NumbersChart(horizontal, end, strips, moments, named, namesInRow);
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
            .collect(Collectors.joining("; ", "At the right end, ", "."));
    return draw(id, title, description);
  }

  /** Draws the chart with a description for a reader who cannot see it. */
  public Chart draw(String id, String title, String description) {
    return new Chart(id, title, description, legends(), strips.stream().map(this::plot).toList());
  }

  private Chart.Plot plot(Strip strip) {
    Axis y = strip.axis();
    double least = strip.logarithmic ? Double.MIN_VALUE : 0;
    Stream<Mark> own = strip.lines.stream().flatMap(line -> line.marks(least));
    Stream<Mark> through = through(y.ticks().get(y.ticks().size() - 1).value());
    List<Mark> marks = Stream.concat(own, through).toList();
    return new Chart.Plot(Axis.cutAt(horizontal, end, 6), y, strip.height, marks);
  }

  /** The marked times and stretches, which cross all strips. */
  private Stream<Mark> through(double top) {
    Stream<Mark> rules =
        IntStream.range(0, moments.size())
            .filter(i -> moments.get(i).x >= 0 && moments.get(i).x <= end)
            .mapToObj(i -> new Mark.Rule(style(i), moments.get(i).x));
    Stream<Mark> named =
        stretches.stream()
            .flatMap(
                s ->
                    Stream.of(
                        new Mark.Rule("leader", s.from),
                        new Mark.Rule("leader", s.to),
                        new Mark.Note("tick middle", (s.from + s.to) / 2, top, 0, 12, s.name)));
    return Stream.concat(rules, named);
  }

  /** Marked times use other colours than the first line. */
  private static String style(int moment) {
    return "bar d" + moment % 4 + " c" + (moment + 1) % 4;
  }

  /**
   * The legends: marked times in the first row, then the lines of the strip with the most lines.
   */
  private List<Chart.Legend> legends() {
    List<List<Chart.Key>> rows = new ArrayList<>();
    rows.add(
        IntStream.range(0, moments.size())
            .mapToObj(i -> new Chart.Key(style(i), moments.get(i).name))
            .toList());
    List<Line> lines =
        strips.stream().map(Strip::lines).max(Comparator.comparingInt(List::size)).orElseThrow();
    if (lines.size() > 1) {
      rows.addAll(Lists.partition(lines.stream().map(Line::key).toList(), namesInRow));
    }
    rows.removeIf(List::isEmpty);
    return rows.stream().map(row -> new Chart.Legend("", row)).toList();
  }
}
