package dev.sessionbench.serve;

import com.samskivert.mustache.Mustache;
import com.samskivert.mustache.Template;
import dev.sessionbench.mock.session.SessionStatistics;
import dev.sessionbench.profile.Profile;
import dev.sessionbench.serve.SessionSeries.Points;
import dev.sessionbench.text.Escape;
import dev.sessionbench.text.Resource;
import io.grpc.Status;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;

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

  private static final Template TEMPLATE =
      Mustache.compiler()
          .emptyStringIsFalse(true)
          .withEscaper(Escape::markup)
          .compile(Resource.text(StatusPage.class, "status.mustache"));

  /** One row of the table of methods. */
  private record Row(
      String name, String received, String inFlight, String ok, String errors, String mean) {}

  /**
   * The page as of now.
   *
   * @param emulatorHost where clients reach the server
   * @param uptime how long it has run
   */
  String html(String emulatorHost, Duration uptime) {
    SessionStatistics now = sessions.get();
    return TEMPLATE.execute(
        Map.ofEntries(
            Map.entry("emulatorHost", emulatorHost),
            Map.entry("uptime", Words.duration(uptime.toSeconds())),
            Map.entry("profile", profile.name()),
            Map.entry("description", profile.description()),
            Map.entry("alive", grouped(now.alive())),
            Map.entry("created", grouped(now.created())),
            Map.entry("deleted", grouped(now.deleted())),
            Map.entry("expired", grouped(now.expired())),
            Map.entry("multiplexed", grouped(now.multiplexedCreated())),
            Map.entry("received", grouped(traffic.begun())),
            Map.entry("inFlight", grouped(traffic.inFlight())),
            Map.entry("latest", SessionChart.svg(series.latest(), "Sessions in the last 10 min")),
            Map.entry("whole", wholeChart()),
            Map.entry("rows", traffic.used().stream().map(StatusPage::row).toList())));
  }

  /** Empty while the latest samples are the whole time. */
  private String wholeChart() {
    Points whole = series.whole();
    return whole.stride() == 1 ? "" : SessionChart.svg(whole, "Sessions since the start");
  }

  private static Row row(MethodTraffic method) {
    long ended = MethodTraffic.sum(method.ended());
    Map<Status.Code, Long> errors = method.errors();
    return new Row(
        method.shown(),
        grouped(method.begun()),
        grouped(method.inFlight()),
        grouped(ended - MethodTraffic.sum(errors)),
        errors.isEmpty() ? "0" : inWords(errors),
        ended == 0 ? "–" : String.format(Locale.ROOT, "%.1f ms", method.meanMillis()));
  }

  /** As in {@code 3 ABORTED, 1 NOT_FOUND}. */
  private static String inWords(Map<Status.Code, Long> errors) {
    return errors.entrySet().stream()
        .map(error -> grouped(error.getValue()) + " " + error.getKey())
        .collect(Collectors.joining(", "));
  }

  private static String grouped(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }
}
