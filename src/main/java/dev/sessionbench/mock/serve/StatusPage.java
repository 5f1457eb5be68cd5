package dev.sessionbench.mock.serve;

import static java.util.stream.Collectors.toList;

import com.samskivert.mustache.Template;
import dev.sessionbench.base.chart.Axis;
import dev.sessionbench.base.chart.Chart;
import dev.sessionbench.base.chart.Mark;
import dev.sessionbench.base.text.Escape;
import dev.sessionbench.base.text.Numbers;
import dev.sessionbench.base.text.Resource;
import dev.sessionbench.base.text.TextTable;
import dev.sessionbench.base.text.TextTable.Column;
import dev.sessionbench.mock.profile.Profile;
import dev.sessionbench.mock.serve.StatusPage.SessionSeries.Points;
import dev.sessionbench.mock.session.SessionStore.SessionStatistics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * The page for watching the server. A script updates its content every few seconds; without
 * scripts, the browser reloads the page.
 *
 * @param profile how the server behaves
 * @param traffic the RPCs that it has had
 * @param series how many sessions there were
 * @param sessions reads the current statistics
 */
record StatusPage(
    Profile profile, Traffic traffic, SessionSeries series, Supplier<SessionStatistics> sessions) {
  static final String CONTENT_TYPE = "text/html; charset=utf-8";

  /** It reads the values by the names of these methods. */
  private static final Template TEMPLATE =
      Resource.template(StatusPage.class, "status.mustache", Escape::markup);

  /**
   * The page as of now.
   *
   * @param emulatorHost the address of the server for clients
   * @param uptime how long it has run
   */
  String html(String emulatorHost, Duration uptime) {
    return TEMPLATE.execute(
        Map.ofEntries(
            Map.entry("emulatorHost", emulatorHost),
            Map.entry("uptime", Numbers.duration(uptime.toSeconds())),
            Map.entry("profile", profile),
            Map.entry("alive", Traffic.grouped(sessions.get().alive())),
            Map.entry("received", Traffic.grouped(traffic.begun())),
            Map.entry("inFlight", Traffic.grouped(traffic.inFlight())),
            Map.entry("chart", chart(series.points(), "Sessions since the start").inline()),
            Map.entry("rpcs", traffic.table().html()),
            Map.entry("sessions", table(sessions.get()).html())));
  }

  /** The numbers of sessions, for the page and the summary. */
  static TextTable table(SessionStatistics sessions) {
    return TextTable.of(
        List.of(
            Map.entry("created", sessions.created()),
            Map.entry("alive", sessions.alive()),
            Map.entry("deleted", sessions.deleted()),
            Map.entry("expired", sessions.expired()),
            Map.entry("lost by plan", sessions.lost()),
            Map.entry("multiplexed, created", sessions.multiplexedCreated())),
        List.of(
            new Column<>('l', "Sessions", Map.Entry::getKey),
            Column.of("Number", number -> Traffic.grouped(number.getValue()))));
  }

  /**
   * A chart of the sessions over time, as steps.
   *
   * @param points the series; if empty, only the frame is drawn
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
    String from = empty ? "" : Numbers.duration(points.samples()) + " ago";
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

  /**
   * The number of sessions over time, in at most {@value #KEPT} points. When the points are full,
   * each two become one, which covers twice the time and keeps the larger number, so no peak is
   * lost.
   */
  static final class SessionSeries {
    static final int KEPT = 600;

    private final List<Long> whole = new ArrayList<>();

    /** Samples in each point of the whole time. */
    private int stride = 1;

    /**
     * Samples in the last point of the whole time, from 1 to the stride; 0 before the first sample.
     */
    private int inLast;

    /** Adds the next sample. */
    synchronized void add(long sessions) {
      if (inLast > 0 && inLast < stride) {
        whole.set(whole.size() - 1, Math.max(whole.get(whole.size() - 1), sessions));
        inLast++;
        return;
      }
      if (whole.size() == KEPT) {
        halve();
      }
      whole.add(sessions);
      inLast = 1;
    }

    private void halve() {
      for (int i = 0; i < KEPT / 2; i++) {
        whole.set(i, Math.max(whole.get(2 * i), whole.get(2 * i + 1)));
      }
      whole.subList(KEPT / 2, KEPT).clear();
      stride *= 2;
    }

    /** The whole time, the oldest first. */
    synchronized Points points() {
      return new Points(List.copyOf(whole), stride);
    }

    /**
     * A copy of a series.
     *
     * @param sessions the sessions at each point
     * @param stride the samples in each point, at least 1
     */
    record Points(List<Long> sessions, int stride) {
      long max() {
        return sessions.isEmpty() ? 0 : Collections.max(sessions);
      }

      /** The samples that the series covers. */
      int samples() {
        return sessions.size() * stride;
      }
    }
  }
}
