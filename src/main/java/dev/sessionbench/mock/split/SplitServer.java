package dev.sessionbench.mock.split;

import static java.util.concurrent.TimeUnit.SECONDS;

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
import java.util.stream.IntStream;

/**
 * A server that has its keys in ranges, called splits, each with a queue and a capacity of its own,
 * and that divides a split when it has had too much to do for long enough.
 *
 * <p>How it works: a call waits in the queue of the split that has its key. The split serves one
 * after the other, each for its cost over the split's capacity; before that, the call takes its
 * share of what the split's node can do. Load is the work that <em>arrives</em> at a split, looked
 * at {@value SplitOptions#LOOKS} times while it must be held, and it is held only where every look
 * found it too high: a mean over the whole time would be passed by chance now and then. A split
 * that divides serves less until it has; then its upper half, with the calls that wait for it, goes
 * to the node that has the fewest splits. Splits never become one again.
 *
 * <p>Nothing happens by itself: divisions are noticed when a call comes or has been served, with
 * the times at which they were due. Ends of service are reckoned from one another and not from when
 * a timer woke, so that a late timer takes nothing from the capacity.
 *
 * <p>For use by any number of threads; what is to be run when a call has been served runs on that
 * of the time source.
 */
public final class SplitServer {
  /** A range this narrow is one hot key, which no system can divide. */
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
   * @param options what it can do
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

  /** What it can do. */
  public SplitOptions options() {
    return options;
  }

  /**
   * Lets a call wait for its split, and then be served.
   *
   * @param key where it is among all keys, from 0 inclusive to 1 exclusive
   * @param statement tells whether its node has seen the like of it
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

  /** The divisions that have ended, in the order in which they did. */
  public synchronized List<SplitEvent> history() {
    advance(time.nanos());
    return List.copyOf(history);
  }

  /** The server now. */
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
    long ready = Math.max(split.freeNanos, call.arrivalNanos());
    long start = Math.max(ready, nodeFreeNanos[split.node]);
    nodeFreeNanos[split.node] = start + nanos(call.cost(), options.nodeCapacityPerSecond());
    split.freeNanos = start + nanos(call.cost(), capacityPerSecond(split));
    split.serving = true;
    long firstCall = split.isNew(call.statement()) ? options.firstCallNanos() : 0;
    var unused = time.after(split.freeNanos - now, () -> ended(split, call, firstCall));
  }

  private double capacityPerSecond(KeyRange split) {
    return options.capacityPerSecond() * (split.dividing ? options.movingCapacity() : 1);
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
    // Not under the lock: who was served may call again at once.
    if (firstCallNanos > 0) {
      var unused = time.after(firstCallNanos, call::end);
    } else {
      call.end();
    }
  }

  /** Does what was due until now, in its order. */
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
          // Nobody called for a while: the looks until now would see nothing, either.
          long until = next == null ? now : Math.min(now, next.endNanos());
          lookAtNanos += Math.max(0, until - lookAtNanos) / lookNanos * lookNanos;
        }
      } else {
        return;
      }
    }
  }

  /** Looks at the load of all splits, and says whether there was none. */
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
    int least =
        IntStream.range(0, splitsOfNode.length)
            .boxed()
            .min(Comparator.comparingInt(node -> splitsOfNode[node]))
            .orElseThrow();
    splitsOfNode[least]++;
    return least;
  }

  /**
   * One division of a range of keys.
   *
   * @param beginNanos when it began, on the server's clock
   * @param endNanos when both halves served from their own places
   * @param splits how many splits the server had then
   */
  public record SplitEvent(long beginNanos, long endNanos, int splits) {}

  /**
   * A server with splits at one moment.
   *
   * @param splits ranges of keys
   * @param dividing those of them that are about to become two
   * @param waiting calls that wait for their split, those being served not included
   */
  public record SplitState(int splits, int dividing, int waiting) {}
}
