package dev.sessionbench.lab.strategy;

import static dev.sessionbench.lab.strategy.GrowthStrategy.NEVER;
import static dev.sessionbench.lab.strategy.MinimumAndMore.Amount.atMiss;
import static dev.sessionbench.lab.strategy.Strategies.Parameters.AT_MOST;
import static dev.sessionbench.lab.strategy.Strategies.Parameters.EARLY;
import static dev.sessionbench.lab.strategy.Strategies.Parameters.FACTOR;
import static dev.sessionbench.lab.strategy.Strategies.Parameters.HIGH;
import static dev.sessionbench.lab.strategy.Strategies.Parameters.INC_STEP;
import static dev.sessionbench.lab.strategy.Strategies.Parameters.LOW;
import static dev.sessionbench.lab.strategy.Strategies.Parameters.MAX_BATCH;
import static dev.sessionbench.lab.strategy.Strategies.Parameters.MAX_BURST;
import static dev.sessionbench.lab.strategy.Traits.QUEUED;
import static dev.sessionbench.lab.strategy.Traits.TIED;
import static java.util.stream.Collectors.toSet;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.Parameter;
import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.model.Settings;
import dev.sessionbench.bench.client.ConnectionPool;
import dev.sessionbench.bench.client.PoolLibrary;
import dev.sessionbench.lab.strategy.GrowthStrategy.Creation;
import dev.sessionbench.lab.strategy.MinimumAndMore.Amount;
import dev.sessionbench.lab.strategy.Traits.Failure;
import dev.sessionbench.lab.strategy.Traits.Handover;
import dev.sessionbench.lab.strategy.Traits.Serving;
import dev.sessionbench.lab.strategy.Traits.Waking;
import java.lang.module.ModuleDescriptor.Version;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Lists every strategy by which a pool may grow: those of real pools, named by what they do, new
 * ones, and bounds. To add one, add a constant here: its {@link Traits}, an amount, and parameters.
 */
public enum Strategies implements Entry.Listed<GrowthStrategy> {
  /**
   * Asks for a whole step in one request when a caller misses and has no session due.
   *
   * <p>At the opening the minimum is spread over the channels. At a miss it acts if at least as
   * many callers wait as sessions are being created and there is room. It then asks for {@code
   * min(step, room)} sessions by one request on the next channel. Suppose D callers beyond the
   * existing sessions come before any session returns. They take {@code ceil(min(D, max - min) /
   * step)} requests. At most eight requests run at once, as the client's executor has eight
   * threads.
   */
  FIXED_STEP(
      "one request of incStep sessions on the next channel, at a miss with nothing on its way to it",
      "google-cloud-spanner (Java) 1.53.0 to 6.107.0: SessionPool.maybeCreateSession, SessionClient",
      QUEUED.withMaxInFlight(8),
      Strategies::fixedStep,
      INC_STEP),

  /**
   * Like {@link #FIXED_STEP}, but every change wakes every waiter. Go keeps the error of a failed
   * request and also gives it to later waiters until the next arrival. Here only those who wait
   * when it fails get it.
   */
  FIXED_STEP_WOKEN(
      "fixed-step without a limit of requests at once; every waiter asks again after every change, "
          + "and hears of every failure",
      "cloud.google.com/go/spanner 1.6.0 to 2025: session.go of 1.33.0 and 1.65.0",
      QUEUED
          .withWaking(Waking.ALL)
          .withFailure(Failure.EVERYBODY)
          .withLookNanos(TimeUnit.MINUTES.toNanos(1)),
      Strategies::fixedStep,
      INC_STEP),

