package dev.sessionbench.bench.count;

import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.bench.load.LoadPlan;
import dev.sessionbench.bench.load.Operation;
import dev.sessionbench.bench.load.Workload;

/**
 * A load without its waits: every caller asks once and at once, and {@link HeldDemand} lets none
 * give its session back before as many are held as are wanted. So the demand is certain, however
 * busy the machine is, and what the pool does to meet it is a fact of its rule. The callers of the
 * steady increase come one after the other, each when the one before it has its session.
 *
 * <p>A demand below the maximum is a little more than a whole part of it. Where a step divides the
 * growth, whether the last caller finds a session idle or asks for another step is a race: a pool
 * of 100 that grows by 25 for 200 callers makes four requests if the sessions of the third have
 * come when the hundredth of those callers asks, and five if they have not. No usual step divides
 * the growth by {@value #BEYOND} more.
 *
 * @param plan the operations
 * @param demand sessions that are to be held at the same time
 * @param inTurn whether each caller asks when the one before it has its session
 */
record CountedLoad(LoadPlan plan, int demand, boolean inTurn) {
  /** Sessions wanted beyond a part of the maximum. */
  static final int BEYOND = 3;

  /** The load of a cell on a pool. */
  static CountedLoad of(CountCell cell, PoolShape shape, long seed) {
    int max = shape.maxSessions();
    boolean full = cell.percent() == CountCell.FULL;
    int demand = full ? max : Math.min(max, max * cell.percent() / CountCell.FULL + BEYOND);
    boolean steady = cell.workload() == Workload.STEADY_INCREASE;
    // Whoever wants one more than there may be waits until one is given back.
    int operations = full && !steady ? max + BEYOND : demand;
    LoadPlan waiting =
        cell.workload().plan(cell.workload().size(max, operations, Workload.DEFAULT, seed));
    return new CountedLoad(
        new LoadPlan(operations, operations, i -> withoutWaits(waiting.operation(i))),
        demand,
        steady);
  }

  private static Operation withoutWaits(Operation operation) {
    return new Operation(operation.kind(), 0, 0, 0, /* keeps= */ false);
  }

  /**
   * The load as it is played: of one whose callers come one after the other, whoever asks for the
   * n-th operation waits until the n before it hold their sessions.
   */
  LoadPlan heldBy(HeldDemand held) {
    return new LoadPlan(
        plan.size(),
        plan.callers(),
        i -> {
          held.arrive();
          if (inTurn) {
            held.awaitTurn(i);
          }
          return plan.operation(i);
        });
  }
}
