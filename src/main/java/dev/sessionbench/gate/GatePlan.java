package dev.sessionbench.gate;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.google.common.collect.ImmutableMap;
import dev.sessionbench.base.model.RunMetric;
import dev.sessionbench.base.results.Environment;
import dev.sessionbench.bench.client.Generation;
import dev.sessionbench.gate.policy.PolicyFile;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a gate set out to measure, kept beside the measurements.
 *
 * @param startedAt when it began, ISO 8601 in UTC
 * @param seed decides the order of the forks and the workloads
 * @param budgetSeconds the time that it was given, builds not included
 * @param askedBlocks the blocks of each timed cell that were asked for, whatever the budget;
 *     nothing for the policy's
 * @param pilotMillis how long a fork of the baseline took, or of two clients on average, by the
 *     name of the timed cell; it is known before a fork of the candidate is timed
 * @param plannedBlocks the blocks of each timed cell; 0 before that is known
 * @param leftOut the names of the timed cells that the budget leaves no time for; they are counted
 * @param overrun how much longer than the baseline's the candidate's forks took, where that made
 *     time run out; nothing where it did not
 * @param shard which part of the cells this is, from 1
 * @param shards how many parts there are
 * @param cells the names of this part's cells
 * @param base the baseline
 * @param head the candidate
 * @param profiles what its sides and its policy name as profiles of the server, each with the hash
 *     of its content
 * @param policyHash tells the policy that it runs under by its text
 * @param environment the machine and JVM that ran it
 */
@RecordBuilder
public record GatePlan(
    @JsonProperty(value = "startedAt", required = true) String startedAt,
    @JsonProperty(value = "seed", required = true) long seed,
    @JsonProperty(value = "budgetSeconds", required = true) long budgetSeconds,
    @JsonProperty("askedBlocks") @Nullable Integer askedBlocks,
    @JsonProperty(value = "pilotMillis", required = true) Map<String, Long> pilotMillis,
    @JsonProperty(value = "plannedBlocks", required = true) int plannedBlocks,
    @JsonProperty(value = "leftOut", required = true) List<String> leftOut,
    @JsonProperty("overrun") @Nullable String overrun,
    @JsonProperty(value = "shard", required = true) int shard,
    @JsonProperty(value = "shards", required = true) int shards,
    @JsonProperty(value = "cells", required = true) List<String> cells,
    @JsonProperty(value = "base", required = true) SideIdentity base,
    @JsonProperty(value = "head", required = true) SideIdentity head,
    @JsonProperty(value = "profiles", required = true) Map<String, String> profiles,
    @JsonProperty(value = "policyHash", required = true) String policyHash,
    @JsonProperty(value = "environment", required = true) Environment environment)
    implements GatePlanBuilder.With {
  /** The metrics that only a client has that fills a pool. */
  private static final List<String> OF_A_POOL =
      List.of(RunMetric.TIME_TO_MAX.key(), RunMetric.RPCS.key());

  /** Copies the collections. */
  public GatePlan {
    pilotMillis = new TreeMap<>(pilotMillis);
    leftOut = List.copyOf(leftOut);
    cells = List.copyOf(cells);
    profiles = new TreeMap<>(profiles);
  }

  /** Whether it is known how much is measured of which cell. */
  public boolean isFixed() {
    return plannedBlocks > 0 || !leftOut.isEmpty();
  }

  /** Whether a policy is the one that it runs under. */
  public boolean runsUnder(PolicyFile rules) {
    return policyHash.equals(rules.hash());
  }

  /**
   * Whether two clients are compared for what differs between them, and not a change for whether it
   * may go in: then nothing that is found of one metric ends the others.
   */
  public boolean comparesClients() {
    return base.generation().isPresent() && head.generation().isPresent();
  }

  /** The metrics that a side's client has no value of, each with why. */
  Map<String, String> unreported() {
    Map<String, String> unreported = new TreeMap<>();
    for (Side side : Side.values()) {
      for (Generation client : side(side).generation().stream().toList()) {
        String why = "not reported: %s, the %s's client, fills no pool to a maximum";
        OF_A_POOL.stream()
            .filter(metric -> client.multiplexed())
            .forEach(metric -> unreported.putIfAbsent(metric, why.formatted(client.name(), side)));
      }
    }
    return unreported;
  }

  /**
   * The command that measures the same again.
   *
   * @param policy the file of the policy; empty for that of a gate that names none
   */
  public String reproduce(String policy) {
    return "java -jar target/benchmarks.jar gate --base '%s' --head '%s' --seed %s --budget %ss"
            .formatted(base.words(), head.words(), seed, budgetSeconds)
        + (policy.isEmpty() ? "" : " --policy " + policy)
        + (askedBlocks == null ? "" : " --blocks " + askedBlocks)
        + (cells.isEmpty() ? " --counts" : "")
        + (shards > 1 ? " --shard %s/%s".formatted(shard, shards) : "");
  }

  /** Which part of the gate this is, in words. */
  String part() {
    return "part %s of %s".formatted(shard, shards);
  }

  /** What all shards of one gate have in common. */
  Map<String, Object> shared() {
    return ImmutableMap.of(
        "baseline",
        base.whatTellsIt(),
        "candidate",
        head.whatTellsIt(),
        "list of server profiles",
        profiles,
        "policy's hash",
        policyHash,
        "number of shards",
        shards);
  }

  /** A side. */
  public SideIdentity side(Side side) {
    return side == Side.BASELINE ? base : head;
  }
}