  /**
   * Asks for one step at a time. Only the first waiter of the queue asks, and only while nothing is
   * being created. It asks for {@code min(step, room)} sessions, or for the whole minimum if that
   * is more, by one request. So a burst takes as many requests as with {@link #FIXED_STEP}, one
   * after the other.
   *
   * <p>The minimum is one request. A failed request fails that waiter alone, and the next one sends
   * its own.
   */
  FIXED_STEP_SERIAL(
      "fixed-step for the first waiter alone, and only while nothing is being created",
      "@google-cloud/spanner (Node) from 5.1: session-pool.ts of 8.6.0",
      QUEUED
          .withWaking(Waking.NEXT)
          .withFailure(Failure.HEAD)
          .withLookNanos(TimeUnit.MINUTES.toNanos(30))
          .withOpening(Channels::inTurn)
          .withFull(pool -> pool.room() <= 0),
      settings ->
          (pool, event) -> {
            boolean isHead = event instanceof PoolEvent.Woken || pool.waiting() == 0;
            boolean asks = event.isMiss() && isHead && pool.creating() == 0;
            return asks ? Math.max(settings.get(INC_STEP), pool.missing()) : 0;
          },
      INC_STEP),

  /**
   * Asks for a whole step in one request for every caller that misses, even if sessions are on
   * their way. So k callers at once ask for {@code min(k step, room)} sessions. No caller gets the
   * error of a failed request, and nothing maintains the minimum.
   */
  STEP_PER_WAITER(
      "one request of incStep sessions for every caller that misses, even if more are on their way",
      "gcloud-spanner (Rust): session.rs of commit b59e995",
      QUEUED.withFailure(Failure.NOBODY).withLookNanos(NEVER),
      settings -> atMiss(pool -> settings.get(INC_STEP)),
      INC_STEP),

  /**
   * Asks for as many sessions as there are waiters without one due. At a miss it asks for {@code
   * waiting - being created + 1}, spread over the channels. In a steady state that is one; it is
   * more only after a failed request. The limit of eight requests at once is that of the client's
   * executor. Left out are prepared sessions for writes, and the immediate replacement of a session
   * that was not found.
   */
  ONE_PER_EXCESS_WAITER(
      "as many sessions as callers wait without one on its way, spread over the channels",
      "google-cloud-spanner (Java) to 1.52: SessionPool.getAllowedCreateSessions",
      QUEUED.withMaxInFlight(8).withGrowth(Channels::spread),
      settings -> (pool, event) -> event.isMiss() ? pool.uncovered(event) : 0),

  /**
   * Asks for one session for each caller that misses, while there is room. The caller creates the
   * session itself and is tied to it ({@link Traits#TIED}). Callers beyond the limit wait.
   */
  ONE_PER_CALLER(
      "the caller makes one session for itself, which alone serves it",
      "tomcat-jdbc 10.1.40 (ConnectionPool, FairBlockingQueue), vibur 26.0 (ConcurrentPool), "
          + "reactor-pool 0.2.12 after warmup(); read, not run: google-cloud-spanner (Ruby 2.29.0, "
          + "pool.rb; PHP 1.106.0, CacheSessionPool.php), vitess (smartconnpool/pool.go)",
      TIED,
      settings -> atMiss(pool -> 1)),

  /** Like {@link #ONE_PER_CALLER}, but waiters try again after every change. */
  ONE_PER_CALLER_WOKEN(
      "one-per-caller; callers that wait because the pool is full try again after every change",
      "puddle 2.2.2 (pool.go), pgxpool",
      TIED.withWaking(Waking.ALL),
      settings -> atMiss(pool -> 1)),

  /**
   * Like {@link #ONE_PER_CALLER}. A caller that finds the pool full takes no session until all
   * creations have ended. Then those who wait are served in any order, and callers that come may be
   * served before them.
   */
  ONE_PER_CALLER_BLOCKING(
      "one-per-caller; callers of a full pool take no session until all creations have ended",
      "commons-pool2 2.12.0 (GenericObjectPool), so DBCP2",
      TIED.withHandover(Handover.RACED).withWaitsForCreations(true).withWaking(Waking.ALL),
      settings -> atMiss(pool -> 1)),

