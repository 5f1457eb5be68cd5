package dev.sessionbench.mock.serve;

import dev.sessionbench.base.text.Numbers;
import dev.sessionbench.base.text.TextTable;
import dev.sessionbench.base.text.TextTable.Column;
import dev.sessionbench.mock.session.SessionStore.SessionStatistics;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * What a server did while it ran.
 *
 * @param text the RPCs by method and the sessions, as tables
 * @param cutOff the RPCs that were still in progress when patience ended
 */
public record ServeSummary(String text, long cutOff) {
  static ServeSummary of(
      Duration uptime, Traffic traffic, SessionStatistics sessions, long cutOff) {
    String ending = cutOff == 0 ? "every call had ended" : "calls cut off: " + cutOff;
    return new ServeSummary(
        "stopped after %s; %s; RPCs received: %s\n\n%s\n%s"
            .formatted(
                Numbers.duration(uptime.toSeconds()),
                ending,
                Traffic.grouped(traffic.begun()),
                traffic.table().render(),
                table(sessions).render()),
        cutOff);
  }

  /** The numbers of sessions, for the page too. */
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
}
