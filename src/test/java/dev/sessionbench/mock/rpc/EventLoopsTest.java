package dev.sessionbench.mock.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EventLoopsTest {
  private final EventLoops loops = new EventLoops(2, Thread::new);

  @AfterEach
  void stop() {
    loops.stop();
  }

  @Test
  void tasksStayOnTheThreadThatSchedulesThem() throws Exception {
    CompletableFuture<Thread> first = new CompletableFuture<>();
    CompletableFuture<Thread> started = new CompletableFuture<>();
    CompletableFuture<Thread> scheduled = new CompletableFuture<>();
    loops.execute(
        () -> {
          first.complete(Thread.currentThread());
          loops.execute(() -> started.complete(Thread.currentThread()));
          var unused = loops.after(1_000, () -> scheduled.complete(Thread.currentThread()));
        });

    Thread thread = first.get(20, TimeUnit.SECONDS);
    assertThat(started.get(20, TimeUnit.SECONDS)).isSameAs(thread);
    assertThat(scheduled.get(20, TimeUnit.SECONDS)).isSameAs(thread);
  }

  @Test
  void timersRunAmongEndlessTasks() throws Exception {
    CountDownLatch due = new CountDownLatch(1);
    loops.execute(
        new Runnable() {
          private boolean begun;

          @Override
          public void run() {
            if (!begun) {
              begun = true;
              var unused = loops.after(1_000, due::countDown);
            }
            if (due.getCount() > 0) {
              loops.execute(this);
            }
          }
        });

    assertThat(due.await(20, TimeUnit.SECONDS)).isTrue();
  }
}
