package dev.sessionbench.serve;

import dev.sessionbench.mock.session.SessionStatistics;
import dev.sessionbench.report.TextTable;
import io.grpc.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What a server did while it ran.
 *
 * @param uptime how long it ran
 * @param methods the methods that were used
 * @param errors the RPCs that ended with an error, by status
 * @param sessions what became of the sessions
 * @param cutOff the RPCs that were still in progress when patience ended
 */
public record ServeSummary(
    Duration uptime,
    List<MethodCount> methods,
    Map<Status.Code, Long> errors,
    SessionStatistics sessions,
    long cutOff) {
  /**
   * The RPCs of one method.
   *
   * @param name the method; of another service than Spanner's with the service's name
   * @param received those that arrived
   * @param ok those that ended well
   * @param errors those that ended with an error
   */
  public record MethodCount(String name, long received, long ok, long errors) {
    MethodCount plus(MethodCount other) {
      return new MethodCount(name, received + other.received, ok + other.ok, errors + other.errors);
    }

    List<String> cells() {
      return List.of(name, "" + received, "" + ok, "" + errors);
    }
  }

  static ServeSummary of(
      Duration uptime, Traffic traffic, SessionStatistics sessions, long cutOff) {
    Map<Status.Code, Long> errors = new EnumMap<>(Status.Code.class);
    List<MethodCount> methods = new ArrayList<>();
    for (MethodTraffic method : traffic.used()) {
      Map<Status.Code, Long> failed = method.errors();
      failed.forEach((code, count) -> errors.merge(code, count, Long::sum));
      long errorsOfMethod = MethodTraffic.sum(failed);
      long ok = MethodTraffic.sum(method.ended()) - errorsOfMethod;
      methods.add(new MethodCount(method.shown(), method.begun(), ok, errorsOfMethod));
    }
    return new ServeSummary(uptime, methods, errors, sessions, cutOff);
  }

  /** The summary as tables. */
  public String text() {
    String ending = cutOff == 0 ? "every call had ended" : "calls cut off: " + cutOff;
    StringBuilder text = new StringBuilder();
    text.append("stopped after %s; %s\n".formatted(Words.duration(uptime.toSeconds()), ending));
    text.append('\n').append(rpcTable());
    if (!errors.isEmpty()) {
      TextTable table = new TextTable(List.of("Error", "RPCs"));
      errors.forEach((code, count) -> table.add(List.of(code.name(), "" + count)));
      text.append('\n').append(table.render());
    }
    return text.append('\n').append(sessionTable()).toString();
  }

  private String rpcTable() {
    TextTable table = new TextTable(List.of("RPC", "Received", "OK", "Errors"));
    MethodCount total = new MethodCount("total", 0, 0, 0);
    for (MethodCount m : methods) {
      table.add(m.cells());
      total = total.plus(m);
    }
    table.add(total.cells());
    return table.render();
  }

  private String sessionTable() {
    TextTable table = new TextTable(List.of("Sessions", "Number"));
    table.add(List.of("created", "" + sessions.created()));
    table.add(List.of("alive at the end", "" + sessions.alive()));
    table.add(List.of("deleted", "" + sessions.deleted()));
    table.add(List.of("expired", "" + sessions.expired()));
    if (sessions.lost() > 0) {
      table.add(List.of("lost by plan", "" + sessions.lost()));
    }
    table.add(List.of("multiplexed, created", "" + sessions.multiplexedCreated()));
    return table.render();
  }
}
