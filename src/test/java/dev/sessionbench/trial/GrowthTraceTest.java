package dev.sessionbench.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.mock.journal.RpcRecord;
import dev.sessionbench.model.Rpc;
import dev.sessionbench.workload.OperationTimes;
import io.grpc.Status;
import java.util.List;
import org.junit.jupiter.api.Test;

class GrowthTraceTest {
  private static final long START = 5_000_000_000L;
  private static final long MILLI = 1_000_000;

  private static RpcRecord creation(long repliedMillis, int sessions) {
    long replied = START + repliedMillis * MILLI;
    return new RpcRecord(
        replied - 20 * MILLI,
        Rpc.BATCH_CREATE_SESSIONS,
        sessions,
        20 * MILLI,
        replied,
        Status.Code.OK);
  }

  private static OperationTimes operation(double wanted, double acquired, double released) {
    return new OperationTimes(nanos(wanted), nanos(acquired), nanos(released));
  }

  private static long nanos(double millis) {
    return START + Math.round(millis * MILLI);
  }

  @Test
  void followsThePoolFromItsMinimumThroughEachStep() {
    GrowthTrace trace =
        GrowthTrace.of(
            List.of(creation(-100, 2), creation(25, 3), creation(50, 3)),
            List.of(operation(1, 2, 40), operation(10, 25, 60)),
            START,
            1);
    assertThat(trace.timeMillis()).containsExactly(0.0, 1.0, 2.0, 10.0, 25.0, 40.0, 50.0, 60.0);
    assertThat(trace.total()).containsExactly(2.0, 2.0, 2.0, 2.0, 5.0, 5.0, 8.0, 8.0);
    assertThat(trace.inUse()).containsExactly(0.0, 0.0, 1.0, 1.0, 2.0, 1.0, 1.0, 0.0);
    assertThat(trace.waiting()).containsExactly(0.0, 1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0);
  }

  @Test
  void showsAChangeAtTheEndOfItsMillisecondAndNotBefore() {
    GrowthTrace trace = GrowthTrace.of(List.of(), List.of(operation(0.2, 3.4, 5)), START, 1);
    assertThat(trace.timeMillis()).containsExactly(0.0, 1.0, 4.0, 5.0);
    assertThat(trace.waiting()).containsExactly(0.0, 1.0, 0.0, 0.0);
  }

  @Test
  void dividesTimesByWhatTheyWereStretchedBy() {
    GrowthTrace trace =
        GrowthTrace.of(List.of(creation(40, 3)), List.of(operation(4, 40, 80)), START, 4);
    assertThat(trace.timeMillis()).containsExactly(0.0, 1.0, 10.0, 20.0);
    assertThat(trace.total()).containsExactly(0.0, 0.0, 3.0, 3.0);
  }

  @Test
  void keepsASessionInUseThatIsNeverReleased() {
    OperationTimes kept = new OperationTimes(nanos(1), nanos(2), Long.MAX_VALUE);
    GrowthTrace trace = GrowthTrace.of(List.of(), List.of(kept), START, 1);
    assertThat(trace.inUse()).last().isEqualTo(1.0);
  }

  @Test
  void tellsWhenTheServerHadCreatedANumberOfSessions() {
    List<RpcRecord> journal = List.of(creation(50, 3), creation(-100, 2), creation(25, 3));
    assertThat(GrowthTimes.nanosUntil(journal, START, 2)).isZero();
    assertThat(GrowthTimes.nanosUntil(journal, START, 3)).isEqualTo(25.0 * MILLI);
    assertThat(GrowthTimes.nanosUntil(journal, START, 8)).isEqualTo(50.0 * MILLI);
    assertThat(GrowthTimes.nanosUntil(journal, START, 9)).isNaN();
  }
}
