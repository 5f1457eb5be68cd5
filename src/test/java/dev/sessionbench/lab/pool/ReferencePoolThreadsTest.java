package dev.sessionbench.lab.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.model.SystemTime;
import dev.sessionbench.lab.pool.ReferencePool.Borrower;
import dev.sessionbench.lab.pool.ReferencePool.PoolStatistics;
import dev.sessionbench.lab.pool.ReferencePool.PooledSession;
import dev.sessionbench.lab.strategy.Limits;
import dev.sessionbench.lab.strategy.Strategies;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Tests the pool under threads, with a service that answers on threads of its own. */
class ReferencePoolThreadsTest {
  private static final int CALLERS = 6;
  private static final int TURNS = 3_000;
  private static final int MAX = 4;

  private final ExecutorService service = Executors.newFixedThreadPool(2);
  private final ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
  private final AtomicInteger inUse = new AtomicInteger();
  private final AtomicInteger mostInUse = new AtomicInteger();

  private final ReferencePool<String> pool =
      new ReferencePool<>(
          PoolOptions.waiting(new Limits(0, MAX, 1), TimeUnit.MINUTES.toNanos(1)),
          Strategies.FIXED_STEP.create(new Limits(0, MAX, 1), Map.of("incStep", "1")),
          Optional.empty(),
          new SessionService<>() {
            @Override
            public void create(int channel, int sessions, Reply<String> reply) {
              service.execute(() -> reply.created(Collections.nCopies(sessions, "s")));
            }

            @Override
            public void delete(String session) {}
          },
          SystemTime.CLOCK);

  private void useOnce() {
    CompletableFuture<PooledSession<String>> future = new CompletableFuture<>();
    pool.acquire(
        new Borrower<>() {
          @Override
          public void acquired(PooledSession<String> session) {
            mostInUse.accumulateAndGet(inUse.incrementAndGet(), Math::max);
            future.complete(session);
          }

          @Override
          public void refused(String why) {
            future.completeExceptionally(new IllegalStateException(why));
          }
        });
    PooledSession<String> session = future.join();
    inUse.decrementAndGet();
    pool.release(session);
  }

  @Test
  void threadsNeverShareOrLoseASession() throws Exception {
    pool.open();
    List<CompletableFuture<Void>> ends = new ArrayList<>();
    for (int i = 0; i < CALLERS; i++) {
      ends.add(
          CompletableFuture.runAsync(
              () -> {
                for (int turn = 0; turn < TURNS; turn++) {
                  useOnce();
                }
              },
              callers));
    }
    for (CompletableFuture<Void> end : ends) {
      end.get(60, TimeUnit.SECONDS);
    }
    PoolStatistics done = pool.statistics().get(60, TimeUnit.SECONDS);
    pool.retire();
    service.shutdownNow();
    callers.shutdownNow();
    assertThat(done.acquired()).isEqualTo(CALLERS * TURNS);
    assertThat(done.released()).isEqualTo(CALLERS * TURNS);
    assertThat(done.refused() + done.timedOut()).isZero();
    assertThat(done.created()).isBetween(1L, (long) MAX);
    assertThat(mostInUse.get()).isLessThanOrEqualTo(MAX);
  }
}
