package dev.sessionbench.lab.simulate;

import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.model.SimulatedTime;
import dev.sessionbench.lab.pool.SessionService;
import dev.sessionbench.mock.fault.FaultDecider;
import dev.sessionbench.mock.fault.FaultEffect;
import dev.sessionbench.mock.fault.FaultPlan;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;

/**
 * Simulates the service in virtual time. Like the mock server, it gives the n-th RPC of a method
 * the n-th draw of its time.
 *
 * <p>Any number of clients may use one service; they then share its capacity to create sessions.
 */
public final class SimulatedService implements SessionService<SimulatedService.Session> {
  private final VirtualTime time;
  private final SimulatedTime times;
  private final CreationLog log;
  private final Map<Rpc, long[]> arrived = Rpc.each(rpc -> new long[1]);
  private FaultDecider faults;
  private int creationsInProgress;

  /** A session; all sessions are equal. */
  public enum Session {
    /** Any session. */
    REGULAR
  }

  /** Observes each BatchCreateSessions request, and the sessions that pools close. */
  public interface CreationLog {
    /** A request has arrived; {@code inProgress} includes it. */
    default void arrived(int inProgress) {}

    /** A request has been answered and has created these sessions; 0 if it failed. */
    default void answered(int sessions) {}

    /** A pool has closed some sessions. */
    default void closed(int sessions) {}
  }

  /**
   * Makes a service without requests or faults.
   *
   * @param time its clock
   * @param times how long an RPC takes, and how many sessions a request creates at most
   * @param log observes creations
   */
  public SimulatedService(VirtualTime time, SimulatedTime times, CreationLog log) {
    this.time = time;
    this.times = times;
    this.log = log;
    this.faults = new FaultDecider(FaultPlan.NONE, times.seed(), time::nanos);
  }

  /**
   * Makes it fail from now on.
   *
   * @param plan the faults; only errors of BatchCreateSessions have an effect
   */
  public void use(FaultPlan plan) {
    faults = new FaultDecider(plan, times.seed(), time::nanos);
  }

  @Override
  public void create(int channel, int sessions, Reply<Session> reply) {
    creationsInProgress++;
    log.arrived(creationsInProgress);
    FaultEffect effect =
        faults.isQuiet()
            ? null
            : faults.decide(Rpc.BATCH_CREATE_SESSIONS, channel + 1L, () -> "").outcome();
    long index = takeIndex(Rpc.BATCH_CREATE_SESSIONS);
    afterwards(
        times.nanos(Rpc.BATCH_CREATE_SESSIONS, index, sessions, creationsInProgress),
        () -> {
          creationsInProgress--;
          if (effect instanceof FaultEffect.Fail fail) {
            log.answered(0);
            reply.failed(fail.code() + ": " + fail.message());
          } else {
            int created = Math.min(sessions, times.batchLimit());
            log.answered(created);
            reply.created(Collections.nCopies(created, Session.REGULAR));
          }
        });
  }

  @Override
  public void delete(Session session) {}

  @Override
  public void closed(int sessions) {
    log.closed(sessions);
  }

  /**
   * Sends any RPC except BatchCreateSessions.
   *
   * @param rpc the method
   * @param answered run when the answer has come
   */
  void call(Rpc rpc, Runnable answered) {
    afterwards(times.nanos(rpc, takeIndex(rpc), 0, 1), answered);
  }

  private long takeIndex(Rpc rpc) {
    return Objects.requireNonNull(arrived.get(rpc))[0]++;
  }

  /** Answers after a time. Like the mock server, it uses no timer if that is 0. */
  private void afterwards(long nanos, Runnable answer) {
    if (nanos <= 0) {
      answer.run();
    } else {
      time.after(nanos, answer);
    }
  }
}
