package dev.sessionbench.bench.count;

import dev.sessionbench.base.model.Codec;
import dev.sessionbench.base.model.Invalid;
import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.model.Transport;
import dev.sessionbench.bench.count.HeldDemand.CountedLoad;
import dev.sessionbench.bench.load.Workload;
import dev.sessionbench.bench.trial.ChannelLoad.Shape;
import dev.sessionbench.bench.trial.TrialParameters;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Names one counted cell. It is a load with a fixed demand or a script, on a pool with a fixed
 * step, or a cold burst over several channels.
 *
 * @param load the name of the load or script
 * @param step sessions that the pool asks for when all are in use, or {@link #NO_STEP}
 * @param transport how the client reaches the server
 * @param percent demand in percent of the pool's maximum: {@link #FULL}, or a lower percentage, to
 *     which {@value CountedLoad#BEYOND} sessions are added
 */
public record CountCell(String load, int step, Transport transport, int percent) {
  /** Stands for a demand above the pool's maximum. */
  public static final int FULL = 100;

  /** The steps of the original benchmark. */
  public static final List<Integer> STEPS = List.of(1, 10, 20, 25, 30, 40, 50, 100);

  /** The default step of the client. */
  public static final int DEFAULT_STEP = TrialParameters.INC_STEP.standard();

  /** Four channels of a pool of 100 that grows by this step hold 75 to 125 of 400 sessions. */
  private static final int UNEVEN_STEP = 50;

  /** Stands for a client without a step, and for the default of a client that has one. */
  public static final int NO_STEP = 0;

  private static final List<Integer> PARTS = List.of(25, 50, 75);

  /** The demands over TCP, where a run takes longest. */
  private static final List<Integer> SPREAD_PERCENTS = List.of(FULL, 25);

  /** The loads over TCP. Together they make every call of the others. */
  private static final List<String> SPREAD =
      List.of(
          Workload.BURST_READ_AND_WRITE.benchmarkName(), Workload.STEADY_INCREASE.benchmarkName());

  private static final Pattern NAME =
      Pattern.compile(
          "([A-Za-z]+)(?: "
              + PoolShape.INC_STEP
              + "=([1-9][0-9]{0,8}))? ([a-z]+)(?: ([1-9][0-9]?)%)?");

  /** Names a load at full demand. */
  public CountCell(Workload workload, int step, Transport transport, int percent) {
    this(workload.benchmarkName(), step, transport, percent);
  }

  /** The 32 cells of the original benchmark: every load at every step, in process. */
  public static List<CountCell> original() {
    return of(STEPS, List.of(Transport.INPROCESS), List.of(FULL));
  }

  /** The cells for a client without a session pool: every load without a step, in process. */
  public static List<CountCell> withoutPool() {
    return of(List.of(NO_STEP), List.of(Transport.INPROCESS), List.of(FULL));
  }

  /** The cell that counts how a client spreads calls over its channels. */
  public static CountCell channels() {
    return new CountCell(Shape.COLD_BURST.toString(), NO_STEP, Transport.TCP, FULL);
  }

  /**
   * The cell that counts whether a session keeps its channel. The step leaves unequal numbers of
   * sessions on the channels, so calls that are spread evenly without regard to sessions show.
   */
  public static CountCell affinity() {
    return new CountCell(Workload.STEADY_INCREASE, UNEVEN_STEP, Transport.TCP, FULL);
  }

  /** Every script, at the client's default step. */
  public static List<CountCell> scripts() {
    return Stream.of(CountScript.values())
        .map(script -> new CountCell(script.toString(), DEFAULT_STEP, Transport.INPROCESS, FULL))
        .toList();
  }

  /**
   * Every load at some steps by some transports, at the full demand and at three lower ones. Over
   * TCP there are only two loads and two demands, as all bursts spread their requests over channels
   * alike.
   *
   * @param steps the steps
   * @param transports the transports
   * @return the cells, the full demand first
   */
  public static List<CountCell> all(List<Integer> steps, List<Transport> transports) {
    return Stream.of(List.of(FULL), PARTS)
        .flatMap(percents -> of(steps, transports, percents).stream())
        .filter(cell -> cell.transport == Transport.INPROCESS || cell.spreads())
        .toList();
  }

  private boolean spreads() {
    return SPREAD.contains(load) && SPREAD_PERCENTS.contains(percent);
  }

  private static List<CountCell> of(
      List<Integer> steps, List<Transport> transports, List<Integer> percents) {
    List<CountCell> cells = new ArrayList<>();
    for (Transport transport : transports) {
      for (int percent : percents) {
        for (Workload workload : Workload.ORIGINAL) {
          steps.forEach(step -> cells.add(new CountCell(workload, step, transport, percent)));
        }
      }
    }
    return cells;
  }

  /**
   * Reads a name.
   *
   * @param name as {@link #name()} gives it
   * @throws IllegalArgumentException if there is no such cell
   */
  public static CountCell parse(String name) {
    Matcher matcher = NAME.matcher(name);
    Invalid.when(!matcher.matches(), "%s: must be the name of a counted cell", name);
    int step = matcher.group(2) == null ? NO_STEP : Integer.parseInt(matcher.group(2));
    String word = matcher.group(3);
    Optional<Transport> transport = Codec.oneOf(Transport.values()).reader().apply(word);
    int percent = matcher.group(4) == null ? FULL : Integer.parseInt(matcher.group(4));
    CountCell cell =
        new CountCell(matcher.group(1), step, transport.orElseThrow(() -> noName(word)), percent);
    if (cell.workload().isEmpty() && cell.script().isEmpty() && !cell.equals(channels())) {
      throw noName(cell.load());
    }
    return cell;
  }

  private static IllegalArgumentException noName(String word) {
    return new IllegalArgumentException(word + ": nothing has this name");
  }

  /** The workload; empty for a script. */
  Optional<Workload> workload() {
    return Arrays.stream(Workload.values())
        .filter(workload -> workload.benchmarkName().equals(load))
        .findFirst();
  }

  /** The script; empty for a workload. */
  Optional<CountScript> script() {
    return Codec.oneOf(CountScript.values()).reader().apply(load);
  }

  /** Its name, which ends in {@code tcp 50%}, for example. */
  public String name() {
    String withStep = step == NO_STEP ? "" : "%s=%d ".formatted(PoolShape.INC_STEP, step);
    String full = "%s %s%s".formatted(load, withStep, transport);
    return percent == FULL ? full : full + " " + percent + "%";
  }

  @Override
  public String toString() {
    return name();
  }
}
