package dev.sessionbench.lab.load;

import dev.sessionbench.base.model.Invalid;
import dev.sessionbench.base.model.Key;
import dev.sessionbench.bench.load.LoadPlan;
import dev.sessionbench.bench.load.Loops;
import dev.sessionbench.bench.load.Operation;
import dev.sessionbench.bench.load.Operation.Kind;

/** A group of callers of a load. */
public sealed interface Callers permits Callers.Rate, Callers.AtOnce, Callers.Threads {
  /** The range of a time in a file: within thirty days. */
  String TIME = "[0, 2592000000] ms";

  /** The range of a number in a file. */
  String NUMBER = "[1, 1000000]";

  /** How long each holds its session. */
  Hold hold();

  /** The load of this group alone; the seed decides it. */
  LoadPlan plan(long seed);

  /** How many operations there are, and when. */
  Extent extent();

  /**
   * How many operations there are, and when, if no caller waits.
   *
   * @param operations about how many
   * @param firstNanos when the first caller asks, in nanoseconds from the start of the load
   * @param untilNanos when the last comes, or the last turn of each ends, in nanoseconds
   * @param together callers certain to ask at the first moment, for every draw
   * @param meanInUse mean sessions in use while callers come at random; 0 for all other callers,
   *     and for those that keep their sessions
   */
  record Extent(
      double operations, long firstNanos, double untilNanos, long together, double meanInUse) {}

  /**
   * Sessions certain to be wanted at a moment, for every draw: by callers that come then or keep
   * theirs.
   *
   * @param nanos the moment, in nanoseconds from the start of the load
   */
  default long certainAtNanos(long nanos) {
    long first = extent().firstNanos;
    return nanos == first || (nanos > first && hold().forEver()) ? extent().together : 0;
  }

  /** As many callers, or as high a rate, times a factor, with another hold time. */
  Callers changed(double factor, Hold other);

  /**
   * Callers at random, independent of whether earlier ones have ended: a Poisson process.
   *
   * @param perSecond the mean rate, above 0
   * @param fromNanos when it begins, in nanoseconds from the start of the load, at least 0
   * @param lastsNanos how long it goes on, in nanoseconds, at least 1
   * @param hold how long each holds its session
   */
  record Rate(
      @Key(range = "[0.000001, 1000000]", is = "callers a second, at random") double perSecond,
      @Key(name = "fromMillis", range = TIME, or = "0", is = "when the first may come")
          long fromNanos,
      @Key(name = "lastsMillis", range = "(0, 2592000000] ms", is = "for how long they come")
          long lastsNanos,
      Hold hold)
      implements Callers {
    @Override
    public LoadPlan plan(long seed) {
      LoadPlan arrivals = Loops.poisson(perSecond, lastsNanos, Loops.Hold.FIXED, 0, seed);
      // The plan always has one operation, which may come after the end.
      boolean none = arrivals.operation(0).arrivalNanos() >= lastsNanos;
      return LoadPlan.open(
          none ? 0 : arrivals.size(),
          i -> hold.read(fromNanos + arrivals.operation(i).arrivalNanos(), 0, seed, i));
    }

    @Override
    public Extent extent() {
      // Little's law ("A Proof for the Queuing Formula", 1961).
      double inUse = hold.forEver() ? 0 : perSecond * hold.nanos() / 1e9;
      double all = perSecond * lastsNanos / 1e9;
      return new Extent(all, fromNanos, fromNanos + (double) lastsNanos, 0, inUse);
    }

    @Override
    public Callers changed(double factor, Hold other) {
      return new Rate(perSecond * factor, fromNanos, lastsNanos, other);
    }
  }

  /**
   * Callers that all come at one moment, once.
   *
   * @param callers how many, at least 1
   * @param atNanos when, in nanoseconds from the start of the load, at least 0
   * @param hold how long each holds its session
   */
  record AtOnce(
      @Key(name = "atOnce", range = NUMBER, is = "callers who come at one moment") int callers,
      @Key(name = "atMillis", range = TIME, or = "0", is = "when they come") long atNanos,
      Hold hold)
      implements Callers {
    @Override
    public LoadPlan plan(long seed) {
      return LoadPlan.open(callers, i -> hold.read(atNanos, 0, seed, i));
    }

    @Override
    public Extent extent() {
      return new Extent(callers, atNanos, (double) atNanos, callers, 0);
    }

    @Override
    public Callers changed(double factor, Hold other) {
      return new AtOnce(times(callers, factor), atNanos, other);
    }
  }

  /**
   * Callers that each think, then hold a session, and so on.
   *
   * @param threads how many callers, at least 1
   * @param turns how often each holds a session, on average, at least 1
   * @param thinkNanos how long each thinks before it asks, in nanoseconds, at least 0
   * @param hold how long it holds its session
   */
  record Threads(
      @Key(range = NUMBER, is = "callers who come again and again") int threads,
      @Key(range = NUMBER, is = "how often each comes") int turns,
      @Key(name = "thinkMillis", range = TIME, or = "0", is = "how long each thinks before")
          long thinkNanos,
      Hold hold)
      implements Callers {
    /**
     * Refuses callers that keep their sessions, since they could not come again.
     *
     * @throws IllegalArgumentException if they do
     */
    public Threads {
      Invalid.when(hold.forEver(), "keeps: is for callers who come once, not for threads");
    }

    @Override
    public LoadPlan plan(long seed) {
      return new LoadPlan(
          Math.multiplyExact(threads, turns), threads, i -> hold.read(0, thinkNanos, seed, i));
    }

    @Override
    public Extent extent() {
      double until = turns * (thinkNanos + hold.nanos());
      return new Extent((double) threads * turns, thinkNanos, until, threads, 0);
    }

    @Override
    public Callers changed(double factor, Hold other) {
      return new Threads(times(threads, factor), turns, thinkNanos, other);
    }
  }

  private static int times(int callers, double factor) {
    return (int) Math.max(1, Math.round(callers * factor));
  }

  /** How long callers hold their sessions. */
  public sealed interface Hold permits Hold.Fixed, Hold.Mean, Hold.Kept {
    /** The time, or the mean of exponential times, in nanoseconds. */
    default double nanos() {
      return 0;
    }

    /** Whether they never release them. */
    default boolean forEver() {
      return this instanceof Kept;
    }

    /** The same, multiplied by a factor. */
    default Hold scaled(double factor) {
      return this instanceof Fixed
          ? new Fixed(nanos() * factor)
          : this instanceof Mean ? new Mean(nanos() * factor) : this;
    }

    /** A read that comes at a moment and holds its session for this time. */
    default Operation read(long arrivalNanos, long thinkNanos, long seed, long i) {
      Loops.Hold times = this instanceof Mean ? Loops.Hold.EXPONENTIAL : Loops.Hold.FIXED;
      long holdNanos = times.nanos(Math.round(nanos()), seed, i);
      return new Operation(Kind.READ, arrivalNanos, thinkNanos, holdNanos, forEver());
    }

    /** Always the same time. */
    @Key(name = "holdMillis", is = "always this time")
    record Fixed(@Key(range = TIME) double nanos) implements Hold {}

    /** Exponential times. */
    @Key(name = "meanHoldMillis", is = "exponential times of this mean")
    record Mean(@Key(range = TIME) double nanos) implements Hold {}

    /** Until the end. */
    @Key(name = "keeps", is = "never given back")
    record Kept() implements Hold {}
  }
}
