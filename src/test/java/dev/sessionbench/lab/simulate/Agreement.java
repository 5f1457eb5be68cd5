package dev.sessionbench.lab.simulate;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.sessionbench.base.results.Environment;
import dev.sessionbench.base.results.Json;
import dev.sessionbench.base.text.TextTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * What the real client, our pool over the same RPCs, and our pool in virtual time were seen to make
 * of random shapes: counts by name.
 *
 * @param environment with what, when and of which commit
 * @param shapes one for each shape that was drawn, in the order of the draws
 */
public record Agreement(Environment environment, List<Row> shapes) {
  /**
   * One shape.
   *
   * @param load what was played
   * @param onEdge whether a burst was drawn whose demand ends with a step
   * @param demand sessions that were held at the same time
   */
  public record Row(
      String load,
      boolean onEdge,
      int minSessions,
      int maxSessions,
      int incStep,
      int numChannels,
      int demand,
      Map<String, Long> client,
      Map<String, Long> ourPool,
      Map<String, Long> virtual) {
    private boolean isBelow() {
      return demand < maxSessions;
    }

    private boolean isGrowing() {
      return demand > minSessions;
    }

    private boolean isEqualOverRpcs() {
      return ourPool.equals(client);
    }

    private boolean isEqualInVirtualTime() {
      return virtual.equals(client);
    }
  }

  /** What was written to a file. */
  public static Agreement read(Path file) {
    return Json.read(file, new TypeReference<>() {});
  }

  /** A row for each load, and one for all. */
  public String markdown() {
    TextTable table =
        new TextTable(
            List.of(
                "load",
                "shapes",
                "below the maximum",
                "grow",
                "on the edge of a step",
                "equal over gRPC",
                "equal in virtual time"));
    shapes.stream()
        .map(Row::load)
        .distinct()
        .sorted()
        .forEach(load -> table.add(row(load, row -> row.load.equals(load))));
    table.add(row("all", row -> true));
    return table.markdown();
  }

  private List<String> row(String name, Predicate<Row> wanted) {
    List<Row> rows = shapes.stream().filter(wanted).toList();
    Function<Predicate<Row>, String> count =
        which -> Long.toString(rows.stream().filter(which).count());
    List<String> cells = new ArrayList<>(List.of(name, Integer.toString(rows.size())));
    for (Predicate<Row> which :
        List.<Predicate<Row>>of(
            Row::isBelow,
            Row::isGrowing,
            Row::onEdge,
            Row::isEqualOverRpcs,
            Row::isEqualInVirtualTime)) {
      cells.add(count.apply(which));
    }
    return cells;
  }

  /** With what it was made, for the line below a table. */
  public String origin() {
    return "each shape once, commit %.7s, %.10s, client %s, JDK %s"
        .formatted(
            environment.gitCommit(),
            environment.startedAt(),
            environment.clientVersion(),
            environment.jdk());
  }
}
