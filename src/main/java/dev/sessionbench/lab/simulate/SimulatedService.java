package dev.sessionbench.lab.simulate;

import dev.sessionbench.base.model.Invalid;
import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.model.SimulatedTime;
import dev.sessionbench.lab.pool.SessionService;
import dev.sessionbench.mock.fault.FaultDecider;
import dev.sessionbench.mock.fault.FaultDecider.FaultDecision;
import dev.sessionbench.mock.fault.FaultEffect;
import dev.sessionbench.mock.fault.FaultPlan;
import dev.sessionbench.mock.fault.FaultRule;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;

/**
 * The service in virtual time: it draws the time of each RPC as the mock server does, the n-th of a
 * method the n-th draw, and lets it pass.
 *
 * <p>Any number of clients may use one such service; they then share what it can create at a time.
 */
public final class SimulatedService implements SessionService<SimulatedService.Session> {
  private final VirtualTime time;
  private final SimulatedTime times;
  private final CreationLog log;
  private final Map<Rpc, long[]> arrived = Rpc.each(rpc -> new long[1]);
  private FaultDecider faults;
  private int creationsInProgress;

  /** A session; there is nothing to tell them apart by. */
  public enum Session {
    /** Any session. */
    REGULAR
  }

  /** Hears of each BatchCreateSessions request, and of the sessions that pools give up. */
  public interface CreationLog {
    /** One has arrived; so many are in progress, this one included. */
    default void arrived(int inProgress) {}

    /** One has been answered, and has created so many sessions: none where it failed. */
    default void answered(int sessions) {}

    /** A pool has given up some sessions. */
    default void closed(int sessions) {}
  }

  /**
   * A service to which nobody has sent anything, and which does not go wrong.
   *
   * @param time in which it lives
   * @param times how long an RPC takes
   * @param log hears of creations
   * @throws IllegalArgumentException if one request could create no session
   */
  public SimulatedService(VirtualTime time, SimulatedTime times, CreationLog log) {
    Invalid.when(
        times.batchLimit() < 1 || times.batchLimit() > PoolShape.SERVICE_BATCH_LIMIT,
        "batchLimit=%d: must be from 1 to %d",
        times.batchLimit(),
        PoolShape.SERVICE_BATCH_LIMIT);
    this.time = time;
    this.times = times;
    this.log = log;
    this.faults = new FaultDecider(FaultPlan.NONE, times.seed(), time::nanos);
  }

  /**
   * Lets it go wrong from now on.
   *
   * @param plan how: delays, errors and short answers to BatchCreateSessions
   * @throws IllegalArgumentException if a fault is of another kind
   */
  public void use(FaultPlan plan) {
    for (FaultRule rule : plan.rules()) {
      Invalid.when(
          !isSimulated(rule.effect()),
          "fault %s: %s has no meaning in virtual time",
          rule.name(),
          rule.effect().getClass().getSimpleName());
    }
    faults = new FaultDecider(plan, times.seed(), time::nanos);
  }

  private static boolean isSimulated(FaultEffect effect) {
    return effect.onlyTakesTime()
        || effect instanceof FaultEffect.Fail
        || effect instanceof FaultEffect.ShortBatch;
  }

  @Override
  public void create(int channel, int sessions, Reply<Session> reply) {
    creationsInProgress++;
    log.arrived(creationsInProgress);
    FaultDecision fault =
        faults.isQuiet()
            ? FaultDecision.NONE
            : faults.decide(Rpc.BATCH_CREATE_SESSIONS, channel + 1L, () -> "");
    FaultEffect effect = fault.outcome();
    int answered = effect == null ? sessions : effect.created(sessions);
    long nanos =
        fault.latencyNanos(
            times.nanos(
                Rpc.BATCH_CREATE_SESSIONS,
                takeIndex(Rpc.BATCH_CREATE_SESSIONS),
                answered,
                creationsInProgress));
    afterwards(
        nanos,
        () -> {
          creationsInProgress--;
          if (effect instanceof FaultEffect.Fail fail) {
            log.answered(0);
            reply.failed(fail.code() + ": " + fail.message());
          } else {
            int created = Math.min(answered, times.batchLimit());
            log.answered(created);
            reply.created(Collections.nCopies(created, Session.REGULAR));
          }
        });
  }

  @Override
  public void delete(Session session) {
    takeIndex(Rpc.DELETE_SESSION);
  }

  @Override
  public void closed(int sessions) {
    log.closed(sessions);
  }

  /**
   * Sends any RPC but BatchCreateSessions.
   *
   * @param rpc the method
   * @param answered run when it has been answered
   */
  void call(Rpc rpc, Runnable answered) {
    afterwards(times.nanos(rpc, takeIndex(rpc), 0, 1), answered);
  }

  /** RPCs of a method that have arrived. */
  public long arrived(Rpc rpc) {
    return Objects.requireNonNull(arrived.get(rpc))[0];
  }

  private long takeIndex(Rpc rpc) {
    return Objects.requireNonNull(arrived.get(rpc))[0]++;
  }

  /** Like the mock server, which answers what takes no time without the help of a timer. */
  private void afterwards(long nanos, Runnable answer) {
    if (nanos <= 0) {
      answer.run();
    } else {
      time.after(nanos, answer);
    }
  }
}
