package dev.sessionbench.study.diagnosis;

import static dev.sessionbench.base.model.Rpc.BATCH_CREATE_SESSIONS;
import static dev.sessionbench.base.model.Rpc.COMMIT;
import static dev.sessionbench.base.model.Rpc.EXECUTE_SQL;
import static dev.sessionbench.base.model.Rpc.EXECUTE_STREAMING_SQL;
import static dev.sessionbench.study.diagnosis.Measurements.Quantity.NEEDED;

import dev.sessionbench.base.model.Latency.LogNormalTime;
import dev.sessionbench.base.model.Nanos;
import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.model.SeededDraws;
import dev.sessionbench.bench.load.Operation.Kind;
import dev.sessionbench.bench.load.OperationTimes;
import dev.sessionbench.lab.pool.PoolOptions;
import dev.sessionbench.lab.pool.ReferencePool;
import dev.sessionbench.lab.pool.ReferencePool.Borrower;
import dev.sessionbench.lab.pool.ReferencePool.PoolStatistics;
import dev.sessionbench.lab.pool.ReferencePool.PooledSession;
import dev.sessionbench.lab.pool.SessionService;
import dev.sessionbench.lab.simulate.SimulatedService.Session;
import dev.sessionbench.lab.simulate.VirtualTime;
import dev.sessionbench.lab.strategy.Limits;
import dev.sessionbench.lab.strategy.Strategies;
import dev.sessionbench.mock.rpc.RpcRecord;
import dev.sessionbench.study.diagnosis.Observed.PoolSample;
import dev.sessionbench.study.diagnosis.Observed.Transaction;
import dev.sessionbench.study.diagnosis.RpcTimer.RpcTiming;
import io.grpc.Status;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Agents at work in a {@link SimulatedWorld}, in virtual time. The code that observes the real
 * client in the study also observes them and computes their metrics.
 */
final class SimulatedClient implements SessionService<Session> {
  private static final long RAMP_NANOS = nanos(1_000);
  private static final long UNTIL_NANOS = nanos(6_000);

  private final SimulatedWorld world;
  private final VirtualTime time = new VirtualTime();
  private final List<RpcTiming> timings = new ArrayList<>();
  private final List<RpcRecord> replies = new ArrayList<>();

  /**
   * When each of the client's processors is free; they serve work in the order in which it comes.
   */
  private final PriorityQueue<Long> freeAt =
      new PriorityQueue<>(Collections.nCopies(SimulatedWorld.CORES, 0L));

  private final ReferencePool<Session> pool;
  private final List<Transaction> transactions = new ArrayList<>();
  private final List<Begun> under = new ArrayList<>();
  private final List<PoolSample> samples = new ArrayList<>();
  private boolean opened;
  private long busyNanos;
  private long calls;
  private long draws;
  private long leaked;

  private SimulatedClient(SimulatedWorld world) {
    this.world = world;
    Limits limits = Limits.of(world.shape);
    pool =
        new ReferencePool<>(
            PoolOptions.waiting(limits, PoolOptions.FOR_EVER),
            Strategies.FIXED_STEP.create(
                limits, Map.of(PoolShape.INC_STEP, Integer.toString(world.shape.incStep()))),
            Optional.empty(),
            this,
            time);
    pool.open();
    opened = true;
  }

  /** Plays a world and returns its metrics; equal worlds have equal metrics. */
  static Measurements play(SimulatedWorld world) {
    return new SimulatedClient(world).play();
  }

  private Measurements play() {
    List<Kind> kinds = world.agents.kinds();
    long cycle = nanos(world.agents.pauseMillis() + 2 * world.networkMillis);
    for (int i = 0; i < kinds.size(); i++) {
      Kind kind = kinds.get(i);
      time.after(SeededDraws.uniform(world.seed, 211, i, cycle), () -> begin(kind));
    }
    long[] busy = new long[2];
    time.after(RAMP_NANOS, () -> busy[0] = busyNanos());
    time.after(UNTIL_NANOS, () -> busy[1] = busyNanos());
    sample();
    time.run();
    under.forEach(begun -> transactions.add(begun.at(OperationTimes.NEVER)));
    double cpu = (busy[1] - busy[0]) / (double) (SimulatedWorld.CORES * (UNTIL_NANOS - RAMP_NANOS));
    int most = world.shape.maxSessions();
    Optional<List<RpcRecord>> server = Optional.of(replies);
    Observed seen =
        new Observed(
            RAMP_NANOS, UNTIL_NANOS, most, transactions, timings, server, samples, leaked, cpu, 0);
    return seen.measurements().with(NEEDED, seen.load(world.agents, 1, 1).needed());
  }

  private void sample() {
    PoolStatistics pooled = pool.statistics().join();
    int inUse = (int) (pooled.acquired() - pooled.released());
    int idle = (int) pooled.created() - inUse;
    samples.add(new PoolSample(time.nanos(), inUse, idle, pool.view().join().creating()));
    if (time.nanos() < UNTIL_NANOS) {
      time.after(nanos(20), this::sample);
    }
  }

