package dev.sessionbench.mock.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WorkerLoopsTest {
  private final WorkerLoops loops = new WorkerLoops(2, Thread::new);

  @AfterEach
  void stop() {
    var unused = loops.shutdownGracefully(0, 1, TimeUnit.SECONDS);
  }

  @Test
  void oneTaskAlwaysMeetsTheSameThread() throws Exception {
    Set<Thread> threads = ConcurrentHashMap.newKeySet();
    CountDownLatch ran = new CountDownLatch(100);
    Runnable task =
        () -> {
          threads.add(Thread.currentThread());
          ran.countDown();
        };
    for (int i = 0; i < 100; i++) {
      loops.execute(task);
    }

    assertThat(ran.await(20, TimeUnit.SECONDS)).isTrue();
    assertThat(threads).hasSize(1);
  }

  @Test
  void whatALoopStartsOrSchedulesStaysOnItsThread() throws Exception {
    CompletableFuture<Thread> first = new CompletableFuture<>();
    CompletableFuture<Thread> started = new CompletableFuture<>();
    CompletableFuture<Thread> scheduled = new CompletableFuture<>();
    LoopScheduler scheduler = new LoopScheduler(loops);
    loops.execute(
        () -> {
          first.complete(Thread.currentThread());
          loops.execute(() -> started.complete(Thread.currentThread()));
          var unused = scheduler.schedule(1_000, () -> scheduled.complete(Thread.currentThread()));
        });

    Thread thread = first.get(20, TimeUnit.SECONDS);
    assertThat(started.get(20, TimeUnit.SECONDS)).isSameAs(thread);
    assertThat(scheduled.get(20, TimeUnit.SECONDS)).isSameAs(thread);
  }

  @Test
  void aTimerRunsAlthoughTasksNeverEnd() throws Exception {
    CountDownLatch due = new CountDownLatch(1);
    LoopScheduler scheduler = new LoopScheduler(loops);
    loops.execute(
        new Runnable() {
          private boolean begun;

          @Override
          public void run() {
            if (!begun) {
              begun = true;
              var unused = scheduler.schedule(1_000, due::countDown);
            }
            if (due.getCount() > 0) {
              loops.execute(this);
            }
          }
        });

    assertThat(due.await(20, TimeUnit.SECONDS)).isTrue();
  }
}