  /**
   * Like {@link #ONE_PER_CALLER}, but one thread creates all sessions in turn. Each caller that
   * finds none waits for its own creation, although others may come back meanwhile. Its creation is
   * dropped if the pool is full when its turn comes; then it waits for any session. A caller whose
   * wait times out looks for an idle session once more.
   */
  ONE_PER_CALLER_SERIAL(
      "one-per-caller, all by one thread; each caller waits for its own until the pool is full",
      "Agroal 2.6: ConnectionPool, PriorityScheduledExecutor",
      TIED.withHandover(Handover.RACED)
          .withMaxInFlight(1)
          .withCancels(true)
          .withBounded(false)
          .withFull(pool -> pool.total() >= pool.limits().maxSessions()),
      settings -> new UntilFull()),

  /**
   * Like {@link #ONE_PER_CALLER}. After a failed request it sends one request of one session for
   * each waiter, as far as there is room. These are tied to no caller. Go sends them one after the
   * other.
   */
  ONE_PER_CALLER_REOPENING(
      "one-per-caller; a failure has one session made for each caller that waits",
      "database/sql (Go): DB.maybeOpenNewConnections of sql.go",
      TIED.withFailure(Failure.HEAD),
      settings ->
          (pool, event) ->
              event instanceof PoolEvent.Failed ? pool.waiting() : event.isMiss() ? 1 : 0),

  /** Like {@link #ONE_PER_CALLER_WOKEN}, but callers wait while many sessions are being created. */
  ONE_PER_CALLER_BURST(
      "one-per-caller-woken with fewer than maxBurst sessions being created",
      "cloud.google.com/go/spanner before 1.6.0: session.go",
      TIED.withWaking(Waking.ALL),
      settings -> atMiss(pool -> pool.creating() < settings.get(MAX_BURST) ? 1 : 0),
      MAX_BURST),

  /** Like {@link #ONE_PER_CALLER}, in a pool that has no limit, starts empty, and is never full. */
  ONE_PER_CALLER_UNBOUNDED(
      "one-per-caller without a limit, from an empty pool; never full",
      "google-cloud-spanner (Python) BurstyPool of 3.63.0",
      TIED.withBounded(false).withOpening((c, pool, some) -> List.of()).withFull(pool -> false),
      settings -> atMiss(pool -> 1)),

  /** {@link OnePerWaiter} without elision, as before pull request 776 (2016). */
  ONE_PER_WAITER(
      "one request at every miss, one at a time, none ever dropped below the maximum",
      "HikariCP to 2.5.0",
      OnePerWaiter.TRAITS,
      settings -> new OnePerWaiter(/* elides= */ false)),

  /** See {@link OnePerWaiter}. */
  ONE_PER_WAITER_ELIDED(
      "one request per waiter, one at a time with a pause of 30 ms, dropped if no longer needed "
          + "when its turn comes",
      "HikariCP 6.3.0: HikariPool, ConcurrentBag",
      OnePerWaiter.TRAITS.withPauseNanos(TimeUnit.MILLISECONDS.toNanos(30)),
      settings -> new OnePerWaiter(/* elides= */ true)),

  /**
   * See {@link TargetPlusIncrement}. Three helper threads create connections and take back released
   * ones, in the order of arrival. So a release waits behind the creations queued before it. {@code
   * notifyAll} then wakes every waiter, and Java lets any of them go first.
   */
  TARGET_PLUS_INCREMENT(
      "a target that grows by an increment when the waiters reach it, made by single requests, "
          + "three at once",
      "c3p0 0.10.1: BasicResourcePool.prelimCheckoutResource, doCheckinManaged",
      QUEUED
          .withHandover(Handover.ANY)
          .withQueuedReleases(true)
          .withFailure(Failure.EVERYBODY)
          .withMaxInFlight(3)
          .withLookNanos(NEVER)
          .withOpening(Channels::singly)
          .withGrowth(Channels::singly),
      settings -> new TargetPlusIncrement(settings.get(Parameters.INCREMENT)),
      Parameters.INCREMENT),

