package dev.sessionbench.study.warmup;

import dev.sessionbench.base.model.Curve;
import dev.sessionbench.base.model.Nanos;
import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.model.SimulatedTime;
import dev.sessionbench.lab.catalogue.Strategies;
import dev.sessionbench.lab.pool.PoolOptions;
import dev.sessionbench.lab.pool.ReferencePool;
import dev.sessionbench.lab.pool.ReferencePool.Borrower;
import dev.sessionbench.lab.pool.ReferencePool.PooledSession;
import dev.sessionbench.lab.simulate.SimulatedService;
import dev.sessionbench.lab.simulate.SimulatedService.Session;
import dev.sessionbench.lab.simulate.VirtualTime;
import dev.sessionbench.lab.strategy.Limits;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A pool that grows by steps as that of the real client does, in virtual time. Creating a session
 * does not wait for a split, as it touches no key.
 */
final class GrowingPool implements SessionSource, SimulatedService.CreationLog {
  private final VirtualTime time;
  private final SimulatedService service;
  private final ReferencePool<Session> pool;
  private final List<Double> millis = new ArrayList<>();
  private final List<Double> sessions = new ArrayList<>();
  private double created;

  /** A pool that has its least number of sessions. */
  GrowingPool(VirtualTime time, PoolShape shape, SimulatedTime times) {
    this.time = time;
    service = new SimulatedService(time, times, this);
    Limits limits = Limits.of(shape);
    pool =
        new ReferencePool<>(
            PoolOptions.waiting(limits, PoolOptions.FOR_EVER),
            Strategies.FIXED_STEP.create(
                limits, Map.of(PoolShape.INC_STEP, Integer.toString(shape.incStep()))),
            Optional.empty(),
            service,
            time);
    pool.open();
    time.runWhile(() -> pool.creating() > 0);
    answered(0);
  }

  @Override
  public void arrived(int inProgress) {}

  @Override
  public void answered(int more) {
    created += more;
    millis.add(time.nanos() / Nanos.PER_MILLI);
    sessions.add(created);
  }

  @Override
  public void acquire(Consumer<Runnable> use) {
    pool.acquire(
        new Borrower<>() {
          @Override
          public void acquired(PooledSession<Session> session) {
            use.accept(() -> pool.release(session));
          }

          @Override
          public void refused(String why) {
            throw new IllegalStateException("a pool that waits for ever refused: " + why);
          }
        });
  }

  /** Its sessions between two moments, by milliseconds since the first. */
  Curve curve(long fromNanos, long toNanos) {
    double from = fromNanos / Nanos.PER_MILLI;
    double end = (toNanos - fromNanos) / Nanos.PER_MILLI;
    List<Double> x = new ArrayList<>();
    List<Double> y = new ArrayList<>();
    for (int i = 0; i < millis.size() && millis.get(i) - from <= end; i++) {
      x.add(Math.max(0, millis.get(i) - from));
      y.add(sessions.get(i));
    }
    x.add(end);
    y.add(y.get(y.size() - 1));
    return new Curve(Curve.SESSIONS, "ms", "#", x, y);
  }

  /** BatchCreateSessions requests so far. */
  long requests() {
    return service.arrived(Rpc.BATCH_CREATE_SESSIONS);
  }
}
