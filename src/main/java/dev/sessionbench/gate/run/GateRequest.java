package dev.sessionbench.gate.run;

import dev.sessionbench.gate.PolicyFile;
import java.nio.file.Path;
import java.util.OptionalInt;

/**
 * What a gate is asked for.
 *
 * @param policy the rules
 * @param base the base
 * @param head the head
 * @param budgetMillis the time that it may take, builds included, counted from its start
 * @param seed decides the order of the forks and the workloads
 * @param blocks the blocks to run whatever the budget says; nothing for the policy's
 * @param shard which part of the cells to measure, from 1
 * @param shards how many parts there are, from 1 to the number of timed cells
 * @param out the folder for all that it leaves
 */
public record GateRequest(
    PolicyFile policy,
    ArmWords base,
    ArmWords head,
    long budgetMillis,
    long seed,
    OptionalInt blocks,
    int shard,
    int shards,
    Path out) {}