  /**
   * Asks for the minimum plus one at each growth, so that the pool about doubles at first. Growths
   * follow one another, each with one request for each channel, so that the channels become even.
   * The caller sends its requests itself, one after the other, and is served when the last is
   * answered.
   *
   * <p>The minimum is never refilled. In the source a failure ends the growth; here the requests
   * already decided are still sent.
   */
  EVEN_CHANNELS(
      "the minimum and one more, one growth at a time, a request for each channel so that they "
          + "become even",
      "google-cloud-cpp: session_pool.cc of commit 0507136",
      QUEUED
          .withServing(Serving.BY_LAST_OF_OWN)
          .withWaking(Waking.ALL)
          .withFailure(Failure.WHO_ASKED)
          .withMaxInFlight(1)
          .withAsksAgain(false)
          .withLookNanos(NEVER)
          .withOpening(Channels::levelling)
          .withGrowth(Channels::levelling)
          .withFull(pool -> pool.total() >= pool.limits().maxSessions()),
      settings -> atMiss(pool -> pool.creating() == 0 ? pool.limits().minSessions() + 1 : 0)),

  /** See {@link Headroom}. */
  HEADROOM(
      "the minimum kept idle beyond what is in use, in small batches, asked at every acquire",
      "Google.Cloud.Spanner.V1 (C#): SessionPool.TargetedSessionPool.cs of commit 9115a03",
      (limits, settings, foresight) ->
          new MinimumAndMore(Headroom.traits(settings.get(MAX_BATCH)), new Headroom()),
      MAX_BATCH.standing(5)),

  /** See {@link FixedSize}. */
  FIXED_SIZE(
      "the maximum at the opening, and no growth",
      "google-cloud-spanner (Python) FixedSizePool and PingingPool of 3.63.0; any pool with "
          + "min = max",
      QUEUED,
      settings -> new FixedSize(),
      MAX_BATCH),

  /**
   * Asks for an amount in proportion to the pool's size. At a miss without a session due it asks
   * for {@code (factor - 1) (live + being created)}, at least 1. So the requests grow with the
   * logarithm of the demand, up to the limit of one growth.
   */
  DOUBLING(
      "at a miss, as many sessions as there are (times factor - 1)",
      "",
      QUEUED,
      settings ->
          atMiss(
              pool -> {
                double times = settings.get(FACTOR) - 1;
                double more = Math.ceil(times * (pool.total() + pool.creating()));
                double asked = Math.max(1, Math.min(settings.get(AT_MOST), more));
                return pool.allDueAreTaken() ? (int) asked : 0;
              }),
      FACTOR,
      AT_MOST,
      MAX_BATCH),

  /**
   * Keeps spare sessions between two marks. After every event it checks whether {@code idle + being
   * created - waiting} is below the low mark. If so, it asks for what the high mark lacks. With low
   * = high it keeps a headroom as {@link #HEADROOM} does. With a higher high mark its requests are
   * of at least {@code high - low + 1} sessions. After a failure it waits for the next event of
   * another kind.
   */
  WATERMARK(
      "up to a high mark of spare sessions whenever there are fewer than a low one",
      "",
      QUEUED,
      settings -> {
        int low = settings.get(LOW);
        int high = settings.get(HIGH);
        BadInput.when(high < low, "low=%d, high=%d: low must be from 0 to high", low, high);
        return (pool, event) -> {
          int spare = pool.idle() - pool.uncovered(event);
          return spare < low && !(event instanceof PoolEvent.Failed) ? high - spare : 0;
        };
      },
      LOW,
      HIGH,
      MAX_BATCH),

  /**
   * Shares one session, created at the opening, among all callers. It is not a pool. If the session
   * fails or is lost, the next caller that finds none has one created.
   */
  MULTIPLEXED(
      "one session for everybody, which is no pool",
      "google-cloud-spanner (Java) from 6.108.0, and newer clients of other languages",
      QUEUED
          .withFailure(Failure.EVERYBODY)
          .withShared(true)
          .withLookNanos(NEVER)
          .withOpening((channels, pool, minimum) -> List.of(new Creation(1, 0)))
          .withGrowth((c, pool, one) -> one > 0 ? List.of(new Creation(1, 0)) : List.of())
          .withFull(pool -> false),
      settings -> atMiss(pool -> pool.total() + pool.creating() == 0 ? 1 : 0)),

