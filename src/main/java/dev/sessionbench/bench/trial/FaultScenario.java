package dev.sessionbench.bench.trial;

import dev.sessionbench.base.text.Resource;
import dev.sessionbench.mock.fault.FaultPlan;
import dev.sessionbench.mock.profile.Profiles;
import java.util.Map;
import java.util.Objects;

/**
 * The ways in which a server goes wrong under a growing pool, each with its plan in {@code
 * fault-scenarios.yaml}. A plan begins with the load, when the pool holds its minimum: the first
 * BatchCreateSessions is the first by which the pool grows.
 */
public enum FaultScenario {
  /** Nothing goes wrong. */
  NONE("none"),
  /** The first growth RPC fails with UNAVAILABLE, which the client tries again. */
  UNAVAILABLE_ONCE("unavailableOnce"),
  /** A fifth of the growth RPCs fail with UNAVAILABLE. */
  UNAVAILABLE_RATE("unavailableRate"),
  /** The first growth RPC fails with INTERNAL, which the client does not try again. */
  INTERNAL_ONCE("internalOnce"),
  /** A fifth of the growth RPCs fail with INTERNAL. */
  INTERNAL_RATE("internalRate"),
  /** More than 20 growth RPCs a second are refused with RESOURCE_EXHAUSTED. */
  RESOURCE_EXHAUSTED("resourceExhausted"),
  /** The first growth RPC is never answered. */
  STALL("stall"),
  /** Every growth RPC returns half of the sessions asked for, one at least. */
  HALF_BATCH("halfBatch"),
  /** The first ten growth RPCs return no session. */
  EMPTY_BATCH("emptyBatch"),
  /** The sessions of the first growth RPC are unknown when they are first used. */
  SESSIONS_LOST("sessionsLost"),
  /** The connection of the first growth RPC is reset, one of several. */
  CONNECTION_DROP("connectionDrop"),
  /** The connection of the first growth RPC is to be left (GOAWAY). */
  GO_AWAY("goAway"),
  /** The first growth RPC meets the end of the server, which is back after 200 ms. */
  SERVER_RESTART("serverRestart"),
  /** All RPCs take ten times as long at first, and less and less so for a second. */
  SLOW_START("slowStart"),
  /** Every Commit of the first 300 ms is aborted, and is to be tried again after 10 ms. */
  ABORT_STORM("abortStorm");

  private static final String PLANS_FILE = "fault-scenarios.yaml";
  private static final Map<String, FaultPlan> PLANS =
      Profiles.faultPlans(PLANS_FILE, Resource.text(FaultScenario.class, PLANS_FILE));

  private final String word;

  FaultScenario(String word) {
    this.word = word;
  }

  /** What goes wrong. */
  public FaultPlan plan() {
    return Objects.requireNonNull(PLANS.get(word), word);
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
