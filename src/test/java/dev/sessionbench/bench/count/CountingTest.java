package dev.sessionbench.bench.count;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.model.RunMetric;
import dev.sessionbench.base.model.Transport;
import dev.sessionbench.bench.load.Workload;
import dev.sessionbench.bench.trial.Observation.ServerView;
import dev.sessionbench.mock.rpc.RpcRecord;
import io.grpc.Status;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Counts the client of this build, with pools of four to forty sessions. */
class CountingTest {
  private static final Counting SMALL =
      new Counting(Map.of("minSessions", "4", "maxSessions", "40", "numChannels", "3"));

  private static final Counting DEFAULT = new Counting(Map.of());

  @ParameterizedTest
  @EnumSource(Workload.class)
  void everyExactCountMatchesTheClosedForm(Workload load) {
    for (Transport transport : Transport.values()) {
      for (int percent : new int[] {25, 50, 75, CountCell.FULL}) {
        // Seven divides no demand's growth, so there is no race for the last session.
        CountCell cell = new CountCell(load, 7, transport, percent);
        Map<String, Long> counts = new HashMap<>(SMALL.count(cell));
        assertThat(counts.keySet())
            .as(cell.name())
            .containsAll(
                Arrays.stream(RunMetric.values())
                    .filter(RunMetric::isExact)
                    .map(RunMetric::key)
                    .toList());
        assertThat(counts.remove(RunMetric.IN_FLIGHT.key())).isPositive();
        assertThat(counts)
            .as(cell.name())
            .containsEntry(RunMetric.SESSIONS_LEFT.key(), 0L)
            .containsEntry(RunMetric.NOT_RELEASED.key(), 0L)
            .containsEntry(RunMetric.FAILED_CALLERS.key(), 0L)
            .containsEntry(RunMetric.DELETE_SESSION_RPCS.key(), counts.get("sessionsCreated"))
            .containsAllEntriesOf(SMALL.byRule(cell));
      }
    }
  }

  @Test
  void meetsADemandBelowTheMaximumExactly() {
    CountCell half = new CountCell(Workload.BURST_WRITE, 7, Transport.INPROCESS, 50);
    // 23 are wanted, 19 beyond the minimum: three steps of seven.
    assertThat(SMALL.byRule(half))
        .containsEntry(RunMetric.CREATED.key(), 25L)
        .containsEntry(RunMetric.OVERSHOOT.key(), 2L)
        .containsEntry(RunMetric.RPCS.key(), 3 + 3L);
    assertThat(SMALL.count(half)).containsAllEntriesOf(SMALL.byRule(half));
  }

  @Test
  void parsesEveryCellName() {
    List<CountCell> cells = CountCell.all(CountCell.STEPS, List.of(Transport.values()));
    assertThat(cells).doesNotHaveDuplicates().hasSize(4 * 32 + 2 * 16);
    assertThat(cells).allMatch(cell -> CountCell.parse(cell.name()).equals(cell));
    assertThat(CountCell.scripts())
        .hasSize(5)
        .allMatch(cell -> CountCell.parse(cell.name()).equals(cell));
    assertThat(CountCell.original()).hasSize(32);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CountCell.parse("burstRead incStep=25 pigeon"))
        .withMessage("pigeon: nothing has this name");
  }

  @Test
  void retriesFailedCallsAndReportsEveryDeadline() {
    Map<String, Long> counts = DEFAULT.count(CountCell.parse("faults incStep=25 inprocess"));
    assertThat(counts)
        .containsEntry(RunMetric.RPCS.key(), 16 + 1L)
        .containsEntry(RunMetric.COMMIT_RPCS.key(), 100 + 11L)
        .containsEntry(RunMetric.FAILED_CALLERS.key(), 4L)
        .containsEntry(RunMetric.HASTY_RETRIES.key(), 0L)
        .containsEntry(RunMetric.NOT_RELEASED.key(), 0L)
        .containsEntry(RunMetric.SESSIONS_LEFT.key(), 0L);
  }

  @Test
  void anIdleHourReturnsThePoolToItsMinimum() {
    Map<String, Long> counts = SMALL.count(CountCell.parse("upkeep incStep=7 inprocess"));
    assertThat(counts)
        .containsEntry(RunMetric.CREATED.key(), 4 + 21L)
        .containsEntry(RunMetric.IDLE.key(), 4L);
    assertThat(counts.get(RunMetric.IDLE_SECONDS.key())).isBetween(4 * 3_600L, (4 + 21) * 3_600L);
  }

  @Test
  void creationsOverlapFromArrivalToReply() {
    List<RpcRecord> journal = new ArrayList<>();
    journal.add(creation(0, 100));
    journal.add(creation(200, 300));
    journal.add(creation(250, 350));
    journal.add(creation(300, 400));
    assertThat(ServerView.maxInFlight(journal, 200)).isEqualTo(2);
    assertThat(ServerView.maxInFlight(journal, 401)).isZero();
    assertThat(ServerView.maxInFlight(List.of(creation(0, 100), creation(50, 60)), 10))
        .isEqualTo(1);
  }

  private static RpcRecord creation(long arrival, long replied) {
    return new RpcRecord(arrival, Rpc.BATCH_CREATE_SESSIONS, "", 1, 0, replied, Status.Code.OK);
  }

  @Test
  void answersWithEveryCountOrTheFailure() {
    assertThat(CountingProcess.answer(SMALL, "steadyIncrease incStep=7 inprocess"))
        .startsWith(
            "numBatchCreateSessionsRpcs=9 batchCreateSessionsAttempts=9 sessionsCreated=40");
    assertThat(CountingProcess.answer(SMALL, "steadyIncrease"))
        .startsWith("failed: ")
        .contains("steadyIncrease: must be the name of a counted cell");
    assertThat(
            CountingProcess.answer(
                new Counting(Map.of("maxSessions", "0")), "burstRead incStep=7 inprocess"))
        .startsWith("failed: ")
        .contains("maxSessions=0: must be a whole number from 1");
  }

  @Test
  void tableHasEveryLoadAtEveryStepWithoutContradiction() {
    CountTable table = CountTable.count(SMALL);
    assertThat(table.contradictions()).isEmpty();
    assertThat(table.text().lines()).hasSize(2 + 8);
    assertThat(table.text())
        .contains("incStep | burstRead | burstWrite | burstReadAndWrite | steadyIncrease")
        .containsPattern("(?m)^ +10 \\| +7 \\| +7 \\| +7 \\| +7$");
    assertThat(table.json())
        .contains("\"burstRead incStep=10 inprocess\"", "\"contradictions\" : [");
  }
}
