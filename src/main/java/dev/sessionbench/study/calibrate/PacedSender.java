package dev.sessionbench.study.calibrate;

import static io.grpc.Status.Code.ABORTED;
import static io.grpc.Status.Code.CANCELLED;
import static io.grpc.Status.Code.INTERNAL;
import static io.grpc.Status.Code.NOT_FOUND;
import static io.grpc.Status.Code.UNAVAILABLE;
import static io.grpc.Status.Code.UNKNOWN;

import dev.sessionbench.base.model.Nanos;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.model.TimeSource;
import dev.sessionbench.study.calibrate.Calibration.MeasuredCall;
import dev.sessionbench.study.calibrate.CalibrationRequest.Budget;
import dev.sessionbench.study.calibrate.Target.Reply;
import dev.sessionbench.study.calibrate.Target.Request;
import io.grpc.Status;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;

/** Sends requests within the budget's rate, keeps their times, and notices a server in trouble. */
final class PacedSender {
  /**
   * Transient failures, tolerated up to a share of the RPCs. Any other failure ends the
   * calibration.
   */
  private static final Set<Status.Code> PASSING =
      EnumSet.of(UNAVAILABLE, ABORTED, INTERNAL, CANCELLED, UNKNOWN);

  private static final int ALWAYS_TOLERATED = 3;
  private static final double TOLERATED = 0.02;

  private final Target target;
  private final Pace pace;
  final List<MeasuredCall> calls = new ArrayList<>();
  final Map<String, Integer> failures = new TreeMap<>();
  private Optional<String> tooMuch = Optional.empty();
  private int sent;
  private int waves;

  PacedSender(Target target, Pace pace) {
    this.target = target;
    this.pace = pace;
  }

  /** Sends without keeping the times. */
  List<Reply> send(List<? extends Request<?, ?>> requests) throws InterruptedException {
    pace.await(requests.size());
    List<Reply> replies = target.send(List.copyOf(requests));
    for (int i = 0; i < replies.size(); i++) {
      note(requests.get(i).rpc(), replies.get(i).status());
    }
    return replies;
  }

  Reply send(Request<?, ?> request) throws InterruptedException {
    return send(List.of(request)).get(0);
  }

  /** Sends and keeps the times of the RPCs that succeeded. */
  List<Reply> measure(List<? extends Request<?, ?>> requests) throws InterruptedException {
    List<Reply> replies = send(requests);
    for (int i = 0; i < replies.size(); i++) {
      Reply reply = replies.get(i);
      if (reply.ok()) {
        long before =
            replies.subList(0, i).stream().filter(r -> r.inFlightAt(reply.sentNanos())).count();
        calls.add(
            new MeasuredCall(
                requests.get(i).rpc(),
                waves,
                requests.get(i).sessions(),
                reply.created().size(),
                requests.size(),
                1 + (int) before,
                reply.nanos(),
                reply.serverNanos()));
      }
    }
    waves++;
    return replies;
  }

  Reply measure(Request<?, ?> request) throws InterruptedException {
    return measure(List.of(request)).get(0);
  }

  private void note(Rpc rpc, Status status) {
    sent++;
    // Deleting a session that no longer exists has succeeded.
    boolean gone = rpc == Rpc.DELETE_SESSION && status.getCode() == NOT_FOUND;
    if (status.isOk() || gone) {
      return;
    }
    failures.merge(rpc.methodName() + " " + status.getCode(), 1, Integer::sum);
    int failed = failures.values().stream().mapToInt(count -> count).sum();
    if (tooMuch.isEmpty() && !PASSING.contains(status.getCode())) {
      tooMuch = Optional.of("%s failed: %s".formatted(rpc.methodName(), text(status)));
    } else if (tooMuch.isEmpty() && failed > ALWAYS_TOLERATED + TOLERATED * sent) {
      String some = "%d of %d RPCs failed, the last: %s".formatted(failed, sent, text(status));
      tooMuch = Optional.of(some);
    }
  }

  /** A status in one line with its causes, since gRPC's own description gives no reason. */
  static String text(Status status) {
    String description = status.getDescription();
    String text = status.getCode() + (description == null ? "" : ": " + oneLine(description));
    for (Throwable cause = status.getCause(); cause != null; cause = cause.getCause()) {
      String message = oneLine(Objects.requireNonNullElse(cause.getMessage(), ""));
      text += text.contains(message) ? "" : ": " + message;
    }
    return text;
  }

  static String oneLine(String text) {
    return text.replaceAll("\\s*\\R\\s*", " ");
  }

  /** Why the server should be left alone; empty if it need not be. */
  Optional<String> tooMuch() {
    return tooMuch;
  }

  /**
   * Limits the RPCs that reach the server in any second, however long they are on their way. No RPC
   * is sent before all of the last have ended. It is a token bucket that holds as many as may be in
   * flight. Those in flight, a full bucket and a second's refill together make the limit.
   */
  static final class Pace {
    private final TimeSource time;
    private final long intervalNanos;

    /** When the bucket will be full again, which says how many tokens it holds. */
    private long fullAtNanos = Long.MIN_VALUE;

    Pace(TimeSource time, Budget budget) {
      this.time = time;
      this.intervalNanos = (long) Math.ceil(Nanos.PER_SECOND / budget.sustainedPerSecond());
    }

    /**
     * Waits until more RPCs may be sent.
     *
     * @param rpcs how many, at most {@link Budget#IN_FLIGHT}
     */
    void await(int rpcs) throws InterruptedException {
      fullAtNanos = Math.max(fullAtNanos, time.nanos()) + rpcs * intervalNanos;
      long nanos = fullAtNanos - Budget.IN_FLIGHT * intervalNanos - time.nanos();
      if (nanos > 0) {
        CountDownLatch over = new CountDownLatch(1);
        time.after(nanos, over::countDown);
        over.await();
      }
    }
  }
}
