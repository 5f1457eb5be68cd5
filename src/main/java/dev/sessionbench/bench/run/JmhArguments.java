package dev.sessionbench.bench.run;

import com.google.common.base.Ascii;
import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.results.AtomicFile;
import dev.sessionbench.bench.trial.TrialParameters;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;

/**
 * A command line as JMH's own parser reads it.
 *
 * @param arguments the command line without this project's own options
 * @param options what JMH understood
 */
public record JmhArguments(List<String> arguments, CommandLineOptions options) {
  /** The jar of the client's own mock contains the client's own benchmarks. */
  private static final List<String> NOT_OURS = List.of("-e", "^com\\.google\\.");

  private static final Pattern JSON = Pattern.compile("(?i)\\.json(\\.gz)?$");

  private static final String QUICK_STEPS = TrialParameters.INC_STEP.name() + "=1,25,100";

  /**
   * Parses a command line.
   *
   * @param arguments JMH options and regular expressions
   * @return the options that JMH understood
   * @throws BadInput with JMH's message on one line
   */
  public static JmhArguments parse(List<String> arguments) {
    List<String> restricted = new ArrayList<>(NOT_OURS);
    restricted.addAll(arguments);
    try {
      return new JmhArguments(
          List.copyOf(arguments), new CommandLineOptions(restricted.toArray(new String[0])));
    } catch (CommandLineOptionException | IllegalArgumentException e) {
      throw new BadInput(
          String.valueOf(e.getMessage()).lines().findFirst().orElse("bad JMH option"));
    }
  }

  /** These arguments with three increments and one fork, unless they set others. */
  public JmhArguments quick() {
    List<String> quick = new ArrayList<>(arguments);
    if (!options.getForkCount().hasValue()) {
      quick.addAll(List.of("-f", "1"));
    }
    if (!options.getParameter(PoolShape.INC_STEP).hasValue()) {
      quick.addAll(List.of("-p", QUICK_STEPS));
    }
    return parse(quick);
  }

  /**
   * The file of JMH's options {@code -rf} and {@code -rff}, which takes a copy of the merged
   * results as JSON; empty if neither is given.
   *
   * @throws BadInput if another format is asked for, or the file cannot be written
   */
  Optional<Path> resultCopy() {
    if (!options.getResult().hasValue() && !options.getResultFormat().hasValue()) {
      return Optional.empty();
    }
    ResultFormatType format = options.getResultFormat().orElse(ResultFormatType.JSON);
    Path file = Path.of(options.getResult().orElse("jmh-result.json"));
    BadInput.when(
        format != ResultFormatType.JSON || !JSON.matcher(file.toString()).find(),
        "-rf %s -rff %s: must be json in a file named .json or .json.gz; compare --format csv makes a table of it",
        Ascii.toLowerCase(format.name()),
        file);
    AtomicFile.require("-rff", file);
    return Optional.of(file);
  }

  /** The names of the parameters that the command line sets. */
  public Set<String> parameterNames() {
    Set<String> names = new LinkedHashSet<>();
    for (int i = 0; i < arguments.size(); i++) {
      String argument = arguments.get(i);
      if (argument.startsWith("-p")) {
        boolean apart = argument.equals("-p") && i + 1 < arguments.size();
        String assignment = apart ? arguments.get(i + 1) : argument.substring(2);
        String name = assignment.split("=", 2)[0];
        // Other options that begin with p set no parameter.
        if (options.getParameter(name).hasValue()) {
          names.add(name);
        }
      }
    }
    return names;
  }
}
