package dev.sessionbench.study;

import com.google.common.base.Throwables;
import com.google.common.util.concurrent.ThreadFactoryBuilder;
import dev.sessionbench.base.model.SystemTime;
import dev.sessionbench.bench.load.Operation.Kind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Threads that do something whenever it is due, on the clock of {@link SystemTime}. An agent that
 * has begun something ends it, so that nothing is cut off in the midst of its wait.
 */
public final class AgentThreads implements AutoCloseable {
  private static final SystemTime TIME = SystemTime.CLOCK;

  private final List<Pace> paces;
  private final Consumer<Due> work;
  private final ThreadPoolExecutor threads;
  private final List<Future<?>> agents = new ArrayList<>();
  private volatile boolean stopped;

  /**
   * Starts the threads, which wait for {@link #begin}.
   *
   * @param paces one for each
   * @param work does what is due, on the thread whose it is
   */
  public AgentThreads(List<Pace> paces, Consumer<Due> work) {
    this.paces = paces;
    this.work = work;
    threads =
        (ThreadPoolExecutor)
            Executors.newFixedThreadPool(
                paces.size(),
                new ThreadFactoryBuilder().setNameFormat("agent-%d").setDaemon(true).build());
    threads.prestartAllCoreThreads();
  }

  /** Lets them work. */
  public void begin() {
    paces.forEach(pace -> agents.add(threads.submit(() -> follow(pace))));
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
      for (Future<?> agent : agents) {
        agent.get();
      }
    } catch (ExecutionException e) {
      Throwables.throwIfUnchecked(Objects.requireNonNull(e.getCause()));
      throw new IllegalStateException(e);
    } finally {
      close();
    }
  }

  private Void follow(Pace pace) throws InterruptedException {
    Optional<Due> due = pace.next(TIME.nanos());
    while (due.isPresent() && !stopped) {
      TIME.sleep(due.get().atNanos() - TIME.nanos());
      if (!stopped) {
        work.accept(due.get());
        due = pace.next(TIME.nanos());
      }
    }
    return null;
  }

  /** Ends the threads, and what they do. */
  @Override
  public void close() {
    stop();
    threads.shutdownNow();
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
