package dev.sessionbench.mock.split;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.sessionbench.base.model.Rpc;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SplitOptionsTest {
  static Stream<Arguments> wrong() {
    return Stream.of(
        wrong(o -> o.withInitialSplits(0), "initialSplits: 0 must be from 1 to 1024"),
        wrong(o -> o.withNodes(1_025), "nodes: 1025 must be from 1 to 1024"),
        wrong(
            o -> o.withCapacityPerSecond(0),
            "capacityPerSecond: 0.0 must be above 0 and at most 1.0E9"),
        wrong(
            o -> o.withNodeCapacityPerSecond(Double.NaN),
            "nodeCapacityPerSecond: NaN must be above 0 and at most 1.0E9"),
        wrong(o -> o.withSplitAbove(-1), "splitAbove: -1.0 must be above 0 and at most 10.0"),
        wrong(o -> o.withMovingCapacity(2), "movingCapacity: 2.0 must be above 0 and at most 1.0"),
        wrong(
            o -> o.withHeldNanos(4),
            "heldNanos: 4 must be from 5 ns to 3600000000000 ns (an hour)"),
        wrong(
            o -> o.withMoveNanos(-1),
            "moveNanos: -1 must be from 0 ns to 3600000000000 ns (an hour)"),
        wrong(
            o -> o.withCosts(Map.of(Rpc.COMMIT, -3)),
            "cost of Commit: -3 must be from 0 to 1000000"));
  }

  private static Arguments wrong(UnaryOperator<SplitOptions> change, String message) {
    return Arguments.of(change, message);
  }

  @ParameterizedTest
  @MethodSource("wrong")
  void refusesWhatNoServerHas(UnaryOperator<SplitOptions> change, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> change.apply(SplitOptions.defaults()))
        .withMessage(message);
  }

  @Test
  void aFasterServerSplitsSoonerAndCanDoTheSame() {
    SplitOptions slow = SplitOptions.defaults();
    SplitOptions fast = slow.faster(15);
    assertThat((double) EvenSplitting.endsNanos(fast, 30_000))
        .isCloseTo(EvenSplitting.endsNanos(slow, 30_000) / 15.0, within(10.0));
    assertThat(fast.capacityPerSecond()).isEqualTo(slow.capacityPerSecond());
  }
}
