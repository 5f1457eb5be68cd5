package dev.sessionbench.docs;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.sessionbench.calibrate.Calibration;
import dev.sessionbench.profile.Profiles;
import dev.sessionbench.results.Json;
import dev.sessionbench.text.TextTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What {@code results/calibrate/troubled} holds: what calibrate printed where a server went wrong
 * or it was ended, and behind it the server's own summary.
 */
final class CalibrationTroubles {
  private static final Pattern SAID =
      Pattern.compile(
          "(?m)^(\\d+ of \\d+ BatchCreateSessions brought .*|\\d+ x .*|warning: .*|no session is left"
              + "|calibrate --clean|Stopped after [^:]*:[^:\\n]*(: [A-Z_]+)?)");
  private static final Map<String, String> SERVERS = servers();

  private CalibrationTroubles() {}

  private static Map<String, String> servers() {
    Map<String, String> servers = new LinkedHashMap<>();
    List.of("short", "exhausted", "unavailable", "stall").forEach(name -> servers.put(name, ""));
    servers.put("INT", "nothing; SIGINT to calibrate");
    servers.put("KILL", "nothing; SIGKILL to calibrate");
    return servers;
  }

  static String printed(Path folder, String name) {
    try {
      return Files.readString(folder.resolve(name + ".txt"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The number behind a word at the beginning of a line. */
  static String number(String printed, String words) {
    var found = Pattern.compile("(?m)^" + words + "[ |]+(\\d+)$").matcher(printed);
    return found.find() ? found.group(1) : "none";
  }

  static Iterable<String> names() {
    return SERVERS.keySet();
  }

  static String markdown(Path folder) {
    TextTable table =
        new TextTable(
            "lrlrr",
            List.of(
                "the server",
                "exit code",
                "calibrate said",
                "sessions created",
                "alive at the end"));
    SERVERS.forEach(
        (name, words) -> {
          String printed = printed(folder, name);
          table.add(
              List.of(
                  words.isEmpty()
                      ? Profiles.load(folder.resolve(name + ".yaml").toString()).description()
                      : words,
                  number(printed, "exit code"),
                  SAID.matcher(printed)
                      .results()
                      .map(found -> found.group())
                      .collect(Collectors.joining("; ")),
                  number(printed, "created"),
                  number(printed, "alive at the end")));
        });
    return table.markdown();
  }

  static String origin(Path folder) {
    Calibration first = Json.read(folder.resolve("stall.json.gz"), new TypeReference<>() {});
    return "commit %.7s, %.10s, two processes over TCP".formatted(first.suite(), first.startedAt());
  }
}
