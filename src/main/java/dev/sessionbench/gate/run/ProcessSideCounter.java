package dev.sessionbench.gate.run;

import com.google.common.base.Splitter;
import com.google.common.util.concurrent.ThreadFactoryBuilder;
import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.SystemTime;
import dev.sessionbench.bench.count.CountingProcess;
import dev.sessionbench.bench.run.ForkEngine.ForkFailedException;
import dev.sessionbench.gate.CountData.Run;
import dev.sessionbench.gate.Side;
import dev.sessionbench.gate.run.Sides.BuiltSide;
import dev.sessionbench.gate.run.Sides.SideCounter;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Counts the cells of a side, one after another, in one process with the side's own class path. */
final class ProcessSideCounter implements SideCounter {
  private static final String OPTIONS =
      "-Xms512m -Xmx1g -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xshare:auto"
          + " -XX:+UnlockDiagnosticVMOptions -XX:-BytecodeVerificationRemote";

  /**
   * The time limit of a cell. A cell takes a few tenths of a second, unless its pool hangs. On a
   * machine that other tests kept busy, the first cell of a process once took over 20 seconds.
   */
  private static final long LIMIT_SECONDS = 60;

  private static final String ENDED = "the counting process ended; see the log";
  private static final ExecutorService READERS =
      Executors.newCachedThreadPool(
          new ThreadFactoryBuilder().setDaemon(true).setNameFormat("counts-%d").build());

  private final Process process;
  private final Writer questions;
  private final BufferedReader answers;
  private @Nullable String gaveUp;

  private ProcessSideCounter(BuiltSide side, Path log) throws IOException {
    List<String> command = new ArrayList<>(List.of(BuiltSide.java()));
    command.addAll(Splitter.on(' ').splitToList(OPTIONS));
    command.addAll(side.injecting());
    command.addAll(List.of("-cp", side.classPath(), CountingProcess.class.getName()));
    side.identity().params().forEach((name, value) -> command.add(name + "=" + value));
    process =
        new ProcessBuilder(command)
            .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
    questions = process.outputWriter(StandardCharsets.UTF_8);
    answers = process.inputReader(StandardCharsets.UTF_8);
  }

  /**
   * Starts the process.
   *
   * @param side the side to count
   * @param log where the process prints everything except its answers
   * @throws BadInput if it cannot be started
   */
  static ProcessSideCounter start(BuiltSide side, Path log) {
    try {
      return new ProcessSideCounter(side, log);
    } catch (IOException e) {
      throw new BadInput("the counting process cannot be started: " + e.getMessage(), e);
    }
  }

  @Override
  public Run count(Side side, String cell) {
    long startNanos = SystemTime.CLOCK.nanos();
    Map<String, Double> counts = Map.of();
    String failure = "";
    try {
      counts = counts(answer(cell));
    } catch (ForkFailedException e) {
      failure = e.reason();
    }
    long tookNanos = SystemTime.CLOCK.nanos() - startNanos;
    return new Run(side, counts, failure, TimeUnit.NANOSECONDS.toMillis(tookNanos));
  }

  private String answer(String cell) throws ForkFailedException {
    if (gaveUp != null) {
      throw new ForkFailedException("not counted, as the process was given up: " + gaveUp);
    }
    try {
      questions.write(cell + "\n");
      questions.flush();
      String answer = READERS.submit(answers::readLine).get(LIMIT_SECONDS, TimeUnit.SECONDS);
      if (answer == null) {
        throw givenUp(ENDED);
      }
      return answer;
    } catch (TimeoutException e) {
      throw givenUp("%s took more than %d s".formatted(cell, LIMIT_SECONDS));
    } catch (IOException | ExecutionException e) {
      throw givenUp(ENDED);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw givenUp("interrupted");
    }
  }

  private static Map<String, Double> counts(String answer) throws ForkFailedException {
    if (answer.startsWith(CountingProcess.FAILED)) {
      throw new ForkFailedException(answer.substring(CountingProcess.FAILED.length()));
    }
    Map<String, Double> counts = new LinkedHashMap<>();
    for (String word : answer.split(" ", -1)) {
      String[] parts = word.split("=", 2);
      try {
        counts.put(parts[0], Double.parseDouble(parts[parts.length - 1]));
      } catch (NumberFormatException e) {
        throw new ForkFailedException("its answer is no count: " + word);
      }
    }
    return counts;
  }

  /** Ends the process after a missing answer, which could otherwise be taken for the next one. */
  private ForkFailedException givenUp(String why) {
    gaveUp = why;
    process.destroyForcibly();
    return new ForkFailedException(why);
  }

  /** Ends the process and waits for its end. Until then its CPU time is nobody's. */
  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