  /** See {@link Clairvoyant}. */
  CLAIRVOYANT(
      "the fewest requests with which no caller waits, by knowing the load beforehand",
      "",
      (limits, settings, foresight) ->
          new Clairvoyant(
              Clairvoyant.Plan.of(
                  limits, foresight, settings.nanos(EARLY), settings.get(MAX_BATCH))),
      EARLY,
      MAX_BATCH);

  /** The increment of {@link #TARGET_PLUS_INCREMENT}. */
  public static final Parameter<Integer> INCREMENT = Parameters.INCREMENT;

  /** The last HikariCP without pull request 776. */
  private static final Version LAST_WITHOUT_ELISION = Version.parse("2.5.0");

  @SuppressWarnings("ImmutableEnumChecker") // An entry has no state.
  private final Entry<GrowthStrategy> entry;

  Strategies(
      String description,
      String pools,
      Entry.Factory<GrowthStrategy> factory,
      Parameter<?>... parameters) {
    this.entry = Entry.of(this, description, pools, factory, parameters);
  }

  /** Makes a strategy whose largest request may be a parameter. */
  Strategies(
      String description,
      String pools,
      Traits traits,
      Function<Settings, Amount> amount,
      Parameter<?>... parameters) {
    this(
        description,
        pools,
        (limits, settings, foresight) -> {
          int batch = settings.has(MAX_BATCH) ? settings.get(MAX_BATCH) : traits.maxBatch();
          return new MinimumAndMore(traits.withMaxBatch(batch), amount.apply(settings));
        },
        parameters);
  }

  /**
   * Finds a strategy.
   *
   * @param name as users write it
   * @throws BadInput if no strategy has this name; the message suggests the nearest name
   */
  public static Strategies named(String name) {
    return Entry.named("strategy", name, values());
  }

  /** The strategy by which a connection pool grows once it is filled to its minimum. */
  public static Strategies of(ConnectionPool pool) {
    return pool.library() == PoolLibrary.HIKARICP
            && pool.version().compareTo(LAST_WITHOUT_ELISION) <= 0
        ? ONE_PER_WAITER
        : of(pool.library());
  }

  private static Strategies of(PoolLibrary library) {
    return switch (library) {
      case HIKARICP -> ONE_PER_WAITER_ELIDED;
      case DBCP2 -> ONE_PER_CALLER_BLOCKING;
      case C3P0 -> TARGET_PLUS_INCREMENT;
      case AGROAL -> ONE_PER_CALLER_SERIAL;
      case TOMCAT_JDBC, VIBUR, REACTOR_POOL -> ONE_PER_CALLER;
    };
  }

  /** The names of those that are no reference: they know the load, or ignore it or the maximum. */
  public static Set<String> bounds() {
    return Stream.of(CLAIRVOYANT, MULTIPLEXED, ONE_PER_CALLER_UNBOUNDED, FIXED_SIZE)
        .map(Strategies::toString)
        .collect(toSet());
  }

  /** The name of the strategy by which a pool grows; empty if the text names no pool. */
  public static Optional<String> nameForPool(String text) {
    return ConnectionPool.find(text).map(pool -> of(pool).toString());
  }

  /** Whether {@code client} can measure a pool that has it. */
  public boolean isMeasured() {
    return this == FIXED_STEP || Arrays.stream(PoolLibrary.values()).anyMatch(p -> of(p) == this);
  }

  @Override
  public Entry<GrowthStrategy> entry() {
    return entry;
  }

  /** The name as users write it. */
  @Override
  public String toString() {
    return entry.name();
  }

  private static Amount fixedStep(Settings settings) {
    return atMiss(pool -> pool.allDueAreTaken() ? settings.get(INC_STEP) : 0);
  }

