package dev.sessionbench.study.diagnosis;

import static dev.sessionbench.base.model.Rpc.BATCH_CREATE_SESSIONS;
import static dev.sessionbench.base.model.Rpc.COMMIT;
import static dev.sessionbench.base.model.Rpc.EXECUTE_SQL;
import static dev.sessionbench.base.model.Rpc.EXECUTE_STREAMING_SQL;
import static dev.sessionbench.study.diagnosis.Figures.Quantity.NEEDED;

import dev.sessionbench.base.model.LogNormalTime;
import dev.sessionbench.base.model.Nanos;
import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.model.SeededDraws;
import dev.sessionbench.bench.load.Operation.Kind;
import dev.sessionbench.bench.load.OperationTimes;
import dev.sessionbench.lab.pool.PoolOptions;
import dev.sessionbench.lab.pool.ReferencePool;
import dev.sessionbench.lab.pool.ReferencePool.Borrower;
import dev.sessionbench.lab.pool.ReferencePool.PooledSession;
import dev.sessionbench.lab.pool.SessionService;
import dev.sessionbench.lab.simulate.SimulatedService.Session;
import dev.sessionbench.lab.simulate.VirtualTime;
import dev.sessionbench.lab.strategy.Limits;
import dev.sessionbench.lab.strategy.Strategies;
import dev.sessionbench.mock.journal.RpcRecord;
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
 * Agents at work in a {@link World}, in virtual time; watched as the study watches the real client,
 * and reduced to figures by the same code.
 */
public final class SimulatedClient implements SessionService<Session> {
  private static final long SAMPLE_NANOS = 20_000_000;

  /** The spread of the server's times, as in the profile of the leaderboard. */
  private static final double SIGMA = 0.3;

  /** As the client's library waits before it tries again: longer each time. */
  private static final double FIRST_BACKOFF_MILLIS = 250;

  private static final double BACKOFF_FACTOR = 1.3;
  private static final long REFUSED_STREAM = 201;
  private static final long START_STREAM = 211;
  private static final long ABORT_STREAM = 212;
  private static final long LEAK_STREAM = 213;
  private static final double RETRY_MILLIS = 15;

  /** So many tries are as good as for ever. */
  private static final int MOST_ATTEMPTS = 50;

  private final World world;
  private final VirtualTime time = new VirtualTime();
  private final List<RpcTiming> timings = new ArrayList<>();
  private final List<RpcRecord> replies = new ArrayList<>();

  /** When each of the client's processors is free, which work in the order of its coming. */
  private final PriorityQueue<Long> freeAt;

