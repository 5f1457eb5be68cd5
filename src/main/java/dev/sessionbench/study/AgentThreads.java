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
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * Threads that act whenever something is due, on the clock of {@link SystemTime}. An agent always
 * ends what it has begun, so that no wait is cut off.
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
   * @param paces one for each thread
   * @param work does what is due, on the thread of its pace
   */
  public AgentThreads(List<Pace> paces, Consumer<Due> work) {
    this.paces = paces;
    this.work = work;
    ThreadFactory named =
        new ThreadFactoryBuilder().setNameFormat("agent-%d").setDaemon(true).build();
    threads = (ThreadPoolExecutor) Executors.newFixedThreadPool(paces.size(), named);
    threads.prestartAllCoreThreads();
  }

  /**
   * Lets the threads work until all work is done, as {@link #join} describes.
   *
   * @throws InterruptedException if the thread is interrupted; the agents are then interrupted too
   */
  public void run() throws InterruptedException {
    begin();
    join();
  }

  /** Lets the threads work. */
  public void begin() {
    paces.forEach(pace -> agents.add(threads.submit(() -> follow(pace))));
  }

  /** Lets no thread begin anything more. */
  public void stop() {
    stopped = true;
  }

  /**
   * Waits until all work is done or, once stopped, until work under way has ended.
   *
   * @throws InterruptedException if the thread is interrupted; the agents are then interrupted too
   * @throws RuntimeException the exception of an agent's work
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

  /** Ends the threads and their work. */
  @Override
  public void close() {
    stop();
    threads.shutdownNow();
  }

  /**
   * An action that is due.
   *
   * @param kind the kind of action
   * @param atNanos when, in nanoseconds of the clock of {@link AgentThreads}
   */
  public record Due(Kind kind, long atNanos) {}

  /** Decides what a thread does next. */
  public interface Pace {
    /**
     * The next action.
     *
     * @param nowNanos the time
     * @return empty when all is done
     */
    Optional<Due> next(long nowNanos);

    /**
     * A closed loop: each agent begins again when its last action has ended.
     *
     * @param agents how many there are
     * @param untilNanos when no more actions begin
     * @param turns decides what an agent does
     */
    static List<Pace> closed(int agents, long untilNanos, Turns turns) {
      return IntStream.range(0, agents).mapToObj(agent -> one(agent, untilNanos, turns)).toList();
    }

    private static Pace one(int agent, long untilNanos, Turns turns) {
      AtomicInteger turn = new AtomicInteger();
      return now ->
          Optional.of(turns.due(agent, turn.getAndIncrement(), now))
              .filter(due -> due.atNanos() < untilNanos);
    }

    /** Decides what an agent does next. */
    interface Turns {
      /**
       * The next action.
       *
       * @param agent the agent, from 0; -1 in an open loop
       * @param turn how many actions came before
       * @param nowNanos the time; in an open loop when the last action was due
       */
      Due due(int agent, int turn, long nowNanos);
    }

    /**
     * An open loop: each free thread takes the next action of a schedule, even if earlier ones have
     * not ended.
     *
     * @param threads how many actions may be under way at the same time
     * @param startNanos when the schedule begins
     * @param untilNanos when no more actions begin. Those that no thread could begin in time are
     *     given up; otherwise an overloaded server would never finish
     * @param turns decides the schedule
     * @return one for each thread
     */
    static List<Pace> open(int threads, long startNanos, long untilNanos, Turns turns) {
      Queue<Due> schedule = new ConcurrentLinkedQueue<>();
      long at = startNanos;
      for (int turn = 0; at < untilNanos; turn++) {
        Due due = turns.due(-1, turn, at);
        schedule.add(due);
        at = due.atNanos();
      }
      Pace pace = now -> Optional.ofNullable(schedule.poll()).filter(due -> now < untilNanos);
      return Collections.nCopies(threads, pace);
    }
  }
}
