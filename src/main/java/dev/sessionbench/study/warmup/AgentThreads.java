package dev.sessionbench.study.warmup;

import dev.sessionbench.client.SpannerOperations;
import dev.sessionbench.load.Operation.Kind;
import dev.sessionbench.model.SystemTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * The agents of a round, a thread each. In the closed loop each plays its own operations; in the
 * open loop each takes the next of the schedule, and when it comes too late for it, because all
 * were busy, the operation's latency counts from when it should have begun.
 */
final class AgentThreads implements AutoCloseable {
  private static final SystemTime TIME = SystemTime.CLOCK;

  private final WarmupLoad load;
  private final SpannerOperations client;
  private final CallLog log;
  private final long startNanos;
  private final long[] schedule;
  private final AtomicInteger next = new AtomicInteger();
  private final LongAdder failures = new LongAdder();
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean stopped;

  /** Starts the agents. */
  AgentThreads(
      WarmupLoad load,
      SpannerOperations client,
      CallLog log,
      long startNanos,
      int callers,
      double perSecond) {
    this.load = load;
    this.client = client;
    this.log = log;
    this.startNanos = startNanos;
    boolean open = load.loop() == WarmupLoad.Loop.OPEN;
    schedule = open ? schedule(load, perSecond) : new long[0];
    for (int i = 0; i < callers; i++) {
      int agent = i;
      Thread thread =
          new Thread(open ? this::followSchedule : () -> playAlone(agent), "agent-" + agent);
      thread.setDaemon(true);
      threads.add(thread);
      thread.start();
    }
  }

  /** When each operation of the open loop is to begin, in nanoseconds after the start. */
  private static long[] schedule(WarmupLoad load, double perSecond) {
    List<Long> begins = new ArrayList<>();
    long at = load.gapNanos(0, perSecond);
    while (at < load.nanos()) {
      begins.add(at);
      at += load.gapNanos(begins.size(), perSecond);
    }
    return begins.stream().mapToLong(begin -> begin).toArray();
  }

  private void playAlone(int agent) {
    try {
      for (long index = 0; !stopped; index++) {
        long think = load.thinkNanos(agent, index);
        if (elapsed() + think >= load.nanos()) {
          return;
        }
        TIME.sleep(think);
        operate(load.kind(agent, index, elapsed()), TIME.nanos());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void followSchedule() {
    try {
      int index = next.getAndIncrement();
      while (!stopped && index < schedule.length) {
        long begin = schedule[index];
        TIME.sleep(begin - elapsed());
        operate(load.kind(-1, index, begin), startNanos + begin);
        index = next.getAndIncrement();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void operate(Kind kind, long intendedNanos) {
    try {
      if (kind == Kind.READ) {
        client.read(() -> {});
      } else {
        client.write();
      }
      log.add(CallLog.OPERATION, intendedNanos, TIME.nanos());
    } catch (RuntimeException e) {
      failures.increment();
    }
  }

  private long elapsed() {
    return TIME.nanos() - startNanos;
  }

  /** Lets no agent begin another operation. */
  void stop() {
    stopped = true;
  }

  /** Waits for the operations that are under way. */
  void join() throws InterruptedException {
    for (Thread thread : threads) {
      thread.join();
    }
  }

  /** Operations that ended with an error. */
  long failures() {
    return failures.sum();
  }

  /** Ends the threads, and what they do. */
  @Override
  public void close() {
    stop();
    threads.forEach(Thread::interrupt);
  }
}
