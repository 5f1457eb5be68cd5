package dev.sessionbench.mock.serve;

import dev.sessionbench.base.text.TextTable;
import dev.sessionbench.mock.serve.Traffic.MethodTraffic;
import dev.sessionbench.mock.session.SessionStore.SessionStatistics;
import io.grpc.Status;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * What a server did while it ran.
 *
 * @param text the RPCs by method, the errors by status and the sessions, as tables
 * @param cutOff the RPCs that were still in progress when patience ended
 */
public record ServeSummary(String text, long cutOff) {
  private static final String[] UNITS = {" d", " h", " min", " s"};

  static ServeSummary of(
      Duration uptime, Traffic traffic, SessionStatistics sessions, long cutOff) {
    String ending = cutOff == 0 ? "every call had ended" : "calls cut off: " + cutOff;
    StringBuilder text = new StringBuilder();
    text.append("stopped after %s; %s\n".formatted(duration(uptime.toSeconds()), ending));
    TextTable methods = new TextTable(List.of("RPC", "Received", "OK", "Errors"));
    Map<Status.Code, Long> errors = new EnumMap<>(Status.Code.class);
    long received = 0;
    long ok = 0;
    for (MethodTraffic method : traffic.used()) {
      Map<Status.Code, Long> failed = method.errors();
      failed.forEach((code, count) -> errors.merge(code, count, Long::sum));
      addRow(methods, method.shown(), method.received(), method.ok(), sum(failed));
      received += method.received();
      ok += method.ok();
    }
    addRow(methods, "total", received, ok, sum(errors));
    text.append('\n').append(methods.render());
    if (!errors.isEmpty()) {
      TextTable table = new TextTable(List.of("Error", "RPCs"));
      errors.forEach((code, count) -> addRow(table, code.name(), count));
      text.append('\n').append(table.render());
    }
    return new ServeSummary(text.append('\n').append(sessionTable(sessions)).toString(), cutOff);
  }

  private static String sessionTable(SessionStatistics sessions) {
    TextTable table = new TextTable(List.of("Sessions", "Number"));
    addRow(table, "created", sessions.created());
    addRow(table, "alive at the end", sessions.alive());
    addRow(table, "deleted", sessions.deleted());
    addRow(table, "expired", sessions.expired());
    if (sessions.lost() > 0) {
      addRow(table, "lost by plan", sessions.lost());
    }
    addRow(table, "multiplexed, created", sessions.multiplexedCreated());
    return table.render();
  }

  private static long sum(Map<Status.Code, Long> counts) {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }

  private static void addRow(TextTable table, String name, long... counts) {
    table.add(
        Stream.concat(Stream.of(name), LongStream.of(counts).mapToObj(Long::toString)).toList());
  }

  /**
   * A length of time in its two largest units.
   *
   * @param seconds the time in seconds, at least 0
   * @return as in {@code 3 h 20 min}
   */
  static String duration(long seconds) {
    long[] parts = {seconds / 86_400, seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60};
    int unit = 0;
    while (unit < UNITS.length - 1 && parts[unit] == 0) {
      unit++;
    }
    String largest = parts[unit] + UNITS[unit];
    return unit == UNITS.length - 1 || parts[unit + 1] == 0
        ? largest
        : largest + " " + parts[unit + 1] + UNITS[unit + 1];
  }
}
