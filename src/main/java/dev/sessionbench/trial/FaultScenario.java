package dev.sessionbench.trial;

import dev.sessionbench.fault.FaultCondition.Calls;
import dev.sessionbench.fault.FaultCondition.Chance;
import dev.sessionbench.fault.FaultCondition.During;
import dev.sessionbench.fault.FaultEffect;
import dev.sessionbench.fault.FaultEffect.DropConnection;
import dev.sessionbench.fault.FaultEffect.EmptyBatch;
import dev.sessionbench.fault.FaultEffect.Fail;
import dev.sessionbench.fault.FaultEffect.GoAway;
import dev.sessionbench.fault.FaultEffect.LoseSessions;
import dev.sessionbench.fault.FaultEffect.Restart;
import dev.sessionbench.fault.FaultEffect.ShortBatch;
import dev.sessionbench.fault.FaultEffect.SlowStart;
import dev.sessionbench.fault.FaultEffect.Stall;
import dev.sessionbench.fault.FaultPlan;
import dev.sessionbench.fault.FaultRule;
import dev.sessionbench.model.Rpc;
import io.grpc.Status;
import java.time.Duration;

/**
 * The ways in which a server goes wrong under a growing pool. Each plan begins with the load, when
 * the pool holds its minimum: the first BatchCreateSessions is the first by which the pool grows.
 */
public enum FaultScenario {
  /** Nothing goes wrong. */
  NONE("none", FaultPlan.NONE),
  /** The first growth RPC fails with UNAVAILABLE, which the client tries again. */
  UNAVAILABLE_ONCE("unavailableOnce", first(fail(Status.Code.UNAVAILABLE))),
  /** A fifth of the growth RPCs fail with UNAVAILABLE. */
  UNAVAILABLE_RATE("unavailableRate", oneInFive(fail(Status.Code.UNAVAILABLE))),
  /** The first growth RPC fails with INTERNAL, which the client does not try again. */
  INTERNAL_ONCE("internalOnce", first(fail(Status.Code.INTERNAL))),
  /** A fifth of the growth RPCs fail with INTERNAL. */
  INTERNAL_RATE("internalRate", oneInFive(fail(Status.Code.INTERNAL))),
  /** More than 20 growth RPCs a second are refused with RESOURCE_EXHAUSTED. */
  RESOURCE_EXHAUSTED("resourceExhausted", FaultPlan.of(
          growth(fail(Status.Code.RESOURCE_EXHAUSTED).retryAfter(Duration.ofMillis(50)))
              .abovePerSecond(20))),
  /** The first growth RPC is never answered. */
  STALL("stall", first(new Stall())),
  /** Every growth RPC returns half of the sessions asked for, one at least. */
  HALF_BATCH("halfBatch", FaultPlan.of(growth(new ShortBatch(0.5)))),
  /** The first ten growth RPCs return no session. */
  EMPTY_BATCH("emptyBatch", FaultPlan.of(growth(new EmptyBatch()).when(new Calls(1, 10)))),
  /** The sessions of the first growth RPC are unknown when they are first used. */
  SESSIONS_LOST("sessionsLost", first(new LoseSessions(Duration.ZERO))),
  /** The connection of the first growth RPC is reset, one of several. */
  CONNECTION_DROP("connectionDrop", first(new DropConnection())),
  /** The connection of the first growth RPC is to be left (GOAWAY). */
  GO_AWAY("goAway", first(new GoAway())),
  /** The first growth RPC meets the end of the server, which is back after 200 ms. */
  SERVER_RESTART("serverRestart", first(new Restart(Duration.ofMillis(200)))),
  /** All RPCs take ten times as long at first, and less and less so for a second. */
  SLOW_START("slowStart", FaultPlan.of(FaultRule.of("slow", new SlowStart(10, Duration.ofSeconds(1))))),
  /** Every Commit of the first 300 ms is aborted, and is to be tried again after 10 ms. */
  ABORT_STORM("abortStorm", FaultPlan.of(
          FaultRule.of(
                  "storm", fail(Status.Code.ABORTED).retryAfter(Duration.ofMillis(10)), Rpc.COMMIT)
              .when(new During(Duration.ZERO, Duration.ofMillis(300)))));

  private final String word;
  private final FaultPlan plan;

  FaultScenario(String word, FaultPlan plan) {
    this.word = word;
    this.plan = plan;
  }

  private static Fail fail(Status.Code code) {
    return Fail.with(code, "by plan");
  }

  private static FaultRule growth(FaultEffect effect) {
    return FaultRule.of("growth", effect, Rpc.BATCH_CREATE_SESSIONS);
  }

  private static FaultPlan first(FaultEffect effect) {
    return FaultPlan.of(growth(effect).when(new Calls(1, 1)));
  }

  private static FaultPlan oneInFive(FaultEffect effect) {
    return FaultPlan.of(growth(effect).when(new Chance(0.2)));
  }

  /** What goes wrong. */
  public FaultPlan plan() {
    return plan;
  }

  /**
   * Whether replies may be lost on their way: with their connection, or because they cross the
   * client's deadline. The sessions in such a reply are then known to the server alone, whatever
   * the client does; in all other scenarios none may be.
   */
  public boolean losesReplies() {
    return limitsCreations() || this == CONNECTION_DROP || this == SERVER_RESTART;
  }

  /** Whether the client has a deadline of its own for BatchCreateSessions, to get out at all. */
  boolean limitsCreations() {
    return this == STALL;
  }

  /** The word that stands for it on the command line and in results. */
  @Override
  public String toString() {
    return word;
  }
}
