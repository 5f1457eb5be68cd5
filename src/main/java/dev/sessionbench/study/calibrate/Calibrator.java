package dev.sessionbench.study.calibrate;

import com.google.common.base.Joiner;
import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.Nanos;
import dev.sessionbench.base.model.TimeSource;
import dev.sessionbench.base.stats.Sample;
import dev.sessionbench.study.calibrate.CalibrationRequest.Budget;
import dev.sessionbench.study.calibrate.PacedSender.Pace;
import dev.sessionbench.study.calibrate.Target.Reply;
import dev.sessionbench.study.calibrate.WavePlan.Wave;
import io.grpc.Status;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/**
 * Measures a server in waves of BatchCreateSessions. After each wave it deletes the sessions,
 * executes a statement and runs an empty transaction. It ends with its plan, its time or a stop
 * request, or when the server fails or becomes slow. It leaves no session if it can.
 */
public final class Calibrator implements AutoCloseable {
  private static final Joiner COMMAS = Joiner.on(", ");
  private static final int WARM_UP_STATEMENTS = 20;
  private static final int FIRST_TRIES = 3;

  private final CalibrationRequest request;
  private final Target target;
  private final TimeSource time;
  private final StateFile state;
  private final Requests requests;
  private final PacedSender sender;
  private final Sessions sessions;
  private final Slowdown statements = new Slowdown("the statement", 10, 5, new ArrayList<>());
  private final Slowdown creations = new Slowdown("BatchCreateSessions", 3, 3, new ArrayList<>());
  private volatile boolean interrupted;
  private String left = "";

  Calibrator(
      CalibrationRequest request, Target target, String label, StateFile state, TimeSource time) {
    this.request = request;
    this.target = target;
    this.time = time;
    this.state = state;
    this.sender = new PacedSender(target, new Pace(time, request.budget()));
    this.requests = new Requests(request.database(), label);
    this.sessions = new Sessions(sender, requests, state);
  }

  /**
   * Connects; sends nothing yet.
   *
   * @param request the settings
   * @param state the file for the names of sessions that may be alive
   * @param time the clock
   * @throws BadInput if there are no credentials for the service
   */
  public static Calibrator connect(CalibrationRequest request, Path state, TimeSource time) {
    // A label begins with a letter and is short.
    String label = "c" + UUID.randomUUID().toString().substring(0, 18);
    return new Calibrator(
        request, SpannerTarget.of(request, time), label, new StateFile(state), time);
  }

  /** Stops it: it deletes its sessions and returns what it has measured. */
  public void interrupt() {
    interrupted = true;
  }

  /**
   * Runs the calibration.
   *
   * @param plan the waves to send
   * @param startedAt the time now, ISO 8601 in UTC
   * @param suite the version of the suite
   * @return the measurements
   * @throws BadInput if the server refuses from the start
   * @throws InterruptedException if the thread is interrupted; sessions may be left then
   */
  public Calibration run(WavePlan plan, String startedAt, String suite)
      throws InterruptedException {
    state.begin(request.server(), request.database(), requests.label());
    String stopped;
    try {
      stopped = measure(plan);
    } finally {
      left = sessions.deleteAll();
    }
    return new Calibration(
        request.address(),
        request.database(),
        startedAt,
        suite,
        request.seed(),
        request.budget(),
        plan.requests(),
        stopped,
        sender.failures,
        sender.calls);
  }

  /** Says what {@link #run} has left at the server, even after a failure; empty for nothing. */
  public String left() {
    return left;
  }

  /**
   * Deletes the sessions that an earlier calibration has left.
   *
   * @param path the state file with their names
   * @param like the rate and the timeout; server and database are those of the earlier calibration
   * @param time the clock
   * @return the sessions still left, as text; empty for none
   * @throws BadInput if there is no such file
   * @throws InterruptedException if the thread is interrupted
   */
  public static String clean(Path path, CalibrationRequest like, TimeSource time)
      throws InterruptedException {
    StateFile file = new StateFile(path);
    StateFile.State earlier = file.read();
    CalibrationRequest request =
        like.with(each -> each.server(earlier.server()).database(earlier.database()));
    SpannerTarget target = SpannerTarget.of(request, time);
    try (Calibrator cleaner = new Calibrator(request, target, earlier.label(), file, time)) {
      cleaner.sessions.found(earlier.sessions());
      return cleaner.sessions.deleteAll();
    }
  }

  @Override
  public void close() {
    target.close();
  }

