package dev.sessionbench.study.warmup;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.Parameter;
import dev.sessionbench.base.model.Schema;
import dev.sessionbench.base.model.SeededDraws;
import dev.sessionbench.base.model.Settings;
import dev.sessionbench.base.stats.Mser5;
import dev.sessionbench.base.text.Numbers;
import dev.sessionbench.bench.load.Operation.Kind;
import dev.sessionbench.study.AgentThreads.Due;
import dev.sessionbench.study.AgentThreads.Pace;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * The random load that every round of the study repeats. Agents read, or write and commit, and
 * pause between. Writes cost the server more, and most of them come first, like the heavy calls of
 * the published study.
 *
 * @param agents how many there are, from 1 to 2,000
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
    int agents,
    double thinkMillis,
    double writes,
    double heavyWrites,
    double heavySeconds,
    double seconds,
    double windowSeconds,
    long seed)
    implements WarmupLoadBuilder.With {
  private static final Parameter<Integer> AGENTS =
      Parameter.whole("agents", 100, 1, 2_000, "agents that read and write");
  private static final Parameter<Double> SECONDS =
      Parameter.real("seconds", 36, 0, 3_600, "seconds of a round");
  private static final Parameter<Long> SEED = Parameter.seed("seed", "decides every draw");

  /** What users can set. */
  public static final Schema SCHEMA = Schema.of("study warmup", AGENTS, SECONDS, SEED);

  private static final long KIND_STREAM = 1L << 32;
  private static final long THINK_STREAM = 2L << 32;

  /**
   * Checks the settings.
   *
   * @throws BadInput naming the option, its value and what would be right
   */
  public WarmupLoad {
    BadInput.when(
        windows(seconds, windowSeconds) < Mser5.FEWEST,
        "--seconds %s: must be at least %s, as telling when a round is steady takes %s windows of %s s",
        plain(seconds),
        plain(Mser5.FEWEST * windowSeconds),
        Mser5.FEWEST,
        plain(windowSeconds));
  }

  /** A number without a needless decimal point. */
  private static String plain(double value) {
    return Numbers.wholeOr(value, Double::toString);
  }

  private static int windows(double seconds, double windowSeconds) {
    return (int) Math.floor(seconds / windowSeconds + 1e-9);
  }

  /**
   * The load of some values of {@link #SCHEMA}. The default is for two cores: about 900 requests a
   * second without waits.
   */
  static WarmupLoad of(Settings settings) {
    return new WarmupLoad(
        settings.get(AGENTS), 100, 0.2, 0.6, 5, settings.get(SECONDS), 0.25, settings.get(SEED));
  }

  /** The same load for a short time, which is not reported. */
  WarmupLoad forJvm(double shortSeconds) {
    double shorter = Math.min(shortSeconds, seconds);
    return with(builder -> builder.seconds(shorter).windowSeconds(shorter / Mser5.FEWEST));
  }

  /** How many whole windows a round has. */
  public int windows() {
    return windows(seconds, windowSeconds);
  }

  /** How long a round is, in nanoseconds. */
  long nanos() {
    return nanos(seconds);
  }

  /** How long a window is, in nanoseconds. */
  long windowNanos() {
    return nanos(windowSeconds);
  }

  static long nanos(double seconds) {
    return Math.round(seconds * TimeUnit.SECONDS.toNanos(1));
  }

  /**
   * The kind of an agent's next operation.
   *
   * @param agent the agent
   * @param index how many operations came before it
   * @param elapsedNanos how long the round has lasted
   */
  Kind kind(int agent, long index, long elapsedNanos) {
    double share = elapsedNanos < nanos(heavySeconds) ? heavyWrites : writes;
    return SeededDraws.unit(seed, KIND_STREAM + agent, index) < share ? Kind.WRITE : Kind.READ;
  }

  /** How long an agent pauses before an operation, in nanoseconds. */
  long thinkNanos(int agent, long index) {
    double unit = SeededDraws.unit(seed, THINK_STREAM + agent, index);
    return Math.round(thinkMillis * (0.5 + unit) * TimeUnit.MILLISECONDS.toNanos(1));
  }

  /** One pace for each agent. */
  List<Pace> paces(long startNanos) {
    return IntStream.range(0, agents)
        .mapToObj(
            agent -> {
              int[] index = new int[1];
              return (Pace)
                  now -> {
                    long at = now - startNanos + thinkNanos(agent, index[0]);
                    return at < nanos()
                        ? Optional.of(new Due(kind(agent, index[0]++, at), startNanos + at))
                        : Optional.empty();
                  };
            })
        .toList();
  }
}
