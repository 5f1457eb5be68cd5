package dev.sessionbench.mock.split;

import static java.util.concurrent.TimeUnit.SECONDS;

import com.google.common.primitives.Ints;
import dev.sessionbench.base.model.Invalid;
import dev.sessionbench.base.model.TimeSource;
import dev.sessionbench.base.model.TimeSource.Cancellable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Simulates a server whose keys are divided into ranges, called splits. Each split has its own
 * queue and capacity, and divides after too much load for long enough.
 *
 * <p>How it works: a call waits in the queue of the split that has its key. The split serves one
 * call after another, each for its cost over the split's capacity. A call begins only when the
 * split's node has capacity, and uses a share of it. Load is the work that <em>arrives</em> at a
 * split. It is looked at {@value SplitOptions#LOOKS} times while it must be held, and every look
 * must find it too high. A mean over the whole time would exceed the limit by chance now and then.
 * A split that divides serves less until it has. Then its upper half, with the waiting calls, goes
 * to the node with the fewest splits. Splits are never merged.
 *
 * <p>There are no background tasks: divisions are applied when a call arrives or has been served,
 * with the times at which they were due. Service times are computed from one another, not from when
 * a timer woke, so late timers do not reduce the capacity.
 *
 * <p>Thread-safe. Callbacks for served calls run on the thread of the time source.
 */
public final class SplitServer {
  /** A range this narrow is a single hot key, which cannot be divided. */
  private static final double NARROWEST = 0x1p-20;

  private final SplitOptions options;
  private final TimeSource time;
  private final long lookNanos;
  private final TreeMap<Double, KeyRange> splits = new TreeMap<>();
  private final Queue<Division> dividing =
      new PriorityQueue<>(
          Comparator.comparingLong(Division::endNanos).thenComparing(d -> d.split().from));
  private final List<SplitEvent> history = new ArrayList<>();
  private final long[] nodeFreeNanos;
  private final int[] splitsOfNode;
  private long lookAtNanos;

  private record Division(KeyRange split, long beginNanos, long endNanos) {}

  /**
   * A server without load.
   *
   * @param options its capacity
   * @param time lets its calls take time; its loads are looked at from now on
   */
  public SplitServer(SplitOptions options, TimeSource time) {
    this.options = options;
    this.time = time;
    lookNanos = options.lookNanos();
    nodeFreeNanos = new long[options.nodes()];
    splitsOfNode = new int[options.nodes()];
    long now = time.nanos();
    Arrays.fill(nodeFreeNanos, now);
    for (int i = 0; i < options.initialSplits(); i++) {
      double from = (double) i / options.initialSplits();
      splits.put(from, new KeyRange(from, (i + 1.0) / options.initialSplits(), takeNode(), now));
    }
    lookAtNanos = now + lookNanos;
  }

  /** The server's options. */
  public SplitOptions options() {
    return options;
  }

  /**
   * Makes a call wait for its split and be served there.
   *
   * @param key its position among all keys, from 0 inclusive to 1 exclusive
   * @param statement identifies the statement, which may be new to its node
   * @param cost its work in reads, at least 0
   * @param served run when it has been served
   * @return takes the call back
   */
  public Cancellable submit(double key, String statement, int cost, Runnable served) {
    Invalid.when(!(key >= 0 && key < 1), "key %s: must be from 0 to below 1", key);
    synchronized (this) {
      long now = time.nanos();
      advance(now);
      KeyRange split = splits.floorEntry(key).getValue();
      SplitCall call = new SplitCall(key, statement, cost, now, served, new AtomicBoolean());
      split.arrived += cost;
      split.queue.add(call);
      serveNext(split, now);
      return call;
    }
  }

  /** The divisions that have ended, in the order of their ends. */
  public synchronized List<SplitEvent> history() {
    advance(time.nanos());
    return List.copyOf(history);
  }

  /** The state of the server now. */
  public synchronized SplitState state() {
    advance(time.nanos());
    Collection<KeyRange> all = splits.values();
    return new SplitState(
        all.size(), dividing.size(), all.stream().mapToInt(split -> split.queue.size()).sum());
  }

  private void serveNext(KeyRange split, long now) {
    SplitCall call = split.serving ? null : split.next();
    if (call == null) {
      return;
    }
    long ready = Math.max(split.freeNanos, call.atNanos());
    long start = Math.max(ready, nodeFreeNanos[split.node]);
    nodeFreeNanos[split.node] = start + nanos(call.cost(), options.nodeCapacityPerSecond());
    double share = split.dividing ? options.movingCapacity() : 1;
    split.freeNanos = start + nanos(call.cost(), options.capacityPerSecond() * share);
    split.serving = true;
    long firstCall = split.isNew(call.statement()) ? options.firstCallNanos() : 0;
    var unused = time.after(split.freeNanos - now, () -> ended(split, call, firstCall));
  }

  private static long nanos(int cost, double perSecond) {
    return Math.round(cost / perSecond * SECONDS.toNanos(1));
  }

  private void ended(KeyRange split, SplitCall call, long firstCallNanos) {
    synchronized (this) {
      long now = time.nanos();
      split.serving = false;
      advance(now);
      serveNext(split, now);
    }
    // Outside the lock, because the served client may call again at once.
    if (firstCallNanos > 0) {
      var unused = time.after(firstCallNanos, call::end);
    } else {
      call.end();
    }
  }

  /** Applies everything that was due until now, in order. */
  private void advance(long now) {
    while (true) {
      Division next = dividing.peek();
      boolean divides = next != null && next.endNanos() <= Math.min(lookAtNanos, now);
      if (divides) {
        dividing.remove();
        divide(next, now);
      } else if (lookAtNanos <= now) {
        boolean quiet = look(lookAtNanos);
        lookAtNanos += lookNanos;
        if (quiet) {
          // There was no load, so the looks until now would find none either.
          long until = next == null ? now : Math.min(now, next.endNanos());
          lookAtNanos += Math.max(0, until - lookAtNanos) / lookNanos * lookNanos;
        }
      } else {
        return;
      }
    }
  }

  /** Looks at the load of all splits; returns whether there was none. */
  private boolean look(long at) {
    double bearable =
        options.splitAbove() * options.capacityPerSecond() * lookNanos / SECONDS.toNanos(1);
    boolean quiet = true;
    for (KeyRange split : splits.values()) {
      quiet &= split.arrived == 0 && split.looksAbove == 0;
      split.looksAbove = split.arrived > bearable ? split.looksAbove + 1 : 0;
      split.arrived = 0;
      if (split.looksAbove >= SplitOptions.LOOKS && mayDivide(split, at)) {
        split.dividing = true;
        split.mayDivideNanos = at + options.coolNanos();
        dividing.add(new Division(split, at, at + options.moveNanos()));
      }
    }
    return quiet;
  }

  private boolean mayDivide(KeyRange split, long at) {
    return !split.dividing
        && at >= split.mayDivideNanos
        && splits.size() + dividing.size() < SplitOptions.MAX_SPLITS
        && split.to - split.from > NARROWEST;
  }

  private void divide(Division division, long now) {
    KeyRange upper = division.split().divide(takeNode(), division.endNanos());
    splits.put(upper.from, upper);
    history.add(new SplitEvent(division.beginNanos(), division.endNanos(), splits.size()));
    serveNext(upper, now);
    serveNext(division.split(), now);
  }

  private int takeNode() {
    int least = Ints.indexOf(splitsOfNode, Ints.min(splitsOfNode));
    splitsOfNode[least]++;
    return least;
  }

  /**
   * One division of a split.
   *
   * @param beginNanos when it began, on the server's clock
   * @param endNanos when both halves served from their own places
   * @param splits how many splits the server had then
   */
  public record SplitEvent(long beginNanos, long endNanos, int splits) {}

  /**
   * The state of a server with splits at one moment.
   *
   * @param splits ranges of keys
   * @param dividing how many of them are dividing
   * @param waiting calls that wait for their split, without those being served
   */
  public record SplitState(int splits, int dividing, int waiting) {}
}
