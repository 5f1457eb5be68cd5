package dev.sessionbench.study.warmup;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.Codec;
import dev.sessionbench.base.model.LatencyProfile;
import dev.sessionbench.base.model.Nanos;
import dev.sessionbench.base.model.Parameter;
import dev.sessionbench.base.model.Schema;
import dev.sessionbench.base.model.SeededDraws;
import dev.sessionbench.base.model.Settings;
import dev.sessionbench.base.stats.Mser5;
import dev.sessionbench.base.text.Numbers;
import dev.sessionbench.bench.load.Operation.Kind;
import dev.sessionbench.study.AgentThreads.Due;
import dev.sessionbench.study.AgentThreads.Pace;
import dev.sessionbench.study.AgentThreads.Pace.Turns;
import dev.sessionbench.study.Loop;
import dev.sessionbench.study.diagnosis.Observed;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The random load that every round of the study repeats. Agents read, or write and commit, and
 * pause between. Writes cost the server more, and most of them come first, like the heavy calls of
 * the published study.
 *
 * @param loop decides when an operation begins
 * @param agents how many there are, from 1 to 2,000; in the open loop, operations begin as often as
 *     if agents never waited
 * @param thinkMillis the mean pause of an agent, drawn evenly from half to one and a half of it
 * @param writes the share of writes, from 0 to 1
 * @param heavyWrites the share of writes in the first part of a round
 * @param heavySeconds how long that part is
 * @param seconds how long a round is; the detector needs {@value Mser5#FEWEST} windows
 * @param windowSeconds how long one point of a time series is
 * @param seed decides every draw; equal seeds give every round equal work
 */
@RecordBuilder
public record WarmupLoad(
    Loop loop,
    int agents,
    double thinkMillis,
    double writes,
    double heavyWrites,
    double heavySeconds,
    double seconds,
    double windowSeconds,
    long seed)
    implements WarmupLoadBuilder.With {
  private static final Parameter<Loop> LOOP =
      new Parameter<>(
          "loop",
          Codec.oneOf(new Loop[] {Loop.CLOSED, Loop.OPEN}),
          Loop.CLOSED,
          "closed: an operation begins when the agent's last has ended; open: by a schedule");
  private static final Parameter<Integer> AGENTS =
      Parameter.whole("agents", 100, 1, 2_000, "agents that read and write");
  private static final Parameter<Double> THINK =
      Parameter.real("think", 100, 0, 60_000, "mean milliseconds that an agent pauses");
  private static final Parameter<Double> HEAVY_SECONDS =
      Parameter.real(
          "heavy-seconds", 5, 0, 3_600, "seconds at the start in which most calls are writes");
  private static final Parameter<Double> SECONDS =
      Parameter.real("seconds", 36, 0, 3_600, "seconds of a round");
  private static final Parameter<Double> WINDOW =
      Parameter.real("window", 0.25, 0.01, 60, "seconds of each point");
  private static final Parameter<Long> SEED = Parameter.seed("seed", "decides every draw");

  /** What users can set. */
  public static final Schema SCHEMA =
      Schema.of("study warmup", LOOP, AGENTS, THINK, HEAVY_SECONDS, SECONDS, WINDOW, SEED);

  private static final int MOST_WINDOWS = 20_000;
  private static final long KIND_STREAM = 1L << 32;
  private static final long THINK_STREAM = 2L << 32;
  private static final long GAP_STREAM = 3L << 32;

  /**
   * Checks the settings.
   *
   * @throws BadInput naming the option, its value and what would be right
   */
  public WarmupLoad {
    BadInput.when(
        windows(seconds, windowSeconds) < Mser5.FEWEST,
        "--seconds %s: must be at least %s, as a round is called steady after %s windows of %s s",
        plain(seconds),
        plain(Mser5.FEWEST * windowSeconds),
        Mser5.FEWEST,
        plain(windowSeconds));
    BadInput.when(
        windows(seconds, windowSeconds) > MOST_WINDOWS,
        "--window %s: must be at least %s for rounds of %s s",
        plain(windowSeconds),
        plain(seconds / MOST_WINDOWS),
        plain(seconds));
    BadInput.when(
        !(heavySeconds >= 0 && heavySeconds <= seconds / 2),
        "--heavy-seconds %s: must be from 0 to %s, half a round, or it never becomes steady",
        plain(heavySeconds),
        plain(seconds / 2));
  }

  /** A number without a needless decimal point. */
  private static String plain(double value) {
    return Numbers.wholeOr(value, Double::toString);
  }

  /** How many whole windows a time has. */
  static int windows(double seconds, double windowSeconds) {
    return (int) Math.floor(seconds / windowSeconds + 1e-9);
  }

  /** The load of some values of {@link #SCHEMA}. */
  static WarmupLoad of(Settings settings) {
    return new WarmupLoad(
        settings.get(LOOP),
        settings.get(AGENTS),
        settings.get(THINK),
        0.2,
        0.6,
        settings.get(HEAVY_SECONDS),
        settings.get(SECONDS),
        settings.get(WINDOW),
        settings.get(SEED));
  }

  /** The same load for a short time, which is not reported. */
  WarmupLoad forJvm(double shortSeconds) {
    double shorter = Math.min(shortSeconds, seconds);
    return with(builder -> builder.seconds(shorter).windowSeconds(shorter / Mser5.FEWEST));
  }

  /** Whether operations begin on a schedule. */
  boolean isOpen() {
    return loop == Loop.OPEN;
  }

  /**
   * The kind of an agent's next operation.
   *
   * @param agent the agent, or -1 in the open loop
   * @param index how many operations came before it
   * @param elapsedNanos how long the round has lasted
   */
  Kind kind(int agent, long index, long elapsedNanos) {
    double share = elapsedNanos < Nanos.ofSeconds(heavySeconds) ? heavyWrites : writes;
    return SeededDraws.unit(seed, KIND_STREAM + agent, index) < share ? Kind.WRITE : Kind.READ;
  }

  /** How long an agent pauses before an operation, in nanoseconds. */
  long thinkNanos(int agent, long index) {
    double unit = SeededDraws.unit(seed, THINK_STREAM + agent, index);
    return Math.round(thinkMillis * (0.5 + unit) * TimeUnit.MILLISECONDS.toNanos(1));
  }

  /** One pace for each agent; in the open loop one for each thread, as each can be under way. */
  List<Pace> paces(long startNanos, LatencyProfile latencies, int threads) {
    long untilNanos = startNanos + Nanos.ofSeconds(seconds);
    double perSecond = operationsPerSecond(latencies);
    Turns turns =
        (agent, turn, last) -> {
          // In the open loop, operations begin at random moments of a mean rate.
          double gapSeconds = SeededDraws.exponential(seed, GAP_STREAM, turn) / perSecond;
          long at = last + (isOpen() ? Nanos.ofSeconds(gapSeconds) : thinkNanos(agent, turn));
          return new Due(kind(agent, turn, at - startNanos), at);
        };
    return isOpen()
        ? Pace.open(threads, startNanos, untilNanos, turns)
        : Pace.closed(agents, untilNanos, turns);
  }

  /**
   * How many operations the agents make in a second without waits: N / (Z + R).
   *
   * @param latencies how long the requests take then
   */
  public double operationsPerSecond(LatencyProfile latencies) {
    double read = Observed.serverMillis(Kind.READ, latencies, seed);
    double write = Observed.serverMillis(Kind.WRITE, latencies, seed);
    double cycle = thinkMillis + (1 - writes) * read + writes * write;
    return agents * 1_000.0 / cycle;
  }
}
