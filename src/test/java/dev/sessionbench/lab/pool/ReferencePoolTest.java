package dev.sessionbench.lab.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sessionbench.base.model.TimeSource.Cancellable;
import dev.sessionbench.lab.strategy.GrowthStrategy.Creation;
import dev.sessionbench.lab.strategy.PoolEvent;
import dev.sessionbench.lab.strategy.PoolView;
import dev.sessionbench.lab.strategy.Traits;
import dev.sessionbench.lab.strategy.Traits.Failure;
import dev.sessionbench.lab.strategy.Traits.Handover;
import dev.sessionbench.lab.strategy.Traits.Waking;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReferencePoolTest {
  @Test
  void waitersAreServedInOrderByArrivalsAndReturns() {
    PoolHarness h = PoolHarness.asking(1, 1, Traits.QUEUED);
    h.caller("a");
    h.caller("b");
    h.caller("c");
    h.answer(1);
    h.giveBack("a");
    h.giveBack("b");
    assertThat(h.log).containsExactly("a has s1", "b has s1", "c has s1");
    assertThat(h.statistics().maxInUse()).isEqualTo(1);
  }

  @Test
  void theIdleSessionThatWasUsedLastIsAcquiredFirst() {
    PoolHarness h = PoolHarness.asking(2, 2, Traits.QUEUED);
    h.caller("a");
    h.answer(1);
    h.caller("b");
    h.giveBack("a");
    h.giveBack("b");
    h.caller("c");
    assertThat(h.log).containsExactly("a has s1", "b has s2", "c has s2");
  }

  @Test
  void aWaiterThatTimesOutIsRefusedAndGetsNothingLater() {
    PoolHarness h = PoolHarness.asking(1, 1, Traits.QUEUED);
    h.caller("a");
    h.time.after(10, () -> h.caller("b"));
    h.time.after(PoolHarness.TIMEOUT + 5, () -> h.answer(1));
    h.time.run();
    assertThat(h.log).containsExactly("a refused: no session within the time limit", "b has s1");
    assertThat(h.statistics().timedOut()).isEqualTo(1);
  }

  @Test
  void aCancelledWaiterIsNotCalled() {
    PoolHarness h = PoolHarness.asking(1, 1, Traits.QUEUED);
    Cancellable wait = h.caller("a");
    h.caller("b");
    wait.cancel();
    h.answer(1);
    h.time.run();
    assertThat(h.log).containsExactly("b has s1");
  }

  @Test
  void aFullPoolThatFailsRefusesOnlyCallersWithNothingDue() {
    PoolHarness h =
        new PoolHarness(1, PoolHarness.atMiss(1, Traits.QUEUED), Optional.empty(), true);
    h.caller("a");
    h.caller("b");
    assertThat(h.log).containsExactly("b refused: the pool is full");
  }

  @Test
  void requestsBeyondTheLimitWaitForAnAnswer() {
    PoolHarness h = PoolHarness.asking(1, 9, Traits.QUEUED.withMaxInFlight(2));
    List.of("a", "b", "c", "d").forEach(h::caller);
    assertThat(h.open).containsOnlyKeys(1, 2);
    h.answer(2);
    assertThat(h.open).containsOnlyKeys(1, 3);
    h.fail(1);
    assertThat(h.open).containsOnlyKeys(3, 4);
  }

  @Test
  void theNextRequestWaitsForThePause() {
    PoolHarness h = PoolHarness.asking(1, 9, Traits.QUEUED.withMaxInFlight(1).withPauseNanos(30));
    h.caller("a");
    h.caller("b");
    h.answer(1);
    assertThat(h.open).isEmpty();
    h.time.runWhile(() -> h.open.isEmpty());
    assertThat(h.time.nanos()).isEqualTo(30);
  }

  @Test
  void theRestOfAShortAnswerIsRequestedAgain() {
    PoolHarness h = PoolHarness.asking(5, 10, Traits.QUEUED.withMaxInFlight(1));
    h.caller("a");
    h.answer(1, 3);
    assertThat(h.asked).containsEntry(2, 2);
    h.answer(2);
    assertThat(h.statistics().created()).isEqualTo(5);
    assertThat(h.statistics().requests()).isEqualTo(2);
  }

  @Test
  void theRestOfAShortAnswerMakesRoomIfNotRequestedAgain() {
    PoolHarness h = PoolHarness.asking(5, 5, Traits.QUEUED.withAsksAgain(false));
    h.caller("a");
    h.answer(1, 1);
    h.caller("b");
    assertThat(h.asked).containsEntry(2, 4);
  }

  @ParameterizedTest
  @CsvSource({
    "AS_MANY_AS_LOST, a b",
    "HEAD, a",
    "EVERYBODY, a b c",
    "NOBODY, ''",
    "WHO_ASKED, ''",
  })
  void failureReachesTheCallersThatTheStrategyNames(Failure failure, String expected) {
    // The second caller asks for two.
    List<String> asked = new ArrayList<>();
    PoolHarness h =
        PoolHarness.by(
            9,
            Traits.QUEUED.withFailure(failure),
            (view, event) -> {
              if (!event.isMiss()) {
                return List.of();
              }
              asked.add("");
              return asked.size() == 2 ? List.of(new Creation(2, 1)) : List.of();
            });
    List.of("a", "b", "c").forEach(h::caller);
    h.fail(1);
    assertThat(h.log.stream().map(line -> line.substring(0, 1)))
        .containsExactlyElementsOf(expected.isEmpty() ? List.of() : List.of(expected.split(" ")));
    assertThat(h.pool.view().join().creating()).isZero();
  }

  @Test
  void aTiedCallerIsServedByItsOwnRequestAlone() {
    PoolHarness h = PoolHarness.asking(1, 2, Traits.TIED);
    h.caller("a");
    h.caller("b");
    h.answer(1);
    h.giveBack("a");
    assertThat(h.log).containsExactly("a has s1");
    h.caller("c");
    h.answer(2);
    assertThat(h.log).containsExactly("a has s1", "c has s1", "b has s2");
  }

  @Test
  void aWaitThatTimesOutTakesAnIdleSessionAndCancelsItsUnsentRequest() {
    PoolHarness h = PoolHarness.asking(1, 9, Traits.TIED.withMaxInFlight(1).withCancels(true));
    List.of("a", "b", "c").forEach(h::caller);
    h.answer(1);
    h.giveBack("a");
    h.time.run();
    assertThat(h.log)
        .containsExactly("a has s1", "b has s1", "c refused: no session within the time limit");
    h.answer(2);
    assertThat(h.asked).hasSize(2);
  }

  @Test
  void onlyTheTiedCallerGetsTheErrorOfItsRequest() {
    PoolHarness h = PoolHarness.asking(1, 2, Traits.TIED.withFailure(Failure.EVERYBODY));
    List.of("a", "b", "c").forEach(h::caller);
    h.fail(2);
    assertThat(h.log).containsExactly("b refused: broken");
  }

  @Test
  void aCallerTiedToItsLastRequestGetsTheErrorOfAnEarlierOne() {
    Traits traits =
        Traits.QUEUED.withServing(Traits.Serving.BY_LAST_OF_OWN).withFailure(Failure.WHO_ASKED);
    PoolHarness h =
        PoolHarness.by(
            9,
            traits,
            (view, event) ->
                event.isMiss() ? List.of(new Creation(2, 0), new Creation(1, 1)) : List.of());
    h.caller("a");
    h.fail(1);
    h.answer(2);
    assertThat(h.log).containsExactly("a refused: broken");
    h.caller("b");
    assertThat(h.log).endsWith("b has s1");
  }

  @Test
  void aCancelledTiedCallersSessionServesTheNextWaiter() {
    PoolHarness h = PoolHarness.asking(1, 1, Traits.TIED);
    Cancellable wait = h.caller("a");
    h.caller("b");
    wait.cancel();
    h.answer(1);
    assertThat(h.log).containsExactly("b has s1");
  }

  @Test
  void allWaitersAreWokenInOrderAfterEveryReturn() {
    List<Integer> seen = new ArrayList<>();
    PoolHarness h =
        PoolHarness.by(
            1,
            Traits.QUEUED.withWaking(Waking.ALL),
            (view, event) -> {
              if (event instanceof PoolEvent.Woken) {
                seen.add(view.waiting());
              }
              return PoolHarness.atMiss(1, Traits.QUEUED).decide(view, event);
            });
    List.of("a", "b", "c", "d").forEach(h::caller);
    h.answer(1);
    assertThat(seen).containsExactly(0, 1, 2);
    h.giveBack("a");
    assertThat(seen).containsExactly(0, 1, 2, 0, 1);
  }

  @Test
  void theNewFirstWaiterIsWoken() {
    PoolHarness h =
        PoolHarness.by(
            3,
            Traits.QUEUED.withWaking(Waking.NEXT),
            (view, event) ->
                event.isMiss() && view.creating() == 0 && view.room() > 0
                    ? List.of(new Creation(1, 0))
                    : List.of());
    List.of("a", "b", "c").forEach(h::caller);
    assertThat(h.open).hasSize(1);
    h.answer(1);
    h.answer(2);
    h.answer(3);
    assertThat(h.log).containsExactly("a has s1", "b has s2", "c has s3");
  }

  @Test
  void aCallerTiedToAnElidedRequestQueues() {
    PoolHarness.Strategy atMiss = PoolHarness.atMiss(1, Traits.TIED.withMaxInFlight(1));
    PoolHarness h =
        new PoolHarness(
            9,
            new dev.sessionbench.lab.strategy.GrowthStrategy() {
              @Override
              public Traits traits() {
                return atMiss.traits();
              }

              @Override
              public List<Creation> decide(PoolView view, PoolEvent event) {
                return atMiss.decide(view, event);
              }

              @Override
              public int stillNeeded(PoolView view, Creation creation) {
                return view.total() > 0 ? 0 : creation.sessions();
              }
            },
            Optional.empty(),
            false);
    h.caller("a");
    h.caller("b");
    h.answer(1);
    assertThat(h.open).isEmpty();
    assertThat(h.pool.view().join().creating()).isZero();
    h.giveBack("a");
    assertThat(h.log).containsExactly("a has s1", "b has s1");
  }

  @Test
  void whoReleasesASessionAndAsksAtOnceHasAnEvenChanceAgainstTheWaiter() {
    PoolHarness h = PoolHarness.asking(1, 1, Traits.QUEUED.withHandover(Handover.RACED));
    int passed = 0;
    for (int i = 0; i < 100; i++) {
      h.releaseToAWaiter();
      h.caller("a");
      h.time.run();
      passed += h.lent.containsKey("a") ? 1 : 0;
      h.releaseAll();
    }
    assertThat(passed).isBetween(35, 65);
  }

  @Test
  void nobodyElsePassesTheWaiterAtTheMomentOfTheRelease() {
    PoolHarness h = PoolHarness.asking(1, 1, Traits.QUEUED.withHandover(Handover.RACED));
    for (int i = 0; i < 20; i++) {
      h.releaseToAWaiter();
      h.caller("c");
      h.time.run();
      assertThat(h.lent).containsOnlyKeys("b");
      h.releaseAll();
    }
  }

  @Test
  void whoComesWhileTheWaiterWakesUpPassesIt() {
    PoolHarness h = PoolHarness.asking(1, 1, Traits.QUEUED.withHandover(Handover.RACED));
    int passed = 0;
    for (int i = 0; i < 20; i++) {
      h.releaseToAWaiter();
      h.time.after(1, () -> h.caller("c"));
      h.time.run();
      passed += h.lent.containsKey("c") ? 1 : 0;
      h.releaseAll();
    }
    assertThat(passed).isBetween(4, 16);
  }

  @Test
  void anyWaiterIsServedIfAllAreWoken() {
    PoolHarness h = PoolHarness.asking(1, 9, Traits.QUEUED.withHandover(Handover.ANY));
    List<String> names = List.of("a", "b", "c", "d", "e", "f", "g", "h", "i");
    names.forEach(h::caller);
    names.forEach(name -> h.answer(names.indexOf(name) + 1));
    assertThat(h.lent.keySet()).containsExactlyInAnyOrderElementsOf(names);
    assertThat(List.copyOf(h.lent.keySet())).isNotEqualTo(names);
  }

  @Test
  void callersBlockedByCreationsAreServedInAnyOrderOnceAllHaveEnded() {
    PoolHarness h = PoolHarness.asking(1, 1, Traits.TIED.withWaitsForCreations(true));
    h.caller("a");
    List<String> names = List.of("b", "c", "d", "e", "f", "g", "h", "i");
    names.forEach(h::caller);
    h.answer(1);
    h.releaseAll();
    List<String> served = h.log.stream().map(line -> line.substring(0, 1)).toList();
    assertThat(served).first().isEqualTo("a");
    assertThat(served.subList(1, 9)).containsExactlyInAnyOrderElementsOf(names);
    assertThat(served.subList(1, 9)).isNotEqualTo(names);
  }

  @Test
  void aReleaseWaitsForItsTurnAmongTheRequests() {
    PoolHarness h =
        PoolHarness.asking(1, 3, Traits.QUEUED.withMaxInFlight(1).withQueuedReleases(true));
    h.caller("a");
    h.answer(1);
    List.of("b", "c", "d").forEach(h::caller);
    h.giveBack("a");
    h.answer(2);
    assertThat(h.log).containsExactly("a has s1", "b has s2");
    h.answer(3);
    assertThat(h.log).containsExactly("a has s1", "b has s2", "c has s3", "d has s1");
  }

  @Test
  void aSharedSessionServesEverybodyAtOnce() {
    PoolHarness h = PoolHarness.asking(1, 1, Traits.QUEUED.withShared(true));
    List.of("a", "b").forEach(h::caller);
    h.answer(1);
    h.caller("c");
    h.giveBack("a");
    assertThat(h.log).containsExactly("a has s1", "b has s1", "c has s1");
    assertThat(h.statistics().created()).isEqualTo(1);
  }

  @Test
  void thePoolContinuesAfterABorrowerThrows() {
    PoolHarness h = PoolHarness.asking(1, 2, Traits.QUEUED);
    var unused =
        h.pool.acquire(
            new ReferencePool.Borrower<>() {
              @Override
              public void acquired(ReferencePool.PooledSession<String> session) {
                h.caller("b");
                throw new IllegalStateException("thrown by a borrower");
              }

              @Override
              public void refused(String why) {}
            });
    assertThatThrownBy(() -> h.answer(1)).hasMessage("thrown by a borrower");
    h.answer(2);
    assertThat(h.log).containsExactly("b has s2");
  }
}
