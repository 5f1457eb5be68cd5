package dev.sessionbench.gate.run;

import static dev.sessionbench.base.model.Refusals.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.sun.management.ThreadMXBean;
import dev.sessionbench.bench.client.ChangedCode;
import dev.sessionbench.bench.client.ClientChange;
import dev.sessionbench.bench.client.ClientChange.Kind;
import dev.sessionbench.gate.Side;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs a client with each change, and checks by exact counts that it behaves so. */
class ClientChangeTest {
  private static final OwnCounter BASE = OwnCounter.ofBase();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "growth-twice:1 | burstRead incStep=10 inprocess 25% | numBatchCreateSessionsRpcs | 5 | 6",
        "growth-twice:4 | burstRead incStep=1 inprocess 25% | numBatchCreateSessionsRpcs | 7 | 8",
        "growth-at-once:1 | burstRead incStep=10 inprocess 25% | sessionsCreated | 110 | 400",
        "growth-at-once:10 | burstRead incStep=10 inprocess | numBatchCreateSessionsRpcs | 34 | 16",
        "growth-smaller:5 | burstRead incStep=25 inprocess | numBatchCreateSessionsRpcs | 16 | 19",
        "growth-smaller:1 | burstRead incStep=25 inprocess | numBatchCreateSessionsRpcs | 16 | 17",
        "growth-refused:1 | burstRead incStep=25 inprocess 25% | sessionsCreated | 125 | 100",
        "release-lost:20 | acquires incStep=25 inprocess | sessionsNotReleased | 0 | 20",
        "release-lost:200 | acquires incStep=25 inprocess | sessionsNotReleased | 0 | 2",
        "release-order:1 | idleOrder incStep=25 inprocess | idleOrder | 987654321 | 123456789",
        "keep-alive-skipped:1 | upkeep incStep=25 inprocess | executeStreamingSqlRpcs | 351 | 250",
        "removal-skipped:1 | upkeep incStep=25 inprocess | poolIdle | 100 | 250",
        "removal-skipped:2 | upkeep incStep=25 inprocess | idleSessionSeconds | 853500 | 855000",
        "deletion-skipped:1 | reopening incStep=25 inprocess | sessionsLeft | 0 | 2000",
        "deletion-skipped:100 | reopening incStep=25 inprocess | sessionsLeft | 0 | 20",
        "error-swallowed:1 | faults incStep=25 inprocess | failedCallers | 4 | 0",
        "error-swallowed:2 | faults incStep=25 inprocess | failedCallers | 4 | 2",
      })
  void changeShowsInACount(String change, String cell, String metric, double before, double after) {
    assertThat(BASE.counts(cell)).containsEntry(metric, before);
    assertThat(OwnCounter.changed(change).counts(cell)).containsEntry(metric, after);
  }

  /** The values depend on a race, but never come near those of the unchanged client. */
  @ParameterizedTest
  @CsvSource({
    "release-late:20, acquires incStep=25 inprocess, sessionsUsed",
    "release-late:100, acquires incStep=25 inprocess, sessionsUsed",
    "keep-alive-skipped:2, upkeep incStep=25 inprocess, executeStreamingSqlRpcs",
    "release-order:5, idleOrder incStep=25 inprocess, idleOrder",
    "close-leak:1, reopening incStep=25 inprocess, threadsLeft",
    "close-leak:2, reopening incStep=25 inprocess, threadsLeft",
    "error-hasty:1, faults incStep=25 inprocess, hastyRetries",
    "error-hasty:5, faults incStep=25 inprocess, hastyRetries",
    "channel-single:1, steadyIncrease incStep=50 tcp, statementsOnBusiestChannel",
    "channel-single:4, steadyIncrease incStep=50 tcp, statementsOnBusiestChannel",
    "channel-lost:1, steadyIncrease incStep=50 tcp, statementsOnBusiestChannel",
  })
  void changeShowsInACountThatVaries(String change, String cell, String metric) {
    assertThat(OwnCounter.changed(change).counts(cell).get(metric))
        .isNotNull()
        .isNotEqualTo(BASE.counts(cell).get(metric));
  }

  /** The calls that move can leave the busiest channel as it was; the gate counts ten times. */
  @Test
  void fewCallsOnOtherChannelsShowInOneOfTenCounts() {
    String cell = "steadyIncrease incStep=50 tcp";
    String metric = "statementsOnBusiestChannel";
    Long before = BASE.counting().apply(cell).get(metric);
    OwnCounter client = OwnCounter.changed("channel-lost:10");
    assertThat(
            Stream.generate(() -> client.counting().apply(cell).get(metric))
                .limit(10)
                .anyMatch(count -> !count.equals(before)))
        .isTrue();
  }

  /** Every caller acquires once; one request for each channel fills the pool, and one grows it. */
  @ParameterizedTest
  @CsvSource({
    "growth-late:1, burstRead incStep=25 inprocess 25%, 5",
    "acquire-slow:1, burstRead incStep=25 inprocess 25%, 103",
    "acquire-stall:1000, burstRead incStep=25 inprocess 25%, 103",
    "acquire-cpu:1, burstRead incStep=25 inprocess 25%, 103",
    "acquire-allocation:1, burstRead incStep=25 inprocess 25%, 103",
    "acquire-lock:1, burstRead incStep=25 inprocess 25%, 103",
    "release-cpu:1, acquires incStep=25 inprocess, 400",
    "opening-slow:1, acquires incStep=25 inprocess, 1",
  })
  void changeKeepsAllCountsAndIsCalledOnceForEach(String change, String cell, long calls)
      throws ReflectiveOperationException {
    OwnCounter client = OwnCounter.changed(change);
    Map<String, Double> counts = client.counts(cell);
    List.of("numBatchCreateSessionsRpcs", "sessionsCreated", "sessionsNotReleased")
        .forEach(name -> assertThat(counts).containsEntry(name, BASE.counts(cell).get(name)));
    Class<?> code = client.loader().loadClass(ChangedCode.class.getName());
    assertThat(code.getMethod("calls").invoke(null)).isEqualTo(calls);
  }

  @Test
  void additionsAreAtLeastAsLargeAsStated() {
    ThreadMXBean thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long bytes = thread.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < 100; i++) {
      assertThat(ChangedCode.isSkipped("ALLOCATE", 2_000, this)).isFalse();
    }
    assertThat(thread.getCurrentThreadAllocatedBytes() - bytes).isGreaterThanOrEqualTo(200_000);
    for (String effect : List.of("COMPUTE", "PAUSE")) {
      long nanos = System.nanoTime();
      assertThat(ChangedCode.isSkipped(effect, 2_000, this)).isFalse();
      assertThat(System.nanoTime() - nanos).isGreaterThanOrEqualTo(2_000_000L);
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void everyKindFitsThisClientAndHasTwoStrengths(Kind kind) {
    kind.standard().get(0).check(OwnCounter.classPath());
    assertThat(kind.standard()).hasSize(2).doesNotHaveDuplicates();
    for (ClientChange change : kind.standard()) {
      assertThat(ClientChange.parse(change.toString())).isEqualTo(change);
      assertThat(change.meaning()).contains("" + change.amount());
    }
    assertThat(ClientChange.parse(kind.toString())).isEqualTo(kind.standard().get(0));
  }

  @Test
  void clientWithoutTheMethodIsRefusedByName() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ClientChange.parse("release-lost:20").check("no-such-folder"))
        .withMessage("release-lost: this client has no SessionPool$PooledSession.close");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"growth", "growth-twice:0", "growth-twice:-1", "growth-twice:", "x:1", ""})
  void refusesOtherTexts(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ClientChange.parse(text))
        .withMessageStartingWith(text);
  }

  @Test
  void onlyTheCandidateIsChanged() {
    assertThat(SideSpec.parse(Side.CANDIDATE, "change=growth-late").injection())
        .isEqualTo("growth-late:3000");
    refused(() -> SideSpec.parse(Side.BASELINE, "change=growth-late"))
        .hasMessage("--base change=growth-late: a change goes into the candidate only");
    refused(() -> SideSpec.parse(Side.CANDIDATE, "change=x"))
        .hasMessageStartingWith("--head change=x: change=x: must be KIND or KIND:N");
  }
}
