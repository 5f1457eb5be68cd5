package dev.sessionbench.lab.simulate;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.Invalid;
import dev.sessionbench.base.model.Nanos;
import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.model.SimulatedTime;
import dev.sessionbench.base.model.TimeSource;
import dev.sessionbench.base.model.TimeSource.StretchedTime;
import dev.sessionbench.base.results.Cell;
import dev.sessionbench.bench.load.GrowthLog;
import dev.sessionbench.bench.load.LoadPlan;
import dev.sessionbench.bench.load.Operation;
import dev.sessionbench.bench.load.OperationTimes;
import dev.sessionbench.bench.load.Recording;
import dev.sessionbench.bench.trial.TrialParameters;
import dev.sessionbench.lab.load.DescribedLoad;
import dev.sessionbench.lab.pool.PoolOptions;
import dev.sessionbench.lab.pool.ReferencePool;
import dev.sessionbench.lab.pool.ReferencePool.PoolStatistics;
import dev.sessionbench.lab.simulate.SimulatedService.Session;
import dev.sessionbench.lab.strategy.Foresight;
import dev.sessionbench.lab.strategy.Foresight.Use;
import dev.sessionbench.lab.strategy.GrowthStrategy;
import dev.sessionbench.lab.strategy.ShrinkStrategy;
import dev.sessionbench.lab.strategy.Strategies;
import dev.sessionbench.mock.fault.FaultPlan;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Simulates a load on a pool with some strategy against a simulated service. Several clients may
 * share the service. Virtual time makes the outcome the same on every machine.
 *
 * @param loads the load of each client, at least one
 * @param pool the settings of each client's pool, in unstretched times
 * @param growth makes the growth strategy for a pool
 * @param shrinking makes the shrink strategy for a pool; empty for never
 * @param service how long RPCs take, stretched
 * @param faults how the service fails, from the start of the load on
 * @param fillsFirst whether the pools are filled to their minimum before the clock starts; if not,
 *     the clock starts before they are opened
 * @param timeScale the factor by which all times of the loads and the service are multiplied. The
 *     pools run in unstretched time, and reported times are divided by it
 * @param beginsNanos when the loads begin on pools that are filled first, in stretched nanoseconds
 *     from their opening. Empty: as soon as no session is being created
 */
