package dev.sessionbench.base.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NumbersTest {
  @Test
  void labelsHaveFewDigits() {
    assertThat(Numbers.label(0)).isEqualTo("0");
    assertThat(Numbers.label(0.254)).isEqualTo("0.25");
    assertThat(Numbers.label(12.04)).isEqualTo("12");
    assertThat(Numbers.label(100)).isEqualTo("100");
    assertThat(Numbers.label(999.96)).isEqualTo("1,000");
    assertThat(Numbers.label(8003.6)).isEqualTo("8,004");
    assertThat(Numbers.label(Double.NaN)).isEqualTo("–");
    assertThat(Numbers.label(0.0049)).isEqualTo("0.0049");
    assertThat(Numbers.label(-0.000025)).isEqualTo("-0.000025");
    assertThat(Numbers.label(0.1 + 0.2 - 0.3)).isEqualTo("0");
  }

  @Test
  void onlyZeroTimesAreShownAsZero() {
    assertThat(Numbers.millis(828.94)).isEqualTo("828.9");
    assertThat(Numbers.millis(1)).isEqualTo("1.0");
    assertThat(Numbers.millis(0.57349)).isEqualTo("0.573");
    assertThat(Numbers.millis(25 * 1e-6)).isEqualTo("0.000025");
    assertThat(Numbers.millis(Double.MIN_VALUE)).isEqualTo("4.9E-324");
    assertThat(Numbers.millis(0)).isEqualTo("0.0");
    assertThat(Numbers.millis(Double.NaN)).isEqualTo("NaN");
  }

  @Test
  void wholeNumbersHaveNoDecimals() {
    assertThat(Numbers.wholeOr(1e6, Numbers::oneDecimal)).isEqualTo("1000000");
    assertThat(Numbers.wholeOr(2.25, Numbers::fourDigits)).isEqualTo("2.250");
    assertThat(Numbers.wholeOr(Double.NaN, Numbers::oneDecimal)).isEqualTo("NaN");
  }

  @Test
  void aDurationHasItsTwoLargestUnits() {
    assertThat(Numbers.duration(0)).isEqualTo("0 s");
    assertThat(Numbers.duration(3_600)).isEqualTo("1 h");
    assertThat(Numbers.duration(90_061)).isEqualTo("1 d 1 h");
  }

  @Test
  void coordinatesHaveAtMostOneDecimal() {
    assertThat(Numbers.coordinate(12)).isEqualTo("12");
    assertThat(Numbers.coordinate(12.34)).isEqualTo("12.3");
    assertThat(Numbers.coordinate(-0.26)).isEqualTo("-0.3");
    assertThat(Numbers.coordinate(-0.01)).isEqualTo("0");
  }
}
