package dev.sessionbench.mock.rpc;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import com.google.spanner.v1.BatchCreateSessionsRequest;
import com.google.spanner.v1.BatchCreateSessionsResponse;
import com.google.spanner.v1.CreateSessionRequest;
import com.google.spanner.v1.Session;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.model.TimeSource;
import dev.sessionbench.mock.fault.FaultDecider;
import dev.sessionbench.mock.fault.FaultDecider.FaultDecision;
import dev.sessionbench.mock.fault.FaultEffect;
import io.grpc.Attributes;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Applies a plan of faults to the calls of one server. */
public final class CallFaults {
  /**
   * The fields that name the session of a request; the second is that of requests about sessions
   * themselves.
   */
  private static final List<String> SESSION_FIELDS = List.of("session", "name");

  private final Consumer<String> loseSession;
  private final Endpoint endpoint;
  private final TimeSource time;
  private volatile FaultDecider decider;

  /**
   * Applies a plan.
   *
   * @param decider decides what happens to each call
   * @param loseSession forgets the session of a name, if there is one
   * @param endpoint has the connections
   * @param time lets sessions and servers live and be down
   */
  public CallFaults(
      FaultDecider decider, Consumer<String> loseSession, Endpoint endpoint, TimeSource time) {
    this.decider = decider;
    this.loseSession = loseSession;
    this.endpoint = endpoint;
    this.time = time;
  }

  /** Replaces the plan; the new one begins now. */
  public void use(FaultDecider other) {
    decider = other;
  }

  /** The decider of the current plan. */
  public FaultDecider decider() {
    return decider;
  }

  /** Decides what happens to a call. Call it once, on the call's arrival. */
  FaultDecision decide(Rpc rpc, Object request, long channel) {
    FaultDecider asked = decider;
    return asked.isQuiet()
        ? FaultDecision.NONE
        : asked.decide(rpc, channel, () -> sessionIn(request));
  }

  /** Whether a call gets no reply, because its connection is reset. */
  static boolean cutsOff(@Nullable FaultEffect effect) {
    return effect instanceof FaultEffect.DropConnection || effect instanceof FaultEffect.Restart;
  }

  /**
   * The replies to a call.
   *
   * @param effect the effect on the answer; null to leave it unchanged
   * @throws RpcFailure if the RPC ends with an error, its own or that of the effect
   */
  // The types of request and reply follow from the rule's method, which the plan has checked.
  @SuppressWarnings("unchecked")
  <Q, R> List<R> replies(@Nullable FaultEffect effect, Q request, Function<Q, List<R>> answer) {
    if (effect instanceof FaultEffect.Fail fail) {
      throw RpcFailure.planned(fail, sessionIn(request));
    }
    if (effect instanceof FaultEffect.EmptyBatch) {
      return List.of((R) BatchCreateSessionsResponse.getDefaultInstance());
    }
    if (effect instanceof FaultEffect.ShortBatch batch) {
      var fewer = ((BatchCreateSessionsRequest) request).toBuilder();
      return answer.apply(
          (Q) fewer.setSessionCount(batch.created(fewer.getSessionCount())).build());
    }
    if (effect instanceof FaultEffect.LoseSessions lose) {
      loseSession.accept(sessionIn(request));
      List<R> replies = answer.apply(request);
      lose(replies, lose.after());
      return replies;
    }
    return answer.apply(request);
  }

  /** Applies an effect to the connections, after the reply has been sent. */
  void actOnConnection(@Nullable FaultEffect effect, Attributes call) {
    if (effect instanceof FaultEffect.DropConnection) {
      endpoint.connections().reset(call);
    } else if (effect instanceof FaultEffect.GoAway) {
      endpoint.connections().goAway(call);
    } else if (effect instanceof FaultEffect.Restart restart) {
      endpoint.restart(restart.down().toNanos(), time, () -> decider.cameBack());
    }
  }

  private void lose(List<?> replies, Duration after) {
    List<String> created = replies.stream().flatMap(reply -> createdBy(reply).stream()).toList();
    if (after.isZero()) {
      created.forEach(loseSession);
    } else {
      // This is never cancelled, because the reply has been sent.
      var unused = time.after(after.toNanos(), () -> created.forEach(loseSession));
    }
  }

  /** The full name of the session of a request; empty if it names none. */
  static String sessionIn(Object request) {
    Message message = (Message) request;
    for (String field : SESSION_FIELDS) {
      FieldDescriptor found = message.getDescriptorForType().findFieldByName(field);
      // In CreateSession this field is a message, not a name.
      if (found != null && message.getField(found) instanceof String name) {
        return name;
      }
    }
    return "";
  }

  /** How many regular sessions a request asks for. */
  static int sessionsAsked(Object request) {
    if (request instanceof BatchCreateSessionsRequest batch) {
      return Math.max(0, batch.getSessionCount());
    }
    return request instanceof CreateSessionRequest one && !one.getSession().getMultiplexed()
        ? 1
        : 0;
  }

  /** How many regular sessions a reply has created. */
  static int sessionsCreated(Rpc rpc, Object reply) {
    if (reply instanceof BatchCreateSessionsResponse batch) {
      return batch.getSessionCount();
    }
    return rpc == Rpc.CREATE_SESSION && !((Session) reply).getMultiplexed() ? 1 : 0;
  }

  /** The full names of the sessions that a reply has created. */
  private static List<String> createdBy(Object reply) {
    if (reply instanceof BatchCreateSessionsResponse batch) {
      return batch.getSessionList().stream().map(Session::getName).toList();
    }
    return reply instanceof Session session ? List.of(session.getName()) : List.of();
  }
}