@RecordBuilder
public record Simulation(
    List<LoadPlan> loads,
    PoolOptions pool,
    Supplier<GrowthStrategy> growth,
    Supplier<Optional<ShrinkStrategy>> shrinking,
    SimulatedTime service,
    FaultPlan faults,
    boolean fillsFirst,
    int timeScale,
    OptionalLong beginsNanos)
    implements SimulationBuilder.With {
  private static final int CREATIONS_LOOKED_AT = 1_000;

  /** Copies and checks the loads. */
  public Simulation {
    loads = List.copyOf(loads);
    Invalid.when(loads.isEmpty(), "there must be at least one client");
  }

  /**
   * Simulates a described load on pools that grow by a strategy and never shrink.
   *
   * @param load the load, with its pool
   * @param creation how long its requests for sessions take
   * @param growth makes the strategy for a pool
   * @param seed decides every draw
   */
  public static Simulation of(
      DescribedLoad load, SimulatedTime creation, Supplier<GrowthStrategy> growth, long seed) {
    return new Simulation(
        load.plans(seed),
        load.pool().options(),
        growth,
        Optional::empty,
        creation.withSeed(seed),
        FaultPlan.NONE,
        load.pool().fillsFirst(),
        /* timeScale= */ 1,
        OptionalLong.empty());
  }

  /**
   * Simulates a cell. The result is a function of the cell alone.
   *
   * @throws IllegalArgumentException if a value is wrong: one line that names it and what is right
   * @throws BadInput likewise
   */
  public static Simulation of(Cell cell) {
    TrialParameters.PROFILE.requireUnchanged(cell.params());
    var unusedAsStretched = TrialParameters.PROFILE.read(cell.params()).inVirtualTime();
    LabCell read = LabCell.read(cell.method(), cell.params());
    Simulation filled = read.filled();
    // Early requests of a strategy that knows the load must not delay the start of the load.
    OptionalLong begins =
        read.strategy() == Strategies.CLAIRVOYANT
            ? OptionalLong.of(filled.startNanos())
            : OptionalLong.empty();
    long startNanos = begins.orElse(0) / filled.timeScale;
    // Finds a wrong value early.
    var unused = read.growthStrategy(startNanos);
    return filled
        .withBeginsNanos(begins)
        .withGrowth(() -> read.growthStrategy(startNanos))
        .withShrinking(read::shrinkStrategy);
  }

  /** Runs it once. */
  public SimulatedRun run() {
    return run(null);
  }

  /**
   * Runs it once.
   *
   * @param log observes what happens, in unstretched times; null for nobody
   */
  SimulatedRun run(@Nullable GrowthLog log) {
    return new Running(log).run();
  }

  /**
   * The units of its costs. Sessions wanted at once are those of the load if no caller waits, as
   * far as its pools can hold them.
   */
  public Costs.Units units() {
    long use = service.nanos(Rpc.EXECUTE_STREAMING_SQL, 0, 0, 1);
    int most = pool.limits().maxSessions();
    return new Costs.Units(
        loads.stream().mapToInt(load -> Math.min(most, load.wantedAtOnce(use))).sum(),
        service.meanCreationNanos() / Nanos.PER_MILLI / timeScale);
  }

  /**
   * What a bound may know of a load: the uses of sessions that it makes if no caller waits.
   *
   * @param startNanos when the load begins, in unstretched nanoseconds from the opening of the pool
   * @return nothing for several clients, or for a closed loop, since waits then decide
   */
  Foresight foresight(long startNanos) {
    LoadPlan load = loads.get(0);
    ToLongFunction<Operation> wanted = o -> (o.arrivalNanos() + o.thinkNanos()) / timeScale;
    // The sort keeps the order of operations that come at one moment.
    List<Operation> byArrival = load.stream().sorted(Comparator.comparingLong(wanted)).toList();
    if (loads.size() > 1
        || !load.open()
        || byArrival.stream().anyMatch(o -> o.kind() != Operation.Kind.READ || o.keeps())) {
      return Foresight.NONE;
    }
    List<Use> uses = new ArrayList<>();
    for (Operation operation : byArrival) {
      // The n-th operation has the n-th draw.
      long nanos = service.nanos(Rpc.EXECUTE_STREAMING_SQL, uses.size(), 0, 1) / timeScale;
      long held = nanos + operation.holdNanos() / timeScale;
      uses.add(new Use(startNanos + wanted.applyAsLong(operation), held));
    }
    long longestCreationNanos =
        LongStream.range(0, CREATIONS_LOOKED_AT)
            .map(i -> service.nanos(Rpc.BATCH_CREATE_SESSIONS, i, PoolShape.SERVICE_BATCH_LIMIT, 1))
            .max()
            .orElseThrow();
    return new Foresight(uses, longestCreationNanos / timeScale);
  }

  /** When the load begins, in nanoseconds from the opening of the pools, which may fill first. */
  public long startNanos() {
    Running running = new Running(null);
    running.open();
    return running.startNanos;
  }

  /** One run. */
  private final class Running implements SimulatedService.CreationLog {
    private final VirtualTime time = new VirtualTime();
    private final Recording recording = new Recording(timeScale);
    private long lastNanos;
    private final SimulatedService server = new SimulatedService(time, service, this);
    private final TimeSource poolTime = new StretchedTime(time, timeScale);
    private final List<ReferencePool<Session>> pools =
        Stream.generate(
                () -> new ReferencePool<>(pool, growth.get(), shrinking.get(), server, poolTime))
            .limit(loads.size())
            .toList();
    private final long maxSessions = (long) pool.limits().maxSessions() * loads.size();
    private long startNanos;
    private long held;
    private double timeToMaxNanos = Double.NaN;
    private int maxInProgress;
    private final long operations = loads.stream().mapToLong(LoadPlan::size).sum();
    private long second;
    private long requestsInThisSecond;
    private long peakPerSecond;
    private final @Nullable GrowthLog log;

    /** Whether the clock of the load has started, so that requests count. */
    private boolean started = !fillsFirst;

    Running(@Nullable GrowthLog log) {
      this.log = log;
    }

    /** Opens the pools and runs until the load begins. */
    void open() {
      pools.forEach(ReferencePool::open);
      if (fillsFirst) {
        if (beginsNanos.isPresent()) {
          // Virtual time passes only up to a task.
          var unused = time.after(beginsNanos.getAsLong(), () -> {});
        }
        time.runWhile(this::isFilling);
      }
      server.use(faults);
      startNanos = time.nanos();
      if (!started && log != null) {
        log.changed(0, held);
      }
      started = true;
    }

    private boolean isFilling() {
      return beginsNanos.isPresent()
          ? time.nanos() < beginsNanos.getAsLong()
          : pools.stream().anyMatch(p -> p.creating() > 0);
    }

    /** Converts a moment to unstretched nanoseconds since the start of the load. */
    private long sinceStart(long nanos) {
      return (nanos - startNanos) / timeScale;
    }

    SimulatedRun run() {
      List<VirtualDriver> drivers = new ArrayList<>();
      for (int i = 0; i < pools.size(); i++) {
        drivers.add(new VirtualDriver(time, loads.get(i), pools.get(i), server, this::ended));
      }
      open();
      long idleBefore = idleNanos();
      drivers.forEach(VirtualDriver::start);
      time.runWhile(() -> recording.ended() < operations);
      long idleNanos = idleNanos() - idleBefore;
      pools.forEach(ReferencePool::retire);
      time.run();
      return new SimulatedRun(
          recording.waits(),
          recording.failed(),
          (lastNanos - startNanos) / timeScale,
          timeToMaxNanos,
          idleNanos,
          maxInProgress,
          peakPerSecond,
          pool.limits().minSessions(),
          statistics());
    }

    private List<PoolStatistics> statistics() {
      return pools.stream().map(pool -> pool.statistics().join()).toList();
    }

    private long idleNanos() {
      return statistics().stream().mapToLong(PoolStatistics::idleNanos).sum();
    }

    private void ended(OperationTimes times) {
      recording.add(times);
      lastNanos = time.nanos();
      if (log != null) {
        log.ended(times, this::sinceStart);
      }
    }

    @Override
    public void arrived(int inProgress) {
      maxInProgress = Math.max(maxInProgress, inProgress);
      if (started) {
        long now = TimeUnit.NANOSECONDS.toSeconds(sinceStart(time.nanos()));
        requestsInThisSecond = now == second ? requestsInThisSecond + 1 : 1;
        second = now;
        peakPerSecond = Math.max(peakPerSecond, requestsInThisSecond);
        if (log != null) {
          log.requested(sinceStart(time.nanos()));
        }
      }
    }

    @Override
    public void answered(int sessions) {
      changed(sessions);
      if (held >= maxSessions && Double.isNaN(timeToMaxNanos)) {
        timeToMaxNanos = started ? (time.nanos() - startNanos) / (double) timeScale : 0;
      }
    }

    @Override
    public void closed(int sessions) {
      changed(-sessions);
    }

    private void changed(int sessions) {
      held += sessions;
      if (started && log != null) {
        log.changed(sinceStart(time.nanos()), sessions);
      }
    }
  }
}
