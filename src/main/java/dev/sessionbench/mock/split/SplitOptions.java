package dev.sessionbench.mock.split;

import dev.sessionbench.base.model.Key;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.text.Section;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Map;

/**
 * The capacity of splits, and when they divide. The unit of work is a read of one row. The defaults
 * are published values of Spanner, or of similar databases if Spanner has none:
 *
 * @param initialSplits equal ranges of keys at the start, from 1 to {@value #MAX_SPLITS}. A new
 *     table of Spanner is one; ten for each node are advised for a planned launch (Spanner,
 *     pre-splitting overview)
 * @param capacityPerSecond reads that one split serves in a second. 2,500 is the rate at which
 *     CockroachDB splits a range ({@code kv.range_split.load_qps_threshold}); TiKV and DynamoDB
 *     take 3,000
 * @param splitAbove the share of its capacity above which a split divides. In Spanner, a split is
 *     warm if its server limits half of its load (hot split statistics), a loose analogy to the
 *     default of 0.5
 * @param heldNanos how long it must be above that share before it does. 10 s in CockroachDB and
 *     TiKV
 * @param moveNanos how long dividing and moving one half to another node take; only then both serve
 *     from their new places. 30 s is a guess, because nothing is published
 * @param coolNanos from the start of one division to the start of the next of the same keys, at
 *     least. A minute in CockroachDB
 * @param movingCapacity the share of its capacity that a split has while it divides. 0.5 is a
 *     guess: only a rise in tail latency is published
 * @param nodes machines over which splits are spread, from 1 to 1,024
 * @param nodeCapacityPerSecond reads that the splits of one node serve in a second together. 10,000
 *     in the documentation of Spanner of 2019
 * @param firstCallNanos the additional time of each statement's first call on a new split. The
 *     initial splits are new
 * @param costs the work of one call of each method, in reads; a method without an entry does not
 *     touch the data. A write of 5 reads (2,000 writes a second and node in the same documentation)
 *     is 2 for the statement and 3 for the commit
 */
@RecordBuilder
public record SplitOptions(
    @Key(name = "initial", range = "[1, 1024]", or = "1", is = "splits at the start")
        int initialSplits,
    @Key(name = "capacity", range = RATE, or = "2500", is = "reads that a split serves in a second")
        double capacityPerSecond,
    @Key(range = "(0, 10]", or = "0.5", is = "the share of its capacity above which it divides")
        double splitAbove,
    @Key(name = "held", range = HELD, or = "10", is = "seconds above it before it divides")
        long heldNanos,
    @Key(name = "move", range = SECONDS, or = "30", is = "seconds that dividing takes")
        long moveNanos,
    @Key(name = "cool", range = SECONDS, or = "60", is = "seconds between divisions of a range")
        long coolNanos,
    @Key(range = "(0, 1]", or = "0.5", is = "the share of its capacity while it divides")
        double movingCapacity,
    @Key(range = "[1, 1024]", or = "5", is = "machines that the splits are spread over") int nodes,
    @Key(name = "nodeCapacity", range = RATE, or = "10000", is = NODE_CAPACITY)
        double nodeCapacityPerSecond,
    @Key(name = "firstCall", range = "[0, 3600000] ms", or = "10", is = FIRST_CALL)
        long firstCallNanos,
    @Key(range = "[0, 1000000]", or = COSTS, is = "the work of a call of each method, in reads")
        Map<Rpc, Integer> costs)
    implements SplitOptionsBuilder.With {
  /** The most splits that a server can have, under any load. */
  public static final int MAX_SPLITS = 1_024;

  /**
   * The number of looks during the time for which load must be too high; it must be too high at
   * each.
   */
  static final int LOOKS = 5;

  static final String RATE = "(0, 1e9]";
  static final String SECONDS = "[0, 3600] s";
  static final String HELD = "[0.000000005, 3600] s";
  static final String NODE_CAPACITY = "reads a second of a node's splits";
  static final String FIRST_CALL = "extra time of a statement's first call on a new split";
  static final String COSTS =
      "{ExecuteSql: 2, ExecuteStreamingSql: 1, ExecuteBatchDml: 2, Read: 1, StreamingRead: 1,"
          + " Commit: 3, BatchWrite: 5}";

  /** A new database with the defaults above. */
  public static SplitOptions defaults() {
    return (SplitOptions) Section.of(SplitOptions.class).defaults();
  }

  /** How long load is counted for one look, in nanoseconds. */
  long lookNanos() {
    return heldNanos / LOOKS;
  }
}
