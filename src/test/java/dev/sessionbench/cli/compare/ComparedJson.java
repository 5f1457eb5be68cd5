package dev.sessionbench.cli.compare;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sessionbench.cli.CommandRun;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.stream.StreamSupport;

/**
 * What {@code compare --format json} printed.
 *
 * @param root the whole
 */
record ComparedJson(JsonNode root) {
  /** Compares, which must succeed without a complaint. */
  static ComparedJson of(String... args) {
    String[] all = Arrays.copyOf(args, args.length + 2);
    all[args.length] = "--format";
    all[args.length + 1] = "json";
    try {
      return new ComparedJson(new ObjectMapper().readTree(CommandRun.compared(all)));
    } catch (JsonProcessingException e) {
      throw new AssertionError(e);
    }
  }

  /** The names of the tables' metrics, in order. */
  List<String> metrics() {
    List<String> metrics = new ArrayList<>();
    root.get("tables").forEach(table -> metrics.add(table.get("metric").asText()));
    return metrics;
  }

  /** The first table of a metric. */
  JsonNode table(String metric) {
    return StreamSupport.stream(root.get("tables").spliterator(), false)
        .filter(table -> table.get("metric").asText().equals(metric))
        .findFirst()
        .orElseThrow();
  }

  /** The cell of the score at a row and column. */
  JsonNode cell(String row, String column) {
    return StreamSupport.stream(table("score").get("cells").spliterator(), false)
        .filter(cell -> cell.get("row").asText().equals(row))
        .filter(cell -> cell.get("column").asText().equals(column))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + row + " at " + column + " in " + root));
  }

  /** The rows of the score, in order. */
  List<String> rows() {
    return labels("row");
  }

  /** The columns of the score, in order. */
  List<String> columns() {
    return labels("column");
  }

  /** The notes on the whole. */
  List<String> notes() {
    List<String> notes = new ArrayList<>();
    root.get("notes").forEach(note -> notes.add(note.asText()));
    return notes;
  }

  /** The footnotes of a cell of the score, as sentences. */
  List<String> footnotes(String row, String column) {
    List<String> notes = new ArrayList<>();
    cell(row, column)
        .get("notes")
        .forEach(number -> notes.add(table("score").get("notes").get(number.asInt() - 1).asText()));
    return notes;
  }

  private List<String> labels(String kind) {
    LinkedHashSet<String> labels = new LinkedHashSet<>();
    table("score").get("cells").forEach(cell -> labels.add(cell.get(kind).asText()));
    return List.copyOf(labels);
  }
}
