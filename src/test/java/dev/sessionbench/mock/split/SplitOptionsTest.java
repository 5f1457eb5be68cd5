package dev.sessionbench.mock.split;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.mock.MockServerOptions;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SplitOptionsTest {
  static Stream<Arguments> wrong() {
    return Stream.of(
        wrong(o -> o.withInitialSplits(0), "initial: must be a whole number from 1 to 1024"),
        wrong(o -> o.withNodes(1_025), "nodes: must be a whole number from 1 to 1024"),
        wrong(
            o -> o.withCapacityPerSecond(0),
            "capacity: must be a number above 0 and at most 1000000000, is '0'"),
        wrong(o -> o.withNodeCapacityPerSecond(Double.NaN), "nodeCapacity: must be a number above"),
        wrong(o -> o.withSplitAbove(-1), "splitAbove: must be a number above 0 and at most 10"),
        wrong(
            o -> o.withMovingCapacity(2), "movingCapacity: must be a number above 0 and at most 1"),
        wrong(o -> o.withHeldNanos(4), "held: must be a number from 0.000000005 to 3600 s"),
        wrong(o -> o.withMoveNanos(-1), "move: must be a number from 0 to 3600 s"),
        wrong(
            o -> o.withCosts(Map.of(Rpc.COMMIT, -3)),
            "costs.Commit: must be a whole number from 0 to 1000000, is '-3'"));
  }

  private static Arguments wrong(UnaryOperator<SplitOptions> change, String message) {
    return Arguments.of(change, message);
  }

  @ParameterizedTest
  @MethodSource("wrong")
  void rejectsInvalidOptions(UnaryOperator<SplitOptions> change, String message) {
    SplitOptions wrong = change.apply(SplitOptions.defaults());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> MockServerOptions.defaults().withSplits(Optional.of(wrong)))
        .withMessageStartingWith("splits: " + message);
  }

  @Test
  void fasterServersSplitSoonerWithTheSameCapacity() {
    SplitOptions slow = SplitOptions.defaults();
    SplitOptions fast = EvenSplitting.faster(slow, 15);
    assertThat((double) EvenSplitting.endsNanos(fast, 30_000))
        .isCloseTo(EvenSplitting.endsNanos(slow, 30_000) / 15.0, within(10.0));
    assertThat(fast.capacityPerSecond()).isEqualTo(slow.capacityPerSecond());
  }
}
