package dev.sessionbench.gate;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.model.RunMetric;
import dev.sessionbench.base.results.Environment;
import dev.sessionbench.bench.client.ClientUnderTest;
import dev.sessionbench.gate.policy.Policy;
import dev.sessionbench.gate.policy.PolicyCell;
import dev.sessionbench.gate.policy.PolicyFile;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a gate plans to measure. A gate's folder keeps it with the measurements.
 *
 * @param startedAt when it began, ISO 8601 in UTC
 * @param seed determines the order of the forks and the workloads
 * @param budgetSeconds the time budget, in seconds, without builds
 * @param askedBlocks the blocks that the user asked for in each timed cell, regardless of the
 *     budget; null for the policy's number
 * @param forkMillis how long a fork took in the first block without the start of its process, by
 *     the name of the timed cell: the baseline's fork, or the mean of two clients' forks
 * @param plannedBlocks the blocks of each timed cell; 0 before the number is fixed
 * @param leftOut the timed cells, by name, that do not fit the budget; they are still counted
 * @param overrun how much longer the candidate's forks took than the baseline's, if that exhausted
 *     the budget; null otherwise
 * @param cells the names of the cells; none if the gate only counts
 * @param base the baseline
 * @param head the candidate
 * @param buildCommand the shell command that built the sides' client from revisions; null for none
 * @param profiles the server profiles that the sides and the policy name, each with the hash of its
 *     content
 * @param policyHash the hash of the policy's text
 * @param environment the machine and JVM that ran the gate
 */
@RecordBuilder
public record GatePlan(
    @JsonProperty(value = "startedAt", required = true) String startedAt,
    @JsonProperty(value = "seed", required = true) long seed,
    @JsonProperty(value = "budgetSeconds", required = true) long budgetSeconds,
    @JsonProperty("askedBlocks") @Nullable Integer askedBlocks,
    @JsonProperty(value = "forkMillis", required = true) @JsonAlias("pilotMillis")
        Map<String, Long> forkMillis,
    @JsonProperty(value = "plannedBlocks", required = true) int plannedBlocks,
    @JsonProperty(value = "leftOut", required = true) List<String> leftOut,
    @JsonProperty("overrun") @Nullable String overrun,
    @JsonProperty(value = "cells", required = true) List<String> cells,
    @JsonProperty(value = "base", required = true) SideIdentity base,
    @JsonProperty(value = "head", required = true) SideIdentity head,
    @JsonProperty("buildCommand") @JsonInclude(JsonInclude.Include.NON_NULL)
        @Nullable String buildCommand,
    @JsonProperty(value = "profiles", required = true) Map<String, String> profiles,
    @JsonProperty(value = "policyHash", required = true) String policyHash,
    @JsonProperty(value = "environment", required = true) Environment environment)
    implements GatePlanBuilder.With {
  /** The metrics that only exist for a client that fills a pool. */
  private static final List<String> OF_A_POOL =
      List.of(RunMetric.TIME_TO_MAX.key(), RunMetric.RPCS.key());

  /** Sorts the maps. */
  public GatePlan {
    forkMillis = new TreeMap<>(forkMillis);
    profiles = new TreeMap<>(profiles);
  }

  /** Whether the number of blocks is fixed, and the cells that do not fit are left out. */
  public boolean isFixed() {
    return plannedBlocks > 0 || !leftOut.isEmpty();
  }

  /**
   * A plan that also knows how long a fork takes.
   *
   * @param cell the cell's name
   * @param millis the time of a fork
   */
  public GatePlan withForkMillis(String cell, long millis) {
    Map<String, Long> known = new TreeMap<>(forkMillis);
    known.put(cell, millis);
    return withForkMillis(known);
  }

  /** Whether the plan was made under a policy. */
  public boolean runsUnder(PolicyFile rules) {
    return policyHash.equals(rules.hash());
  }

  /**
   * Whether the gate describes how two clients differ, instead of checking a change. Such a gate
   * goes on measuring all metrics, whatever it finds in one.
   */
  public boolean comparesClients() {
    return namesClients() && !base.client().equals(head.client());
  }

  private boolean namesClients() {
    return base.client().isPresent() && head.client().isPresent();
  }

  /**
   * The policy with the cells that apply to these clients.
   *
   * @param policy the policy
   * @return the policy; unchanged if none or all of its cells apply
   */
  public Policy applied(Policy policy) {
    return limited(policy, applied(policy.cells()));
  }

  /** The cells that apply to these clients. */
  public List<PolicyCell> applied(List<PolicyCell> all) {
    // If both clients lack a session pool, cells with a step do not apply.
    boolean pool =
        !namesClients()
            || Stream.of(base, head)
                .flatMap(side -> side.client().stream())
                .anyMatch(ClientUnderTest::hasIncrement);
    return all.stream()
        .filter(cell -> pool || !cell.params().containsKey(PoolShape.INC_STEP))
        .toList();
  }

  /**
   * The policy with the timed cells that this gate planned.
   *
   * @param policy the policy
   * @return the policy; unchanged if the gate only counted
   */
  public Policy planned(Policy policy) {
    List<PolicyCell> known =
        policy.cells().stream().filter(cell -> cells.contains(cell.name())).toList();
    return limited(policy, known);
  }

  private static Policy limited(Policy policy, List<PolicyCell> cells) {
    return cells.isEmpty() ? policy : policy.withCells(cells);
  }

  /** The metrics for which a side's client has no value, each with the reason. */
  Map<String, String> unreported() {
    Map<String, String> unreported = new TreeMap<>();
    for (Side side : Side.values()) {
      for (ClientUnderTest client : side(side).client().stream().toList()) {
        String why = "not reported: %s, the %s's client, fills no pool to a maximum";
        if (client.multiplexed()) {
          OF_A_POOL.forEach(m -> unreported.putIfAbsent(m, why.formatted(client.name(), side)));
        }
      }
    }
    return unreported;
  }

  /**
   * The command that repeats the measurement.
   *
   * @param policy the policy's file; empty for the default policy
   */
  public String reproduce(String policy) {
    return "java -jar target/benchmarks.jar gate --base '%s' --head '%s' --seed %s --budget %ss"
            .formatted(base.text(), head.text(), seed, budgetSeconds)
        + (policy.isEmpty() ? "" : " --policy " + policy)
        + (askedBlocks == null ? "" : " --blocks " + askedBlocks)
        + (buildCommand == null
            ? ""
            : " --build '%s'".formatted(buildCommand.replace("'", "'\\''")))
        + (cells.isEmpty() ? " --counts" : "");
  }

  /** A side. */
  public SideIdentity side(Side side) {
    return side == Side.BASELINE ? base : head;
  }
}
