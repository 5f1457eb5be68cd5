package dev.sessionbench.mock.serve;

import static java.util.stream.Collectors.toList;

import com.samskivert.mustache.Mustache;
import com.samskivert.mustache.Template;
import dev.sessionbench.base.chart.Axis;
import dev.sessionbench.base.chart.Chart;
import dev.sessionbench.base.chart.Mark;
import dev.sessionbench.base.text.Escape;
import dev.sessionbench.base.text.Resource;
import dev.sessionbench.mock.profile.Profile;
import dev.sessionbench.mock.serve.SessionSeries.Points;
import dev.sessionbench.mock.session.SessionStatistics;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * The page by which to watch the server. It is whole without a script: then it loads itself anew
 * every few seconds. With one, only its content is exchanged.
 *
 * @param profile how the server behaves
 * @param traffic the RPCs that it has had
 * @param series how many sessions there were
 * @param sessions tells what there is now
 */
record StatusPage(
    Profile profile, Traffic traffic, SessionSeries series, Supplier<SessionStatistics> sessions) {
  static final String CONTENT_TYPE = "text/html; charset=utf-8";

  /** It asks for the numbers itself, by the names of the methods that tell them. */
  private static final Template TEMPLATE =
      Mustache.compiler()
          .emptyStringIsFalse(true)
          .withEscaper(Escape::markup)
          .withFormatter(StatusPage::shown)
          .compile(Resource.text(StatusPage.class, "status.mustache"));

  /**
   * The page as of now.
   *
   * @param emulatorHost where clients reach the server
   * @param uptime how long it has run
   */
  String html(String emulatorHost, Duration uptime) {
    Points whole = series.whole();
    // While the latest samples are the whole time, they are shown once.
    boolean isLong = whole.stride() > 1;
    return TEMPLATE.execute(
        Map.of(
            "emulatorHost",
            emulatorHost,
            "uptime",
            Words.duration(uptime.toSeconds()),
            "profile",
            profile,
            "traffic",
            traffic,
            "sessions",
            sessions.get(),
            "latest",
            chart(series.latest(), "Sessions in the last 10 min").inline(),
            "whole",
            isLong ? chart(whole, "Sessions since the start").inline() : ""));
  }

  /**
   * The sessions over time as steps.
   *
   * @param points the series; of none, only the frame is drawn
   * @param title what it shows
   */
  static Chart chart(Points points, String title) {
    List<Double> sessions = points.sessions().stream().map(Long::doubleValue).collect(toList());
    boolean empty = sessions.isEmpty();
    String now =
        empty
            ? "nothing yet"
            : "%s now, at most %s"
                .formatted(points.sessions().get(sessions.size() - 1), points.max());
    // The last value holds until now.
    sessions.addAll(empty ? List.of() : List.of(sessions.get(sessions.size() - 1)));
    List<Double> at = IntStream.range(0, sessions.size()).mapToObj(i -> (double) i).toList();
    double end = Math.max(1, sessions.size() - 1);
    String from = empty ? "" : Words.duration(points.samples()) + " ago";
    List<Axis.Tick> ends = List.of(new Axis.Tick(0, from), new Axis.Tick(end, "now"));
    return new Chart(
        title.toLowerCase(Locale.ROOT).replace(' ', '-'),
        title + ": " + now,
        "A step for each change.",
        List.of(),
        List.of(
            new Chart.Plot(
                new Axis("", Axis.Scale.linear(0, end), ends),
                Axis.countFromZero("", (double) points.max(), 4),
                150,
                List.of(
                    new Mark.Line("area", true, at, sessions),
                    new Mark.Line("line c0", true, at, sessions)))));
  }

  /** Counts are whole numbers; the only other number is a mean time in milliseconds. */
  private static String shown(Object value) {
    if (value instanceof Double millis) {
      return millis.isNaN() ? "–" : String.format(Locale.ROOT, "%.1f ms", millis);
    }
    return value instanceof Long count ? grouped(count) : value.toString();
  }

  static String grouped(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }
}
