package dev.sessionbench.base.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CurveTest {
  private static Curve curve(List<Double> x, List<Double> y) {
    return new Curve("sessions", "ms", "#", x, y);
  }

  @Test
  void acceptsNoValuesAndTwoValuesAtOneTime() {
    assertThat(curve(List.of(), List.of()).x()).isEmpty();
    assertThat(curve(List.of(1.0, 1.0, 2.0), List.of(3.0, 4.0, 5.0)).y())
        .containsExactly(3.0, 4.0, 5.0);
  }

  @Test
  void eachXHasItsY() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> curve(List.of(1.0, 2.0), List.of(3.0)))
        .withMessage("sessions has 2 values of x, but 1 of y");
  }

  @Test
  void xNeverFalls() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> curve(List.of(2.0, 1.0), List.of(0.0, 0.0)))
        .withMessage("sessions must not run backwards");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> curve(List.of(0.0, 2.0, 1.0), List.of(0.0, 0.0, 0.0)));
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
  void everyValueIsFinite(double value) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> curve(List.of(value), List.of(0.0)))
        .withMessage("sessions must be finite");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> curve(List.of(0.0), List.of(value)))
        .withMessage("sessions must be finite");
  }
}
