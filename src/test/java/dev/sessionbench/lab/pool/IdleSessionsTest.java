package dev.sessionbench.lab.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.lab.strategy.PoolEvent;
import dev.sessionbench.lab.strategy.PoolView;
import dev.sessionbench.lab.strategy.ShrinkStrategy;
import dev.sessionbench.lab.strategy.Traits;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class IdleSessionsTest {
  @Test
  void theShrinkStrategyClosesInItsOrderAndGetsTheEvent() {
    List<PoolEvent> seen = new ArrayList<>();
    ShrinkStrategy keepsOne =
        new ShrinkStrategy() {
          @Override
          public int decide(PoolView view, PoolEvent event) {
            seen.add(event);
            return event instanceof PoolEvent.Returned ? view.total() - 1 : 0;
          }

          @Override
          public Order order() {
            return Order.LEAST_RECENTLY_USED;
          }

          @Override
          public boolean deletes() {
            return true;
          }
        };
    PoolHarness h =
        new PoolHarness(3, PoolHarness.atMiss(3, Traits.QUEUED), Optional.of(keepsOne), false);
    h.caller("a");
    h.answer(1);
    h.time.after(7, () -> h.giveBack("a"));
    h.time.run();
    assertThat(h.deleted).hasSize(2).doesNotContain("s1");
    assertThat(seen).endsWith(new PoolEvent.Returned(), new PoolEvent.Closed(2));
    assertThat(h.statistics().closed()).isEqualTo(2);
  }

  @Test
  void idleTimeIsSummedOverTheSessions() {
    PoolHarness h = PoolHarness.asking(3, 3, Traits.QUEUED);
    h.caller("a");
    h.answer(1);
    h.time.after(10, () -> h.giveBack("a"));
    h.time.after(14, () -> h.caller("b"));
    h.time.runWhile(() -> !h.lent.containsKey("b"));
    assertThat(h.statistics().idleNanos()).isEqualTo(2 * 10 + 3 * 4);
    assertThat(h.statistics().neverUsed()).isEqualTo(2);
  }
}
