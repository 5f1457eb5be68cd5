package dev.sessionbench.study.calibrate;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.TimeSource;
import io.grpc.Status;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Measures a server: wave after wave of BatchCreateSessions, and after each its sessions deleted, a
 * statement and an empty transaction. It ends with its plan, with its time, when it is told to, or
 * when the server fails or grows slow; and leaves no session where it can help it.
 */
public final class Calibrator {
  private static final int WARM_UP_STATEMENTS = 20;
  private static final int FIRST_TRIES = 3;

  private final CalibrationRequest request;
  private final TimeSource time;
  private final StateFile state;
  private final String label;
  private final Asking asking;
  private final Sessions sessions;
  private final Slowdown slowdown = new Slowdown();
  private volatile String told = "";
  private String left = "";

  Calibrator(
      CalibrationRequest request, Target target, String label, StateFile state, TimeSource time) {
    this.request = request;
    this.time = time;
    this.state = state;
    this.label = label;
    this.asking = new Asking(target, new Pace(time, request.budget()));
    this.sessions = new Sessions(asking, state);
  }

  /** Tells it to end: it deletes its sessions and returns what it has measured. */
  public void stop(String reason) {
    told = reason;
  }

  /**
   * Measures.
   *
   * @param plan what is to be sent
   * @param startedAt when this is, ISO 8601 in UTC
   * @param suite the version of the suite
   * @return what was measured
   * @throws BadInput if the server refuses from the start
   * @throws InterruptedException if the thread is interrupted; sessions may be left then
   */
  public Calibration run(WavePlan plan, String startedAt, String suite)
      throws InterruptedException {
    state.begin(request.server(), request.database(), label);
    String stopped;
    try {
      stopped = measure(plan);
    } finally {
      left = deleteAll();
    }
    return new Calibration(
        request.address(),
        request.database(),
        request.region(),
        startedAt,
        suite,
        request.seed(),
        request.statement(),
        request.budget(),
        plan.requests(),
        stopped,
        asking.failures(),
        asking.calls());
  }

  /** What {@link #run} has left at the server, in words, however it ended; empty for nothing. */
  public String left() {
    return left;
  }

  /**
   * Deletes what an earlier calibration has left.
   *
   * @param earlier what its state file says
   * @return what is left nevertheless, in words; empty for nothing
   */
  String clean(StateFile.State earlier) throws InterruptedException {
    sessions.found(earlier.sessions());
    return deleteAll();
  }

  private String deleteAll() throws InterruptedException {
    String remaining = sessions.deleteAll();
    if (remaining.isEmpty()) {
      state.end();
    }
    return remaining;
  }

  private String measure(WavePlan plan) throws InterruptedException {
    long endNanos = time.nanos() + TimeUnit.SECONDS.toNanos(request.budget().seconds());
    String session = warmUp();
    int turn = 0;
    for (Wave wave : plan.waves()) {
      if (sessions.alive() + wave.cost() > request.budget().sessionsAtOnce()) {
        return "%d sessions could not be deleted, or may be alive without a reply that told of them"
            .formatted(sessions.alive() - 1);
      }
      sessions.created(
          wave.sessions(),
          asking.measure(
              Collections.nCopies(wave.together(), new Request.Create(wave.sessions()))));
      Optional<String> stop = stop(endNanos);
      if (stop.isEmpty()) {
        sessions.deleteAllBut(session);
        statements(session, turn++);
        stop = stop(endNanos);
      }
      if (stop.isPresent()) {
        return stop.get();
      }
    }
    return "";
  }

  private Optional<String> stop(long endNanos) {
    String reason = told;
    if (!reason.isEmpty()) {
      return Optional.of(reason);
    }
    if (asking.tooMuch().isPresent()) {
      return asking.tooMuch();
    }
    if (time.nanos() >= endNanos) {
      return Optional.of("its time was over: %d s".formatted(request.budget().seconds()));
    }
    return slowdown.complaint();
  }

  /** A session for the statements, and a server and a client that have seen each method. */
  private String warmUp() throws InterruptedException {
    Reply first = create(1);
    for (int i = 1; i < FIRST_TRIES && !first.ok() && asking.tooMuch().isEmpty(); i++) {
      first = create(1);
    }
    if (!first.ok() || first.sessions().isEmpty()) {
      String problem = first.ok() ? "no session came back" : Asking.words(first.status());
      throw new BadInput(request.address() + ": " + problem);
    }
    String session = first.sessions().get(0);
    refuseTrouble(create(WavePlan.WARM_UP_SESSIONS - FIRST_TRIES).status());
    sessions.deleteAllBut(session);
    refuseTrouble(Status.OK);
    for (int i = 0; i < WARM_UP_STATEMENTS; i++) {
      refuseTrouble(asking.send(new Request.Execute(session)).status());
    }
    return session;
  }

  /**
   * Ends what has only begun if the server should be left alone, by the latest answer or before.
   */
  private void refuseTrouble(Status latest) {
    Optional<String> tooMuch = asking.tooMuch();
    if (tooMuch.isPresent()) {
      String problem = latest.isOk() ? tooMuch.get() : Asking.words(latest);
      throw new BadInput(request.address() + ": " + problem);
    }
  }

  private Reply create(int count) throws InterruptedException {
    List<Reply> replies = asking.send(List.of(new Request.Create(count)));
    sessions.created(count, replies);
    return replies.get(0);
  }

  private void statements(String session, int turn) throws InterruptedException {
    Reply executed = asking.measure(new Request.Execute(session));
    if (executed.ok()) {
      slowdown.add(executed.nanos());
    }
    Reply begun = asking.measure(new Request.Begin(session));
    if (begun.ok()) {
      asking.measure(
          turn % 2 == 0
              ? new Request.Commit(session, begun.transaction())
              : new Request.Rollback(session, begun.transaction()));
    }
  }

  /**
   * What a plan sends, in words.
   *
   * @param request what is to be calibrated
   * @param plan the plan
   * @return lines
   */
  public static List<String> announcement(CalibrationRequest request, WavePlan plan) {
    Budget budget = request.budget();
    int waves = plan.waves().size();
    List<String> lines = new ArrayList<>();
    lines.add("server %s, database %s".formatted(request.address(), request.database()));
    lines.add(
        "%d BatchCreateSessions in %d waves (sessions x requests at once, order by seed %d), and as many DeleteSession as there are sessions"
            .formatted(plan.requests(), waves, request.seed()));
    lines.add(
        "at most %d sessions in all, %d at once; %d RPCs a second, %d in flight; %d s"
            .formatted(
                plan.sessions(),
                budget.sessionsAtOnce(),
                budget.rpcsPerSecond(),
                Budget.IN_FLIGHT,
                budget.seconds()));
    lines.add(
        "about %d x '%s', %d BeginTransaction, %d Commit and %d Rollback, all without a change of data"
            .formatted(
                waves + WARM_UP_STATEMENTS,
                request.statement(),
                waves,
                (waves + 1) / 2,
                waves / 2));
    lines.add(
        "about %d RPCs, %d s at least by the rate"
            .formatted(rpcs(plan), 1 + rpcs(plan) / budget.sustainedPerSecond()));
    if (!plan.leftOut().isEmpty()) {
      lines.add(
          "left out, as the budget does not allow them: "
              + String.join(", ", plan.leftOut().stream().map(Wave::toString).toList()));
    }
    return lines;
  }

  private static int rpcs(WavePlan plan) {
    return plan.requests() + plan.sessions() + 3 * plan.waves().size() + WARM_UP_STATEMENTS + 2;
  }
}
