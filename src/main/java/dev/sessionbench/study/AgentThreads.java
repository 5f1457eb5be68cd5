package dev.sessionbench.study;

import dev.sessionbench.base.model.SystemTime;
import dev.sessionbench.bench.load.Operation.Kind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Threads that do something whenever it is due, on the clock of {@link SystemTime}. An agent that
 * has begun something ends it, so that nothing is cut off in the midst of its wait.
 */
public final class AgentThreads implements AutoCloseable {
  private static final SystemTime TIME = SystemTime.CLOCK;

  private final Consumer<Due> work;
  private final List<Thread> threads = new ArrayList<>();
  private final CountDownLatch go = new CountDownLatch(1);
  private volatile boolean stopped;
  private volatile @Nullable RuntimeException failure;

  /**
   * Starts the threads, which wait for {@link #begin}.
   *
   * @param paces one for each
   * @param work does what is due, on the thread whose it is
   */
  public AgentThreads(List<Pace> paces, Consumer<Due> work) {
    this.work = work;
    for (int i = 0; i < paces.size(); i++) {
      Pace pace = paces.get(i);
      Thread thread = new Thread(() -> follow(pace), "agent-" + i);
      thread.setDaemon(true);
      threads.add(thread);
      thread.start();
    }
  }

  /** Lets them work. */
  public void begin() {
    go.countDown();
  }

  /** Lets none begin anything more. */
  public void stop() {
    stopped = true;
  }

  /**
   * Waits until all is done, or what is under way once they were stopped.
   *
   * @throws InterruptedException if the thread is interrupted; the agents are then, too
   * @throws RuntimeException what the work of one of them threw
   */
  public void join() throws InterruptedException {
    try {
      for (Thread thread : threads) {
        thread.join();
      }
    } catch (InterruptedException e) {
      close();
      throw e;
    }
    RuntimeException unexpected = failure;
    if (unexpected != null) {
      throw unexpected;
    }
  }

  private void follow(Pace pace) {
    try {
      go.await();
      Optional<Due> due = pace.next(TIME.nanos());
      while (due.isPresent() && !stopped) {
        TIME.sleep(due.get().atNanos() - TIME.nanos());
        if (stopped) {
          return;
        }
        work.accept(due.get());
        due = pace.next(TIME.nanos());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      failure = e;
    }
  }

  /** Ends the threads, and what they do. */
  @Override
  public void close() {
    stop();
    threads.forEach(Thread::interrupt);
  }

  /**
   * Something to be done.
   *
   * @param kind what
   * @param atNanos when, in nanoseconds of the clock of {@link AgentThreads}
   */
  public record Due(Kind kind, long atNanos) {}

  /** Tells one thread what to do next. */
  public interface Pace {
    /**
     * What comes next.
     *
     * @param nowNanos the time
     * @return nothing when all is done
     */
    Optional<Due> next(long nowNanos);

    /**
     * An open loop: whoever is free takes the next of a schedule, whether earlier ones have ended
     * or not.
     *
     * @param schedule in order
     * @param threads how many may be under way at the same time
     * @param untilNanos when nothing is begun any more: what no thread could begin in time is given
     *     up, or an overloaded server would not come to an end
     * @return one for each thread
     */
    static List<Pace> shared(List<Due> schedule, int threads, long untilNanos) {
      AtomicInteger next = new AtomicInteger();
      Pace pace =
          now -> {
            int i = next.getAndIncrement();
            return i < schedule.size() && now < untilNanos
                ? Optional.of(schedule.get(i))
                : Optional.empty();
          };
      return Collections.nCopies(threads, pace);
    }
  }
}
