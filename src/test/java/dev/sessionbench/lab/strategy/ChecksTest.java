package dev.sessionbench.lab.strategy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.model.Assigned;
import dev.sessionbench.lab.strategy.GrowthStrategy.Creation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks what the strategies of real pools ask for when N callers miss at one moment, worked out by
 * hand from their sources. The pool has 100 sessions, all in use, at most 400, and 4 channels. No
 * session is released, and answers arrive after the last miss.
 */
class ChecksTest {
  private static final Path TABLE =
      Path.of("src/test/resources/dev/sessionbench/lab/strategy/requests-on-demand.txt");
  private static final int[] CALLERS = {1, 12, 25, 26, 300};

  /** Passes decisions to a strategy only when this many callers have missed. */
  private static final class SeesTogether implements GrowthStrategy {
    private final GrowthStrategy strategy;
    private int unseen;

    SeesTogether(GrowthStrategy strategy, int callers) {
      this.strategy = strategy;
      this.unseen = callers;
    }

    @Override
    public Traits traits() {
      return strategy.traits();
    }

    @Override
    public List<Creation> decide(PoolView pool, PoolEvent event) {
      unseen -= event.isMiss() ? 1 : 0;
      return unseen > 0 ? List.of() : strategy.decide(pool, event);
    }

    @Override
    public long nextTickNanos() {
      return unseen > 0 ? NEVER : strategy.nextTickNanos();
    }
  }

  private static TinyPool pool(String name, String settings, Limits limits) {
    GrowthStrategy strategy = Strategies.named(name).create(limits, Assigned.params(settings));
    return new TinyPool(limits, strategy, (view, event) -> 0, /* failsWhenFull= */ true);
  }

  private static TinyPool full(String name, String settings, int minSessions) {
    TinyPool pool = pool(name, settings, new Limits(minSessions, 400, 4));
    pool.beginWithInUse(100);
    return pool;
  }

  private static List<TinyPool.Caller> miss(TinyPool pool, int callers) {
    return IntStream.range(0, callers).mapToObj(i -> pool.want()).toList();
  }

  private static Stream<String> rows() throws IOException {
    return Files.readAllLines(TABLE).stream().filter(line -> line.startsWith("| `"));
  }

  @ParameterizedTest
  @MethodSource("rows")
  void requestsAndSessionsForADemandMatchTheTable(String row) {
    String[] cells = row.replace("`", "").split("\\|", -1);
    String name = cells[1].strip();
    for (int i = 0; i < CALLERS.length; i++) {
      TinyPool pool = full(name, cells[2].strip(), Integer.parseInt(cells[3].strip()));
      List<TinyPool.Caller> callers = miss(pool, CALLERS[i]);
      pool.time.run();
      assertThat(pool.requested.size() + "/" + pool.created)
          .as("%s, N = %d", name, CALLERS[i])
          .isEqualTo(cells[5 + i].strip());
      assertThat(callers).allMatch(TinyPool.Caller::served);
      int most = Integer.parseInt(cells[4].strip());
      assertThat(pool.peakInFlight)
          .as("%s, N = %d, requests at once", name, CALLERS[i])
          .isEqualTo(Math.min(most, pool.requested.size()));
    }
  }

  /** The other extreme of the C# client, whose loop decides in the background. */
  @ParameterizedTest
  @CsvSource({
    "0, 1/1 3/12 5/25 6/26 60/300",
    "100, 21/101 23/112 25/125 26/126 60/300",
  })
  void headroomThatSeesAllMissesTogetherAsksForFiveSessionsAtATime(int minSessions, String cells) {
    for (int i = 0; i < CALLERS.length; i++) {
      Limits limits = new Limits(minSessions, 400, 4);
      GrowthStrategy headroom = Strategies.HEADROOM.create(limits, Map.of("maxBatch", "5"));
      GrowthStrategy strategy = new SeesTogether(headroom, CALLERS[i]);
      TinyPool pool = new TinyPool(limits, strategy);
      pool.beginWithInUse(100);
      List<TinyPool.Caller> callers = miss(pool, CALLERS[i]);
      pool.time.run();
      assertThat(pool.requested.size() + "/" + pool.created).isEqualTo(cells.split(" ", -1)[i]);
      assertThat(pool.peakInFlight).isEqualTo(Math.min(10, pool.requested.size()));
      assertThat(callers).allMatch(TinyPool.Caller::served);
    }
  }

  @Test
  void theTableHasElevenRows() throws IOException {
    assertThat(rows()).hasSize(11);
  }

  @ParameterizedTest
  @CsvSource({
    "fixed-step, 100, 25",
    "fixed-step-woken, 100, 40",
    "headroom, 0, 40",
    "fixed-step-serial, 100, 1",
    "even-channels, 100, 1",
    "step-per-waiter, 100, 0",
    "one-per-caller, 100, 1",
    "target-plus-increment, 100, 40"
  })
  void oneFailedRequestHitsSoManyOfFortyWaiters(String name, int minSessions, int hit) {
    TinyPool pool = full(name, "", minSessions);
    pool.fails = request -> request == 0;
    List<TinyPool.Caller> callers = miss(pool, 40);
    pool.time.run();
    assertThat(callers.stream().filter(caller -> caller.failed)).hasSize(hit);
  }

  @ParameterizedTest
  @CsvSource({
    "fixed-step, 12, false",
    "fixed-step, 300, true",
    "fixed-step-serial, 1, false",
    "one-per-caller, 299, false",
    "one-per-caller, 300, true",
    "one-per-caller-unbounded, 300, false",
    "multiplexed, 300, false"
  })
  void aPoolThatIsSetToFailDoesSoWhenItIsFull(String name, int before, boolean turnedAway) {
    TinyPool pool = full(name, "", 100);
    miss(pool, before);
    assertThat(pool.want().turnedAway).isEqualTo(turnedAway);
  }

  @ParameterizedTest
  @CsvSource({"fixed-step, 0", "fixed-step-serial, 1"})
  void aPoolWhoseWholeSizeIsBeingCreatedQueuesInJavaAndFailsInNode(String name, int turnedAway) {
    TinyPool pool = pool(name, "", new Limits(25, 25, 4));
    pool.open();
    assertThat(pool.want().turnedAway ? 1 : 0).isEqualTo(turnedAway);
  }
}
