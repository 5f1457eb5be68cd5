package dev.sessionbench.mock.split;

import dev.sessionbench.base.model.Invalid;
import dev.sessionbench.base.model.Latency;
import dev.sessionbench.base.model.Rpc;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * How much a split can do, and when it becomes two. The unit of work is a read of one row; the
 * defaults are what is published of Spanner, or of its like where nothing is:
 *
 * @param initialSplits equal ranges of keys at the start, from 1 to {@value #MAX_SPLITS}. A new
 *     table of Spanner is one; ten for each node are advised for a planned launch (Spanner,
 *     pre-splitting overview)
 * @param capacityPerSecond reads that one split serves in a second. 2,500 is the rate at which
 *     CockroachDB splits a range ({@code kv.range_split.load_qps_threshold}); TiKV and DynamoDB
 *     take 3,000
 * @param splitAbove the share of its capacity above which a split divides. Spanner calls a split
 *     warm of whose load half is limited by its server (hot split statistics), which is a loose
 *     likeness to the default of 0.5
 * @param heldNanos how long it must be above that share before it does. 10 s in CockroachDB and
 *     TiKV
 * @param moveNanos how long dividing and moving one half to another node take; both serve from
 *     their new places only then. 30 s is a guess: nothing is published
 * @param coolNanos from the start of one division to the start of the next of the same keys, at
 *     least. A minute in CockroachDB
 * @param movingCapacity the share of its capacity that a split has while it divides. 0.5 is a
 *     guess: its tail latency rises, nothing more is published
 * @param nodes machines over which splits are spread, from 1 to {@value #MAX_NODES}
 * @param nodeCapacityPerSecond reads that the splits of one node serve in a second together. 10,000
 *     in the documentation of Spanner of 2019
 * @param firstCallNanos how much longer the first call of each statement takes on a new split, the
 *     first ones included, as if its node had not seen the statement yet
 * @param costs the work of one call of each method, in reads; a method without an entry does not
 *     touch the data. A write of 5 reads (2,000 writes a second and node in the same documentation)
 *     is 2 for the statement and 3 for the commit
 */
@RecordBuilder
public record SplitOptions(
    int initialSplits,
    double capacityPerSecond,
    double splitAbove,
    long heldNanos,
    long moveNanos,
    long coolNanos,
    double movingCapacity,
    int nodes,
    double nodeCapacityPerSecond,
    long firstCallNanos,
    Map<Rpc, Integer> costs)
    implements SplitOptionsBuilder.With {
  /** The most ranges that a server has, however it is loaded. */
  public static final int MAX_SPLITS = 1_024;

  /** The most nodes. */
  public static final int MAX_NODES = 1_024;

  /** Load is looked at so often while it must be held: at every look it must be too high. */
  static final int LOOKS = 5;

  private static final double MAX_PER_SECOND = 1e9;
  private static final double MOST_SHARE = 10;
  private static final int MAX_COST = 1_000_000;

  /**
   * Checks the settings.
   *
   * @throws IllegalArgumentException naming the setting, its value and what would be right
   */
  public SplitOptions {
    costs = Map.copyOf(costs);
    whole("initialSplits", initialSplits, 1, MAX_SPLITS);
    above0("capacityPerSecond", capacityPerSecond, MAX_PER_SECOND);
    above0("splitAbove", splitAbove, MOST_SHARE);
    time("heldNanos", heldNanos, LOOKS);
    time("moveNanos", moveNanos, 0);
    time("coolNanos", coolNanos, 0);
    above0("movingCapacity", movingCapacity, 1);
    whole("nodes", nodes, 1, MAX_NODES);
    above0("nodeCapacityPerSecond", nodeCapacityPerSecond, MAX_PER_SECOND);
    time("firstCallNanos", firstCallNanos, 0);
    costs.forEach((rpc, cost) -> whole("cost of " + rpc.methodName(), cost, 0, MAX_COST));
  }

  private static void whole(String name, int value, int least, int most) {
    Invalid.when(
        value < least || value > most, "%s: %s must be from %s to %s", name, value, least, most);
  }

  private static void above0(String name, double value, double most) {
    Invalid.when(
        !(value > 0 && value <= most), "%s: %s must be above 0 and at most %s", name, value, most);
  }

  private static void time(String name, long nanos, long least) {
    Invalid.when(
        nanos < least || nanos > Latency.MAX_NANOS,
        "%s: %s must be from %s ns to %s ns (an hour)",
        name,
        nanos,
        least,
        Latency.MAX_NANOS);
  }

  /** A new database, with the figures told above. */
  public static SplitOptions defaults() {
    return new SplitOptions(
        1,
        2_500,
        0.5,
        TimeUnit.SECONDS.toNanos(10),
        TimeUnit.SECONDS.toNanos(30),
        TimeUnit.SECONDS.toNanos(60),
        0.5,
        5,
        10_000,
        TimeUnit.MILLISECONDS.toNanos(10),
        Map.of(
            Rpc.EXECUTE_SQL, 2,
            Rpc.EXECUTE_STREAMING_SQL, 1,
            Rpc.EXECUTE_BATCH_DML, 2,
            Rpc.READ, 1,
            Rpc.STREAMING_READ, 1,
            Rpc.COMMIT, 3,
            Rpc.BATCH_WRITE, 5));
  }

  /**
   * The same server with its splitting sooner or later; what it can do stays the same.
   *
   * @param factor 2 for twice as soon, above 0
   */
  public SplitOptions faster(double factor) {
    return with(
        builder ->
            builder
                .heldNanos(Math.round(heldNanos / factor))
                .moveNanos(Math.round(moveNanos / factor))
                .coolNanos(Math.round(coolNanos / factor)));
  }

  /** How long load is counted for one look at it, in nanoseconds. */
  long lookNanos() {
    return heldNanos / LOOKS;
  }
}