  /** The parameters of growth; one name means the same in every strategy. */
  static final class Parameters {
    private static final int MANY = 1_000_000;

    static final Parameter<Integer> INCREMENT =
        Parameter.whole("increment", 3, 1, MANY, "by which the target grows");

    static final Parameter<Integer> INC_STEP =
        Parameter.whole(PoolShape.INC_STEP, 25, 1, MANY, "sessions for each request");
    static final Parameter<Integer> MAX_BATCH =
        Parameter.whole(
            "maxBatch", PoolShape.SERVICE_BATCH_LIMIT, 1, MANY, "the most sessions of one request");
    static final Parameter<Integer> AT_MOST =
        Parameter.whole("atMost", 100, 1, MANY, "the most sessions of one growth");
    static final Parameter<Integer> MAX_BURST =
        Parameter.whole("maxBurst", 10, 1, MANY, "sessions being created at once");
    static final Parameter<Double> FACTOR =
        Parameter.real("factor", 2, 1.001, 1000, "by which a growth enlarges the pool");
    static final Parameter<Integer> LOW =
        Parameter.whole("low", 10, 0, MANY, "spare sessions below which it asks");
    static final Parameter<Integer> HIGH =
        Parameter.whole("high", 35, 0, MANY, "spare sessions up to which it asks");
    static final Parameter<Double> EARLY =
        Parameter.millis("earlyMillis", 0, 0, "that a session may be there before it is wanted");

    private Parameters() {}
  }

  /** One session for each caller, as long as there is no maximum of them. */
  private static final class UntilFull implements Amount {
    @Override
    public int of(PoolView pool, PoolEvent event) {
      return event.isMiss() && pool.total() < pool.limits().maxSessions() ? 1 : 0;
    }

    @Override
    public int stillNeeded(PoolView pool, Creation creation) {
      return Math.max(0, Math.min(creation.sessions(), pool.limits().maxSessions() - pool.total()));
    }
  }

  /**
   * Raises a target by an increment and creates the missing sessions one by one. At a miss, if
   * {@code live + waiting + 1} has reached the target, the target rises. It becomes the larger of
   * that number and the target plus the increment. Reaching the target is enough, so the next
   * increment starts one caller earlier than with {@link #FIXED_STEP}. c3p0 tries an acquisition 30
   * times before every waiter fails; here it is tried once.
   */
  private static final class TargetPlusIncrement implements Amount {
    private final int increment;
    private int aboveMinimum;

    TargetPlusIncrement(int increment) {
      this.increment = increment;
    }

    @Override
    public int of(PoolView pool, PoolEvent event) {
      int most = pool.limits().maxSessions();
      if (event instanceof PoolEvent.Closed closed) {
        aboveMinimum = Math.max(0, aboveMinimum - closed.sessions());
      }
      if (!event.isMiss() || pool.total() >= most) {
        return 0;
      }
      int target = pool.limits().minSessions() + aboveMinimum;
      int desired = pool.total() + pool.waiting() + 1;
      if (desired >= target) {
        target = Math.min(most, Math.max(desired, target + increment));
        aboveMinimum = target - pool.limits().minSessions();
      }
      return target - pool.total() - pool.creating();
    }
  }

  /**
   * Creates the maximum at the opening, spread over the channels, and never grows: minimum equal to
   * maximum, as is often advised. The requests are the sum over the channels of {@code ceil(share /
   * maxBatch)}. Sessions lost by a failed request are asked for again within ten seconds. Sessions
   * closed by shrinking are not, down to the minimum; otherwise growing and shrinking would
   * alternate for ever. The pool of python-spanner has one channel, and ends with the error where
   * this tries again.
   */
  private static final class FixedSize implements Amount {
    private int closed;

    @Override
    public int of(PoolView pool, PoolEvent event) {
      closed += event instanceof PoolEvent.Closed some ? some.sessions() : 0;
      return 0;
    }

    @Override
    public int missing(PoolView pool, PoolEvent event) {
      return Math.max(pool.missing(), pool.room() - closed);
    }
  }
}
