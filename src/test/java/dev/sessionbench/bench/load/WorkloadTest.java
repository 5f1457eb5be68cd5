package dev.sessionbench.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sessionbench.base.model.SeededDraws;
import dev.sessionbench.bench.load.Operation.Kind;
import dev.sessionbench.bench.load.Workload.LoadSize;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class WorkloadTest {
  private static final int MAX = 400;
  private static final long SEED = 1;

  private static LoadPlan plan(Workload workload) {
    return workload.plan(workload.size(MAX, 0, 0, SEED));
  }

  private static long count(LoadPlan plan, Kind kind) {
    return IntStream.range(0, plan.size()).filter(i -> plan.operation(i).kind() == kind).count();
  }

  @Test
  void burstsHaveEightOperationsAndTwoCallersPerSession() {
    LoadSize size = Workload.BURST_READ.size(MAX, 0, 0, SEED);
    assertThat(size.operations()).isEqualTo(3_200);
    assertThat(size.concurrency()).isEqualTo(800);
    assertThat(plan(Workload.BURST_READ).peakDemand()).isEqualTo(800);
  }

  @Test
  void steadyIncreaseHasOneCaller() {
    assertThat(Workload.STEADY_INCREASE.size(MAX, 0, 1, SEED).concurrency()).isEqualTo(1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Workload.STEADY_INCREASE.size(MAX, 0, 8, SEED))
        .withMessageStartingWith("concurrency=8: means nothing to steadyIncrease");
  }

  @Test
  void mixedBurstsWriteFirst() {
    assertThat(count(plan(Workload.BURST_READ), Kind.READ)).isEqualTo(3_200);
    assertThat(count(plan(Workload.BURST_WRITE), Kind.WRITE)).isEqualTo(3_200);
    LoadPlan mixed = plan(Workload.BURST_READ_AND_WRITE);
    assertThat(count(mixed, Kind.WRITE)).isEqualTo(1_600);
    assertThat(mixed.operation(1_599).kind()).isEqualTo(Kind.WRITE);
    assertThat(mixed.operation(1_600).kind()).isEqualTo(Kind.READ);
  }

  @Test
  void burstWaitsAreTheOriginalDraws() {
    LoadPlan reads = plan(Workload.BURST_READ);
    for (int i = 0; i < reads.size(); i++) {
      Operation operation = reads.operation(i);
      assertThat(operation.thinkNanos()).isEqualTo(1_000_000 * SeededDraws.uniform(SEED, 1, i, 10));
      assertThat(operation.holdNanos()).isEqualTo(1_000_000 * SeededDraws.uniform(SEED, 2, i, 100));
      assertThat(operation.keeps()).isFalse();
    }
    assertThat(plan(Workload.BURST_WRITE).operation(7).thinkNanos())
        .isEqualTo(reads.operation(7).thinkNanos());
  }

  @ParameterizedTest
  @EnumSource(Workload.class)
  void stretchingChangesOnlyTheWaits(Workload workload) {
    LoadSize size = workload.size(MAX, 0, 0, SEED);
    LoadPlan original = workload.plan(size);
    LoadPlan stretched = workload.plan(size.withTimeScale(4));
    assertThat(stretched.size()).isEqualTo(original.size());
    assertThat(stretched.callers()).isEqualTo(original.callers());
    for (int i = 0; i < original.size(); i++) {
      Operation one = original.operation(i);
      assertThat(stretched.operation(i))
          .isEqualTo(
              new Operation(one.kind(), 0, 4 * one.thinkNanos(), 4 * one.holdNanos(), one.keeps()));
    }
  }

  @Test
  void steadyIncreaseKeepsEverySessionAndHasACertainDemand() {
    LoadPlan steady = plan(Workload.STEADY_INCREASE);
    assertThat(steady.size()).isEqualTo(400);
    assertThat(steady.callers()).isEqualTo(1);
    assertThat(steady.peakDemand()).isEqualTo(400);
    assertThat(steady.demandIsCertain()).isTrue();
    assertThat(plan(Workload.BURST_READ).demandIsCertain()).isFalse();
  }

  @Test
  void acceptsADemandBelowTheMaximum() {
    assertThat(
            Workload.STEADY_INCREASE
                .plan(Workload.STEADY_INCREASE.size(MAX, 130, 0, SEED))
                .peakDemand())
        .isEqualTo(130);
    assertThat(
            Workload.BURST_READ.plan(Workload.BURST_READ.size(MAX, 1_000, 130, SEED)).peakDemand())
        .isEqualTo(130);
  }

  @Test
  void halvedBurstKeepsEveryCallerBusy() {
    assertThat(new LoadSize(3_200, 800, SEED, 1).halved())
        .isEqualTo(new LoadSize(1_600, 800, SEED, 1));
    assertThat(new LoadSize(1_200, 800, SEED, 2).halved())
        .isEqualTo(new LoadSize(800, 800, SEED, 2));
    assertThat(new LoadSize(5, 800, SEED, 1).halved()).isEqualTo(new LoadSize(5, 800, SEED, 1));
  }

  @Test
  void refusesADemandAboveTheMaximum() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Workload.STEADY_INCREASE.size(MAX, 401, 0, SEED))
        .withMessageStartingWith("operations=401: must be at most maxSessions (400)");
  }

  @Test
  void writeCannotHoldOrKeepItsSession() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Operation(Kind.WRITE, 0, 0, 0, true))
        .withMessage("only a read can hold or keep its session");
    assertThatIllegalArgumentException().isThrownBy(() -> new Operation(Kind.READ, 0, -1, 0, true));
  }
}