  private void begin(Kind kind) {
    if (time.nanos() < UNTIL_NANOS) {
      Begun begun = new Begun(kind, time.nanos());
      under.add(begun);
      pool.acquire(begun);
    }
  }

  /** A transaction that has begun. */
  private final class Begun implements Borrower<Session> {
    private final Kind kind;
    private final long wantedNanos;
    private @Nullable PooledSession<Session> session;
    private long acquiredNanos = OperationTimes.NEVER;
    private int attempts = 1;

    Begun(Kind kind, long wantedNanos) {
      this.kind = kind;
      this.wantedNanos = wantedNanos;
    }

    @Override
    public void acquired(PooledSession<Session> lent) {
      session = lent;
      acquiredNanos = time.nanos();
      work();
    }

    @Override
    public void refused(String why) {
      throw new IllegalStateException("a pool that waits for ever refused: " + why);
    }

    private void work() {
      if (kind == Kind.READ) {
        call(EXECUTE_STREAMING_SQL, world.executeMillis, this::end);
      } else {
        Runnable commit = () -> call(COMMIT, world.commitMillis, this::committed);
        call(EXECUTE_SQL, world.executeMillis, commit);
      }
    }

    private void committed() {
      boolean aborted = SeededDraws.unit(world.seed, 212, draws++) < world.abortedShare;
      // After this many attempts a transaction counts as endless.
      if (aborted && attempts < 50 && time.nanos() < UNTIL_NANOS) {
        attempts++;
        time.after(nanos(15), this::work);
      } else {
        end();
      }
    }

    private void end() {
      under.remove(this);
      transactions.add(at(time.nanos()));
      if (SeededDraws.unit(world.seed, 213, draws++) < world.leakShare) {
        leaked++;
      } else {
        pool.release(Objects.requireNonNull(session));
      }
      time.after(nanos((double) world.agents.pauseMillis()), () -> begin(kind));
    }

    private Transaction at(long releasedNanos) {
      OperationTimes times = new OperationTimes(wantedNanos, acquiredNanos, releasedNanos);
      return new Transaction(kind, wantedNanos, times, attempts);
    }
  }

  /** Lets a processor work, then continues. */
  private void compute(long nanos, Runnable then) {
    long until = Math.max(freeAt.remove(), time.nanos()) + nanos;
    freeAt.add(until);
    busyNanos += nanos;
    time.after(until - time.nanos(), then);
  }

  /** The work done so far, without the work still queued. */
  private long busyNanos() {
    return busyNanos - freeAt.stream().mapToLong(free -> Math.max(0, free - time.nanos())).sum();
  }

  /** Makes a call through processor, network, server and back, then continues. */
  private void call(Rpc rpc, double medianMillis, Runnable then) {
    long halfCpu = nanos(world.cpuMillis / 2);
    long oneWay = nanos(world.networkMillis / 2);
    compute(
        halfCpu,
        () -> {
          long start = time.nanos();
          // The spread of the server's times is that of the profile of the leaderboard.
          long served =
              new LogNormalTime(nanos(medianMillis), 0.3)
                  .drawNanos(world.seed, rpc.methodName().hashCode(), calls++, 1, 1);
          Runnable returned =
              () -> {
                note(rpc, start, served, Status.Code.OK);
                then.run();
              };
          Runnable replied =
              () -> {
                long now = time.nanos();
                replies.add(new RpcRecord(now - served, rpc, "", 0, served, now, Status.Code.OK));
                time.after(oneWay, () -> compute(halfCpu, returned));
              };
          time.after(oneWay + served, replied);
        });
  }

  private void note(Rpc rpc, long start, long served, Status.Code status) {
    double millis = (time.nanos() - start) / Nanos.PER_MILLI;
    double gfeMillis = Math.rint(served / Nanos.PER_MILLI);
    timings.add(new RpcTiming(rpc, time.nanos(), millis, gfeMillis, status));
  }

  @Override
  public void create(int channel, int sessions, Reply<Session> reply) {
    Runnable created = () -> reply.created(Collections.nCopies(sessions, Session.REGULAR));
    if (opened) {
      create(250, created);
    } else {
      created.run();
    }
  }

  @Override
  public void delete(Session session) {}

  /** Asks until the server accepts, with growing pauses like the client's library. */
  private void create(double backoffMillis, Runnable then) {
    long start = time.nanos();
    boolean refused = SeededDraws.unit(world.seed, 201, calls++) < world.refusedShare;
    Runnable answered =
        () -> {
          Status.Code status = refused ? Status.Code.RESOURCE_EXHAUSTED : Status.Code.OK;
          note(BATCH_CREATE_SESSIONS, start, nanos(world.createMillis), status);
          if (!refused) {
            then.run();
          } else if (time.nanos() < UNTIL_NANOS) {
            time.after(nanos(backoffMillis), () -> create(backoffMillis * 1.3, then));
          }
        };
    time.after(nanos(world.networkMillis + world.createMillis), answered);
  }

  private static long nanos(double millis) {
    return Math.round(millis * Nanos.PER_MILLI);
  }
}
