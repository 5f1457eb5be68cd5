package dev.sessionbench.bench.run;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.results.AtomicFile;
import dev.sessionbench.base.results.Cell;
import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.results.Json;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Defaults;
import org.openjdk.jmh.runner.options.CommandLineOptions;

/**
 * The result file that JMH's options {@code -rf} and {@code -rff} ask for.
 *
 * @param format its format
 * @param file its path
 */
public record ResultRequest(ResultFormatType format, Path file) {
  /**
   * The result file that a command line asks for. Without a format the file's ending decides, else
   * it is JMH's CSV. Without a file the name is {@code jmh-result.} with the format's name.
   *
   * @param options the command line
   * @return the request; empty if neither option is given
   * @throws BadInput if the file cannot be written
   */
  static Optional<ResultRequest> of(CommandLineOptions options) {
    if (!options.getResult().hasValue() && !options.getResultFormat().hasValue()) {
      return Optional.empty();
    }
    ResultFormatType format =
        options.getResultFormat().orElse(byEnding(options.getResult().orElse("")));
    String name = "jmh-result." + ending(format);
    Path file = Path.of(options.getResult().orElse(name));
    AtomicFile.require("-rff", file);
    return Optional.of(new ResultRequest(format, file));
  }

  private static ResultFormatType byEnding(String file) {
    String name = file.toLowerCase(Locale.ROOT);
    return Arrays.stream(ResultFormatType.values())
        .filter(format -> name.replaceFirst("\\.gz$", "").endsWith("." + ending(format)))
        .findFirst()
        .orElse(Defaults.RESULT_FORMAT);
  }

  private static String ending(ResultFormatType format) {
    return format.name().toLowerCase(Locale.ROOT);
  }

  /** Whether merged results suffice to write it, including those of earlier processes. */
  boolean isJson() {
    return format == ResultFormatType.JSON;
  }

  /**
   * Writes the file.
   *
   * @param merged the merged results: the file of JSON, and the order of the others
   * @param forks JMH's own results of every fork of this process, for the other formats
   */
  void write(List<CellResult> merged, Map<Cell, List<RunResult>> forks) {
    if (isJson()) {
      Json.write(file, merged);
      return;
    }
    AtomicFile.write(
        file,
        text(
            format,
            merged.stream()
                .flatMap(cell -> Stream.ofNullable(forks.get(cell.key())))
                .map(ResultRequest::merge)
                .toList()));
  }

  /** Results in JMH's own form. */
  static String text(ResultFormatType format, Collection<RunResult> results) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    ResultFormatFactory.getInstance(format, stream).writeOut(results);
    return bytes.toString(StandardCharsets.UTF_8);
  }

  /** One result of all forks of a cell. */
  private static RunResult merge(List<RunResult> forks) {
    return new RunResult(
        forks.get(0).getParams(),
        forks.stream().flatMap(fork -> fork.getBenchmarkResults().stream()).toList());
  }
}
