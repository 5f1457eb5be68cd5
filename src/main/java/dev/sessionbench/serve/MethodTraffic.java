package dev.sessionbench.serve;

import io.grpc.Status;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;

/** Counts the RPCs of one method: those that have begun, and those that have ended, by status. */
final class MethodTraffic {
  /** The upper bounds of the latency buckets in nanoseconds; one more bucket has none. */
  static final long[] BOUNDS_NANOS = {
    500_000L,
    1_000_000L,
    2_000_000L,
    5_000_000L,
    10_000_000L,
    20_000_000L,
    50_000_000L,
    100_000_000L,
    200_000_000L,
    500_000_000L,
    1_000_000_000L,
    2_000_000_000L,
    5_000_000_000L,
    10_000_000_000L
  };

  private final String service;
  private final String method;
  private final LongAdder begun = new LongAdder();
  private final AtomicLongArray ended = new AtomicLongArray(Status.Code.values().length);
  private final AtomicLongArray buckets = new AtomicLongArray(BOUNDS_NANOS.length + 1);
  private final LongAdder totalNanos = new LongAdder();

  MethodTraffic(String service, String method) {
    this.service = service;
    this.method = method;
  }

  /** The full name of its service. */
  String service() {
    return service;
  }

  /** Its name within the service. */
  String method() {
    return method;
  }

  void begin() {
    begun.increment();
  }

  void end(Status.Code status, long nanos) {
    int bucket = 0;
    while (bucket < BOUNDS_NANOS.length && nanos > BOUNDS_NANOS[bucket]) {
      bucket++;
    }
    buckets.incrementAndGet(bucket);
    totalNanos.add(nanos);
    ended.incrementAndGet(status.value());
  }

  long begun() {
    return begun.sum();
  }

  /** How many have ended with a status. */
  long ended(Status.Code status) {
    return ended.get(status.value());
  }

  /** How many have ended, whatever the status. */
  long ended() {
    long sum = 0;
    for (int i = 0; i < ended.length(); i++) {
      sum += ended.get(i);
    }
    return sum;
  }

  /** How many have ended with an error. */
  long errors() {
    return ended() - ended(Status.Code.OK);
  }

  long inFlight() {
    // In this order it cannot be negative.
    long ended = ended();
    return begun() - ended;
  }

  /** How many have ended within each bucket, the one without a bound last; not cumulative. */
  long[] bucketCounts() {
    long[] counts = new long[buckets.length()];
    for (int i = 0; i < counts.length; i++) {
      counts[i] = buckets.get(i);
    }
    return counts;
  }

  /** The time from beginning to end of all that have ended, in nanoseconds. */
  long totalNanos() {
    return totalNanos.sum();
  }
}