  private String measure(WavePlan plan) throws InterruptedException {
    long endNanos = time.nanos() + TimeUnit.SECONDS.toNanos(request.budget().seconds());
    String session = warmUp();
    int turn = 0;
    for (List<Wave> round : plan.rounds()) {
      List<Double> nanos = new ArrayList<>();
      for (Wave wave : round) {
        if (sessions.alive() + wave.cost() > request.budget().sessionsAtOnce()) {
          return "%d sessions could not be deleted, or may exist although their reply was lost"
              .formatted(sessions.alive() - 1);
        }
        List<Reply> replies =
            sender.measure(Collections.nCopies(wave.together(), requests.create(wave.sessions())));
        Reply last = replies.get(replies.size() - 1);
        if (last.ok()) {
          nanos.add((double) last.nanos());
        }
        sessions.created(wave.sessions(), replies);
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
      if (!nanos.isEmpty()) {
        // One watch for all sizes: a pause of this client does not affect half of a round.
        creations.add(Sample.of(nanos).median());
      }
    }
    return "";
  }

  private Optional<String> stop(long endNanos) {
    String over = "its time was over: %d s".formatted(request.budget().seconds());
    return Optional.of("it was interrupted")
        .filter(reason -> interrupted)
        .or(sender::tooMuch)
        .or(() -> Optional.of(over).filter(reason -> time.nanos() >= endNanos))
        .or(statements::complaint)
        .or(creations::complaint);
  }

  /** Creates a session for the statements, and warms up each method on server and client. */
  private String warmUp() throws InterruptedException {
    Reply first = create(1);
    for (int i = 1; i < FIRST_TRIES && !first.ok() && sender.tooMuch().isEmpty(); i++) {
      first = create(1);
    }
    String why = first.ok() ? "no session came back" : PacedSender.text(first.status());
    BadInput.when(first.created().isEmpty(), "%s: %s", request.address(), why);
    String session = first.created().get(0);
    refuseTrouble(create(WavePlan.WARM_UP_SESSIONS - FIRST_TRIES).status());
    sessions.deleteAllBut(session);
    refuseTrouble(Status.OK);
    for (int i = 0; i < WARM_UP_STATEMENTS; i++) {
      refuseTrouble(sender.send(requests.execute(session)).status());
    }
    return session;
  }

  /**
   * Refuses to start if the latest answer or an earlier one says that the server should be left
   * alone.
   */
  private void refuseTrouble(Status latest) {
    String trouble = latest.isOk() ? sender.tooMuch().orElse("") : PacedSender.text(latest);
    BadInput.when(sender.tooMuch().isPresent(), "%s: %s", request.address(), trouble);
  }

  private Reply create(int count) throws InterruptedException {
    List<Reply> replies = sender.send(List.of(requests.create(count)));
    sessions.created(count, replies);
    return replies.get(0);
  }

  private void statements(String session, int turn) throws InterruptedException {
    Reply executed = sender.measure(requests.execute(session));
    if (executed.ok()) {
      statements.add((double) executed.nanos());
    }
    Reply begun = sender.measure(requests.begin(session));
    if (begun.ok()) {
      sender.measure(
          turn % 2 == 0
              ? requests.commit(session, begun.transaction())
              : requests.rollback(session, begun.transaction()));
    }
  }

  /**
   * Describes what a plan sends.
   *
   * @param request the settings
   * @param plan the plan
   * @return lines
   */
  public static List<String> announcement(CalibrationRequest request, WavePlan plan) {
    Budget budget = request.budget();
    int waves = plan.waves();
    String text =
        """
        server %s, database %s
        %d rounds of %s (sessions x requests in flight, order by seed %d)
        %d BatchCreateSessions in %d waves, and as many DeleteSession as there are sessions
        at most %d sessions in all, %d at once; %d RPCs a second, %d in flight; %d s
        about %d x '%s', %d BeginTransaction, %d Commit and %d Rollback, all without a change of data
        about %d RPCs, %d s at least by the rate
        """
            .formatted(
                request.address(),
                request.database(),
                plan.rounds().size(),
                COMMAS.join(plan.rounds().get(0).stream().sorted(WavePlan.ORDER).toList()),
                request.seed(),
                plan.requests(),
                waves,
                plan.sessions(),
                budget.sessionsAtOnce(),
                budget.rpcsPerSecond(),
                Budget.IN_FLIGHT,
                budget.seconds(),
                waves + WARM_UP_STATEMENTS,
                Requests.STATEMENT,
                waves,
                (waves + 1) / 2,
                waves / 2,
                rpcs(plan),
                1 + rpcs(plan) / budget.sustainedPerSecond());
    String without = "left out, as the budget does not allow them: " + COMMAS.join(plan.leftOut());
    return (plan.leftOut().isEmpty() ? text : text + without).lines().toList();
  }

  private static int rpcs(WavePlan plan) {
    return plan.requests() + plan.sessions() + 3 * plan.waves() + WARM_UP_STATEMENTS + 2;
  }

  /**
   * Notices that a server becomes slow, by comparing the latest times with the first ones.
   *
   * @param first how many of the first times to take the median of
   * @param latest how many of the latest times to compare with it
   */
  record Slowdown(String what, int first, int latest, List<Double> nanos) {
    private static final int FACTOR = 3;

    /** The least increase that counts; a pause of the client itself may cause a smaller one. */
    private static final double LEAST_NANOS = 10 * Nanos.PER_MILLI;

    void add(double taken) {
      nanos.add(taken);
    }

    /** What is wrong; empty if all is well. */
    Optional<String> complaint() {
      if (nanos.size() < first + latest) {
        return Optional.empty();
      }
      double before = Sample.of(nanos.subList(0, first)).median();
      double now = Sample.of(nanos.subList(nanos.size() - latest, nanos.size())).median();
      String slow = "the server became slow: %s took %.1f ms at first, and now %.1f ms";
      return Optional.of(slow.formatted(what, before / 1e6, now / 1e6))
          .filter(text -> now > FACTOR * before && now > before + LEAST_NANOS);
    }
  }
}
