package dev.sessionbench.bench.run;

import dev.sessionbench.base.results.Params;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * The options of a command line narrowed to one fork of one cell. JMH's builder adds its parent's
 * regular expressions to its own; these options have their own only.
 */
final class SingleForkOptions extends OptionsBuilder {
  private static final long serialVersionUID = 1;

  private final String include;
  private final TreeSet<String> named;

  SingleForkOptions(CommandLineOptions parent, Cell cell, Map<String, String> notSwept) {
    include = "^" + Pattern.quote(cell.benchmark()) + "$";
    Map<String, String> params = Params.with(notSwept, cell.params());
    named = new TreeSet<>(params.keySet());
    parent(parent);
    mode(Mode.deepValueOf(cell.mode()));
    forks(Math.min(1, cell.forks()));
    params.forEach((name, value) -> param(name, value));
    // Times that have been stretched are divided by as much.
    Optional.ofNullable(cell.params().get("timeScale"))
        .map(Integer::valueOf)
        .ifPresent(this::operationsPerInvocation);
    shouldFailOnError(true);
    Profilers.listed(SingleForkOptions.class.getClassLoader()).forEach(this::addProfiler);
  }

  @Override
  public List<String> getIncludes() {
    return List.of(include);
  }

  /** What a cell does not name means nothing to it, whatever was given for others: the default. */
  @Override
  public org.openjdk.jmh.util.Optional<Collection<String>> getParameter(String name) {
    return named.contains(name) ? super.getParameter(name) : org.openjdk.jmh.util.Optional.none();
  }
}
