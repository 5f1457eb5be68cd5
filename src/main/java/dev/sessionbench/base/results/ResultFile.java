package dev.sessionbench.base.results;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import dev.sessionbench.base.model.BadInput;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads JMH result files, a JSON array of results, also those that this project did not write. It
 * accepts every mode, histograms of SampleTime, {@code "NaN"}, and files of old versions without
 * today's descriptive keys.
 */
public final class ResultFile {
  private static final TypeReference<JsonNode> TREE = new TypeReference<>() {};

  private ResultFile() {}

  /**
   * Reads a file.
   *
   * @param file the file
   * @return its results, at least one, no two of the same cell and client
   * @throws BadInput one line naming the file and the place in it
   */
  public static List<CellResult> read(Path file) {
    return results(file.toString(), Json.read(file, TREE));
  }

  /**
   * Reads a text.
   *
   * @param name how messages name its origin
   * @param text the text
   * @return its results, at least one, no two of the same cell and client
   * @throws BadInput one line naming the place
   */
  public static List<CellResult> parse(String name, String text) {
    return results(name, Json.parse(name, text, TREE));
  }

  private static List<CellResult> results(String name, JsonNode root) {
    String other = "%s: expected an array of JMH results, found %s";
    BadInput.when(!root.isArray(), other, name, JmhNode.kind(root));
    BadInput.when(root.isEmpty(), "%s: holds no results", name);
    List<CellResult> results = new ArrayList<>();
    Set<Map.Entry<Cell, String>> seen = new HashSet<>();
    for (int i = 0; i < root.size(); i++) {
      String place = name + ": result " + (i + 1);
      CellResult result = new JmhNode(place, root.get(i)).result();
      Cell key = result.key();
      String twice = "%s: a second result of %s %s";
      boolean known = !seen.add(result.cellAndClient());
      BadInput.when(known, twice, place, key.method(), key.params());
      results.add(result);
    }
    return results;
  }
}