  private final ReferencePool<Session> pool;
  private final List<Transaction> transactions = new ArrayList<>();
  private final List<Begun> under = new ArrayList<>();
  private final List<PoolSample> samples = new ArrayList<>();
  private final long untilNanos;
  private boolean opened;
  private long busyNanos;
  private long calls;
  private long draws;
  private long leaked;

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
      work(this);
    }

    @Override
    public void refused(String why) {
      throw new IllegalStateException("a pool that waits for ever refused: " + why);
    }

    Transaction at(long releasedNanos) {
      return new Transaction(
          kind,
          wantedNanos,
          new OperationTimes(wantedNanos, acquiredNanos, releasedNanos),
          attempts);
    }
  }

  private SimulatedClient(World world) {
    this.world = world;
    freeAt = new PriorityQueue<>(Collections.nCopies(world.cores(), 0L));
    Limits limits = Limits.of(world.shape());
    pool =
        new ReferencePool<>(
            PoolOptions.waiting(limits, PoolOptions.FOR_EVER),
            Strategies.FIXED_STEP.create(
                limits, Map.of(PoolShape.INC_STEP, Integer.toString(world.shape().incStep()))),
            Optional.empty(),
            this,
            time);
    pool.open();
    opened = true;
    untilNanos = world.untilNanos();
  }

  /**
   * Plays a world.
   *
   * @return its figures; the same for the same world
   */
  public static Figures play(World world) {
    return new SimulatedClient(world).figures();
  }

  private Figures figures() {
    List<Kind> kinds = world.agents().kinds();
    long cycle = nanos(world.agents().pauseMillis() + 2 * world.networkMillis());
    for (int i = 0; i < kinds.size(); i++) {
      Kind kind = kinds.get(i);
      long start = SeededDraws.uniform(world.seed(), START_STREAM, i, Math.max(1, cycle));
      time.after(start, () -> begin(kind));
    }
    long from = (long) (World.RAMP_SECONDS * Nanos.PER_SECOND);
    long[] busy = new long[2];
    time.after(from, () -> busy[0] = busyNanos());
    time.after(untilNanos, () -> busy[1] = busyNanos());
    sample();
    time.run();
    under.forEach(begun -> transactions.add(begun.at(OperationTimes.NEVER)));
    double cpu = (busy[1] - busy[0]) / (world.cores() * world.seconds() * Nanos.PER_SECOND);
    Observed seen =
        new Observed(
            from,
            untilNanos,
            world.shape().maxSessions(),
            transactions,
            timings,
            Optional.of(replies),
            samples,
            leaked,
            cpu,
            0);
    return seen.figures().with(NEEDED, seen.load(world.agents(), 1, 1).needed());
  }

  private void sample() {
    pool.statistics(
        pooled -> {
          int inUse = (int) (pooled.acquired() - pooled.released());
          int idle = (int) pooled.created() - inUse;
          samples.add(new PoolSample(time.nanos(), inUse, idle, pool.creating()));
        });
    if (time.nanos() < untilNanos) {
      time.after(SAMPLE_NANOS, this::sample);
    }
  }

  private void begin(Kind kind) {
    if (time.nanos() < untilNanos) {
      Begun begun = new Begun(kind, time.nanos());
      under.add(begun);
      pool.acquire(begun);
    }
  }

  private void work(Begun begun) {
    if (begun.kind == Kind.READ) {
      call(EXECUTE_STREAMING_SQL, world.executeMillis(), () -> end(begun));
    } else {
      Runnable commit = () -> call(COMMIT, world.commitMillis(), () -> committed(begun));
      call(EXECUTE_SQL, world.executeMillis(), commit);
    }
  }

  private void committed(Begun begun) {
    boolean aborted = SeededDraws.unit(world.seed(), ABORT_STREAM, draws++) < world.abortedShare();
    if (aborted && begun.attempts < MOST_ATTEMPTS && time.nanos() < untilNanos) {
      begun.attempts++;
      time.after(nanos(RETRY_MILLIS), () -> work(begun));
    } else {
      end(begun);
    }
  }

  private void end(Begun begun) {
    under.remove(begun);
    transactions.add(begun.at(time.nanos()));
    if (SeededDraws.unit(world.seed(), LEAK_STREAM, draws++) < world.leakShare()) {
      leaked++;
    } else {
      pool.release(Objects.requireNonNull(begun.session));
    }
    time.after(nanos((double) world.agents().pauseMillis()), () -> begin(begun.kind));
  }

  /** Lets a processor work, then goes on. */
  private void compute(long nanos, Runnable then) {
    long until = Math.max(freeAt.remove(), time.nanos()) + nanos;
    freeAt.add(until);
    busyNanos += nanos;
    time.after(until - time.nanos(), then);
  }

  /** The work done, in nanoseconds, that which waits until now not included. */
  private long busyNanos() {
    return busyNanos - freeAt.stream().mapToLong(free -> Math.max(0, free - time.nanos())).sum();
  }

  /** Makes a call by way of processor, network, server and back, then goes on. */
  private void call(Rpc rpc, double medianMillis, Runnable then) {
    long halfCpu = nanos(world.cpuMillis() / 2);
    compute(halfCpu, () -> send(rpc, medianMillis, halfCpu, then));
  }

  private void send(Rpc rpc, double medianMillis, long cpuNanos, Runnable then) {
    long start = time.nanos();
    long oneWay = nanos(world.networkMillis() / 2);
    long served =
        new LogNormalTime(nanos(medianMillis), SIGMA)
            .drawNanos(world.seed(), rpc.methodName().hashCode(), calls++);
    Runnable returned =
        () -> {
          note(rpc, start, Math.rint(served / Nanos.PER_MILLI), Status.Code.OK);
          then.run();
        };
    time.after(
        oneWay + served,
        () -> {
          replies.add(
              new RpcRecord(time.nanos() - served, rpc, 0, served, time.nanos(), Status.Code.OK));
          time.after(oneWay, () -> compute(cpuNanos, returned));
        });
  }

  private void note(Rpc rpc, long start, double gfeMillis, Status.Code status) {
    double millis = (time.nanos() - start) / Nanos.PER_MILLI;
    timings.add(new RpcTiming(rpc, time.nanos(), millis, gfeMillis, status));
  }

  @Override
  public void create(int channel, int sessions, Reply<Session> reply) {
    List<Session> created = Collections.nCopies(sessions, Session.REGULAR);
    if (opened) {
      create(0, () -> reply.created(created));
    } else {
      reply.created(created);
    }
  }

  @Override
  public void delete(Session session) {}

  /** Asks for sessions until the server does not refuse, then goes on; or until nobody watches. */
  private void create(int attempt, Runnable then) {
    long start = time.nanos();
    boolean refused =
        SeededDraws.unit(world.seed(), REFUSED_STREAM, calls++) < world.refusedShare();
    time.after(
        nanos(world.networkMillis() + world.createMillis()),
        () -> {
          note(
              BATCH_CREATE_SESSIONS,
              start,
              Math.rint(world.createMillis()),
              refused ? Status.Code.RESOURCE_EXHAUSTED : Status.Code.OK);
          double backoff = FIRST_BACKOFF_MILLIS * Math.pow(BACKOFF_FACTOR, attempt);
          if (!refused) {
            then.run();
          } else if (time.nanos() < untilNanos) {
            time.after(nanos(backoff), () -> create(attempt + 1, then));
          }
        });
  }

  private static long nanos(double millis) {
    return Math.round(millis * Nanos.PER_MILLI);
  }
}
