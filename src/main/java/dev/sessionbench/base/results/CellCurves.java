package dev.sessionbench.base.results;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.type.TypeReference;
import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.Curve;
import dev.sessionbench.base.model.TextFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The curves observed in one run of a cell.
 *
 * @param benchmark the method's name, full or simple
 * @param params every parameter and its value
 * @param curves the curves, by name
 */
public record CellCurves(
    @JsonProperty(value = "benchmark", required = true) String benchmark,
    @JsonProperty(value = "params", required = true) Map<String, String> params,
    @JsonProperty(value = "curves", required = true) List<Curve> curves) {
  /** The name of the file next to a result file. */
  public static final String FILE_NAME = "series.json";

  /** Copies the collections. */
  public CellCurves {
    params = new TreeMap<>(params);
    curves = List.copyOf(curves);
  }

  /** The file of curves next to a result file; it is compressed if that is. */
  public static Path beside(Path result) {
    return beside(result, TextFile.isCompressed(result));
  }

  private static Path beside(Path result, boolean compressed) {
    return result.resolveSibling(compressed ? FILE_NAME + ".gz" : FILE_NAME);
  }

  /**
   * Reads the curves next to a result file. Either file may be compressed.
   *
   * @param result the result file
   * @return the cells; empty if there is no such file
   * @throws BadInput as {@link #read} does
   */
  public static List<CellCurves> readBeside(Path result) {
    boolean compressed = TextFile.isCompressed(result);
    return Stream.of(beside(result, compressed), beside(result, !compressed))
        .filter(Files::exists)
        .findFirst()
        .map(CellCurves::read)
        .orElse(List.of());
  }

  /**
   * Reads a file.
   *
   * @param file a JSON array of cells with their curves
   * @return the cells
   * @throws BadInput naming file, line, column and what was expected
   */
  public static List<CellCurves> read(Path file) {
    return Json.read(file, new TypeReference<List<CellCurves>>() {}).stream()
        .map(cell -> new CellCurves(cell.benchmark, cell.key().completed().params(), cell.curves))
        .toList();
  }

  /** The cell of these curves; the mode is always a single shot. */
  public Cell key() {
    return new Cell(benchmark, "ss", params);
  }

  /**
   * The curve with a name.
   *
   * @param name its name
   * @return the curve; without points if it was not observed
   */
  public Curve curve(String name) {
    return curves.stream()
        .filter(curve -> curve.name().equals(name))
        .findFirst()
        .orElse(new Curve(name, "", "", List.of(), List.of()));
  }

  /** These curves without some parameters. */
  public CellCurves without(Set<String> names) {
    return new CellCurves(benchmark, key().without(names).params(), curves);
  }

  /**
   * These curves with one more parameter.
   *
   * @param name its name
   * @param value its value
   * @return a new record
   */
  public CellCurves with(String name, String value) {
    return new CellCurves(benchmark, Params.with(params, name, value), curves);
  }
}
