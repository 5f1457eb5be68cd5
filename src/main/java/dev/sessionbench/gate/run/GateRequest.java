package dev.sessionbench.gate.run;

import dev.sessionbench.bench.run.Shard;
import dev.sessionbench.gate.policy.PolicyFile;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What a gate is asked for.
 *
 * @param policy the rules
 * @param base the base
 * @param head the head
 * @param budgetMillis the time that it may take, builds not included
 * @param seed decides the order of the forks and the workloads
 * @param blocks the blocks to run whatever the budget says; nothing for the policy's
 * @param shard which part of the cells to measure, of at most as many as there are timed cells
 * @param out the folder for all that it leaves
 */
public record GateRequest(
    PolicyFile policy,
    ArmWords base,
    ArmWords head,
    long budgetMillis,
    long seed,
    Optional<Integer> blocks,
    Shard shard,
    Path out) {}
