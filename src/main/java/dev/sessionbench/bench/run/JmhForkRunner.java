package dev.sessionbench.bench.run;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.results.Cell;
import dev.sessionbench.base.results.CellCurves;
import dev.sessionbench.base.results.CellResult;
import dev.sessionbench.base.results.ResultFile;
import dev.sessionbench.bench.run.ForkEngine.ForkFailedException;
import dev.sessionbench.bench.run.ForkEngine.ForkOutcome;
import dev.sessionbench.bench.run.ForkEngine.ForkRunner;
import dev.sessionbench.bench.trial.TrialParameters;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runs forks with JMH's own runner. What JMH prints goes to a log. */
final class JmhForkRunner implements ForkRunner<PlannedFork> {
  private final CommandLineOptions options;
  private final PrintStream log;

  JmhForkRunner(CommandLineOptions options, PrintStream log) {
    this.options = options;
    this.log = log;
  }

  @Override
  public ForkOutcome run(PlannedFork fork) throws ForkFailedException {
    SingleForkOptions single = new SingleForkOptions(options, fork.cell());
    Collection<RunResult> results;
    ForkLog forkLog = new ForkLog(log);
    PrintStream out = System.out;
    PrintStream err = System.err;
    try {
      // JMH copies a fork's output to these in any output format.
      System.setOut(log);
      System.setErr(log);
      VerboseMode verbosity = options.verbosity().orElse(VerboseMode.NORMAL);
      OutputFormat format = OutputFormatFactory.createFormatInstance(forkLog, verbosity);
      results = new Runner(single.build(), format).run();
    } catch (RunnerException | RuntimeException e) {
      throw new ForkFailedException(reason(e) + forkLog.lastError);
    } finally {
      System.setOut(out);
      System.setErr(err);
    }
    if (results.size() != 1) {
      throw new ForkFailedException("JMH yielded no result; see the log");
    }
    CellResult measured;
    try {
      measured = toCellResult(results, fork.cell().key().benchmark());
    } catch (IllegalArgumentException | BadInput e) {
      throw new ForkFailedException(String.valueOf(e.getMessage()));
    }
    if (!measured.key().params().equals(fork.cell().key().params())) {
      throw new ForkFailedException(
          "what it was to measure has changed since the run was planned: was %s, is %s"
              .formatted(fork.cell().key().params(), measured.key().params()));
    }
    return new ForkOutcome(measured, curves(fork.cell().key(), results.iterator().next()));
  }

  @Override
  public String libraries(PlannedFork fork) {
    Cell cell = fork.cell().key();
    return BenchmarkSupport.of(cell.benchmark()).libraries(cell.benchmark(), cell.params());
  }

  private CellResult toCellResult(Collection<RunResult> results, String benchmark) {
    ByteArrayOutputStream json = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(json, false, StandardCharsets.UTF_8);
    ResultFormatFactory.getInstance(ResultFormatType.JSON, stream).writeOut(results);
    stream.flush();
    CellResult result = ResultFile.parse("JMH", json.toString(StandardCharsets.UTF_8)).get(0);
    // It has no score; its curves go into a separate file.
    return result
        .without(CurvesResult.LABEL)
        .withBenchmark(benchmark)
        .withParams(BenchmarkSupport.of(benchmark).recorded(benchmark, result.key().params()));
  }

  private static Optional<CellCurves> curves(Cell cell, RunResult result) {
    return result.getSecondaryResults().get(CurvesResult.LABEL) instanceof CurvesResult observed
        ? Optional.of(new CellCurves(cell.benchmark(), cell.params(), observed.curves()))
        : Optional.empty();
  }

  /** The benchmark's own exception, without JMH's wrappers. */
  private static String reason(Throwable thrown) {
    if (thrown.getSuppressed().length > 0) {
      return reason(thrown.getSuppressed()[0]);
    }
    Throwable cause = thrown.getCause();
    if (cause != null) {
      return reason(cause);
    }
    return thrown instanceof RunnerException
        ? String.valueOf(thrown.getMessage())
        : thrown.toString();
  }

  /** A log that remembers the last message on the standard error of a fork whose JVM failed. */
  private static final class ForkLog extends PrintStream {
    /** Frames of a stack, and the launcher's words after its reason. */
    private static final Pattern NO_MESSAGE = Pattern.compile("\\s.*|Error: .*|");

    private boolean inErrors;
    private String lastError = "";

    ForkLog(PrintStream log) {
      super(log, false, StandardCharsets.UTF_8);
    }

    /** JMH prints these lines between two marks. */
    @Override
    public void println(@Nullable String line) {
      super.println(line);
      String text = String.valueOf(line);
      if (text.startsWith("<stderr ") || text.equals("</stderr>")) {
        inErrors = !inErrors;
      } else if (inErrors && !NO_MESSAGE.matcher(text).matches()) {
        lastError = ": " + text;
      }
    }
  }

  /**
   * Narrows the options of a command line to one fork of one cell. JMH's builder adds its parent's
   * regular expressions to its own; these options have only their own.
   */
  static final class SingleForkOptions extends OptionsBuilder {
    private static final long serialVersionUID = 1;

    private final String include;
    private final TreeSet<String> named;

    SingleForkOptions(CommandLineOptions parent, PlannedCell planned) {
      Cell cell = planned.key();
      BenchmarkSupport support = BenchmarkSupport.of(cell.benchmark());
      include = "^" + Pattern.quote(support.jmhName(cell.benchmark())) + "$";
      Map<String, String> params = support.forJmh(cell.benchmark(), cell.params());
      named = new TreeSet<>(params.keySet());
      parent(parent);
      mode(Mode.deepValueOf(cell.mode()));
      forks(Math.min(1, planned.forks()));
      params.forEach((name, value) -> param(name, value));
      // Scaled times are divided by their scale.
      Optional.ofNullable(cell.params().get(TrialParameters.TIME_SCALE.name()))
          .map(Integer::valueOf)
          .ifPresent(this::operationsPerInvocation);
      shouldFailOnError(true);
      Profilers.listed(SingleForkOptions.class.getClassLoader()).forEach(this::addProfiler);
    }

    @Override
    public List<String> getIncludes() {
      return List.of(include);
    }

    /**
     * A parameter that the cell does not name has its default, because it has no meaning for the
     * cell.
     */
    @Override
    public org.openjdk.jmh.util.Optional<Collection<String>> getParameter(String name) {
      return named.contains(name) ? super.getParameter(name) : org.openjdk.jmh.util.Optional.none();
    }
  }
}
