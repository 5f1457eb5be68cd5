package dev.sessionbench.docs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sessionbench.gate.MeasurementFolder;
import dev.sessionbench.stats.Sample;
import dev.sessionbench.text.Numbers;
import dev.sessionbench.text.TextTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What whole gates, each a zip file in a folder of its kind, said of their heads. */
final class GateTables {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern TOOK = Pattern.compile("It took ([0-9]+) s\\.");

  private GateTables() {}

  /** What a gate said, and in how many seconds. */
  private record Said(String outcome, double seconds, String commit, String date) {}

  /**
   * A row for each folder of gates.
   *
   * @param data the folder of these folders
   */
  static String series(Path data) {
    TextTable table =
        new TextTable(
            "lrrrrrr",
            List.of(
                "head",
                "gates",
                "regressed or changed",
                "could not tell",
                "same or better",
                "median (s)",
                "from to (s)"));
    for (Path kind : kinds(data)) {
      List<Said> gates = gates(kind);
      Sample seconds = new Sample(gates.stream().map(Said::seconds).toList(), List.of());
      table.add(
          List.of(
              String.valueOf(kind.getFileName()),
              Integer.toString(gates.size()),
              count(gates, "regressed", "changed"),
              count(gates, "inconclusive"),
              count(gates, "same", "improved"),
              Numbers.label(seconds.median()),
              "%.0f-%.0f".formatted(seconds.min(), seconds.max())));
    }
    return table.markdown();
  }

  /**
   * What gates found of each metric that they judged; of the counts, those that are others.
   *
   * @param data a gate, or a folder of them
   */
  static String verdicts(Path data) {
    List<Path> gates = Files.isDirectory(data) ? list(data) : List.of(data);
    TextTable table =
        new TextTable(
            "lllrrrl",
            List.of("head", "cell", "metric", "base", "head", "change (interval)", "verdict"));
    for (Path gate : gates) {
      JsonNode verdict = verdict(MeasurementFolder.recorded(gate));
      String head =
          String.valueOf(Path.of(verdict.get("head").get("words").asText()).getFileName());
      Map<String, List<JsonNode>> counted = new LinkedHashMap<>();
      List<JsonNode> measured = new ArrayList<>();
      for (JsonNode finding : verdict.get("findings")) {
        String kind = finding.get("kind").asText();
        if (kind.equals("measured")) {
          measured.add(finding);
        } else if (kind.equals("exact") && !finding.get("outcome").asText().equals("same")) {
          counted
              .computeIfAbsent(finding.get("label").asText(), label -> new ArrayList<>())
              .add(finding);
        }
      }
      counted.forEach((label, cells) -> table.add(row(head, label, cells)));
      measured.forEach(
          finding -> table.add(row(head, finding.get("label").asText(), List.of(finding))));
    }
    return table.markdown();
  }

  /** What was counted of several loads is one row, from the least to the most. */
  private static List<String> row(String head, String label, List<JsonNode> findings) {
    JsonNode first = findings.get(0);
    return List.of(
        head,
        findings.size() == 1 ? first.get("cell").asText() : findings.size() + " loads",
        label,
        figures(findings, "base"),
        figures(findings, "head"),
        change(first),
        first.get("outcome").asText());
  }

  private static String figures(List<JsonNode> findings, String arm) {
    JsonNode least = Collections.min(findings, Comparator.comparing(f -> f.get(arm).asDouble()));
    JsonNode most = Collections.max(findings, Comparator.comparing(f -> f.get(arm).asDouble()));
    String low = figure(least, arm);
    String high = figure(most, arm);
    return low.equals(high) ? low : low + "-" + high;
  }

  private static String figure(JsonNode finding, String arm) {
    JsonNode value = finding.get(arm);
    if (value == null || value.isNull()) {
      return "";
    }
    String unit = finding.get("unit").asText();
    boolean bytes = unit.equals("B");
    return Numbers.label(bytes ? value.asDouble() / 1e6 : value.asDouble())
        + (bytes
            ? " MB"
            : switch (unit) {
              case "ms/op" -> " ms";
              case "ms", "us", "x" -> " " + unit;
              default -> "";
            });
  }

  private static String change(JsonNode finding) {
    JsonNode ratio = finding.get("ratio");
    return ratio == null || ratio.isNull()
        ? ""
        : "%+.1f %% (%+.1f to %+.1f)"
            .formatted(
                percent(ratio),
                percent(finding.get("ratioLow")),
                percent(finding.get("ratioHigh")));
  }

  private static double percent(JsonNode ratio) {
    return 100 * (ratio.asDouble() - 1);
  }

  /** How the gates of some folders were made. */
  static String origin(Path data) {
    List<Said> all = zips(data).stream().map(GateTables::said).toList();
    return "gates: %s, commit %s, %s"
        .formatted(
            all.size(),
            String.join(", ", all.stream().map(Said::commit).distinct().sorted().toList()),
            String.join(", ", all.stream().map(Said::date).distinct().sorted().toList()));
  }

  private static String count(List<Said> gates, String... outcomes) {
    return Long.toString(
        gates.stream().filter(gate -> List.of(outcomes).contains(gate.outcome())).count());
  }

  private static List<Path> kinds(Path data) {
    return list(data).stream().filter(Files::isDirectory).toList();
  }

  private static List<Said> gates(Path kind) {
    return list(kind).stream().map(GateTables::said).toList();
  }

  private static Said said(Path gate) {
    MeasurementFolder folder = MeasurementFolder.recorded(gate);
    JsonNode verdict = verdict(folder);
    List<Double> seconds = new ArrayList<>();
    for (JsonNode note : verdict.get("notes")) {
      Matcher took = TOOK.matcher(note.asText());
      if (took.find()) {
        seconds.add(Double.parseDouble(took.group(1)));
      }
    }
    return new Said(
        verdict.get("outcome").asText(),
        seconds.get(0),
        "%.7s".formatted(verdict.get("base").get("gitCommit").asText()),
        folder.plan().startedAt().substring(0, "2026-01-01".length()));
  }

  private static JsonNode verdict(MeasurementFolder gate) {
    Path file = gate.path().resolve("verdict.json");
    try {
      return JSON.readTree(Files.readAllBytes(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Path> zips(Path data) {
    try (Stream<Path> files = Files.walk(data)) {
      return files.filter(Files::isRegularFile).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Path> list(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
