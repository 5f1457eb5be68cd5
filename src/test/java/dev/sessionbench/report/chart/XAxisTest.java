package dev.sessionbench.report.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sessionbench.base.chart.Axis;
import java.util.List;
import org.junit.jupiter.api.Test;

class XAxisTest {
  private static XAxis steps(String... steps) {
    return new XAxis("incStep", List.of(steps));
  }

  @Test
  void showsFourOfTheEightPublishedSteps() {
    assertThat(steps("1", "10", "20", "25", "30", "40", "50", "100").few())
        .containsExactly("1", "10", "25", "100");
  }

  @Test
  void showsAllOfAFewSteps() {
    assertThat(steps("7", "3").few()).containsExactly("3", "7");
  }

  @Test
  void showsAllOfFiveValues() {
    List<String> clients = List.of("1.52.0", "1.53.0", "6.107.0", "multiplexed-6.107.0", "6.123.0");
    assertThat(new XAxis("client", clients).few()).isEqualTo(clients);
  }

  @Test
  void choosesOtherStepsByNearness() {
    assertThat(steps("2", "8", "9", "24", "70", "300").few()).containsExactly("2", "9", "24", "70");
  }

  @Test
  void showsEndsAndSomeBetweenOfOtherParameters() {
    assertThat(new XAxis("model", List.of("a", "b", "c", "d", "e", "f", "g")).few())
        .containsExactly("a", "c", "e", "g");
  }

  @Test
  void placesNumbersToScaleAndTextAtEqualDistances() {
    assertThat(steps("100", "25").place("25")).isEqualTo(25);
    XAxis names = new XAxis("costModel", List.of("linear", "flat", "contended"));
    assertThat(names.values()).containsExactly("contended", "flat", "linear");
    assertThat(names.place("linear")).isEqualTo(3);
    assertThat(names.axis().ticks())
        .extracting(Axis.Tick::label)
        .containsExactly("contended", "flat", "linear");
  }

  @Test
  void parameterThatMayBeZeroHasALinearScale() {
    Axis axis = new XAxis("minSessions", List.of("0", "100", "400")).axis();
    assertThat(axis.title()).isEqualTo("minSessions");
    assertThat(axis.scale().place(200) - axis.scale().place(100))
        .isCloseTo(axis.scale().place(100) - axis.scale().place(0), within(1e-9));
    assertThat(steps("1", "25").axis().title()).isEqualTo("incStep (sessions, log scale)");
    assertThat(new XAxis("numChannels", List.of("1", "4")).axis().title())
        .isEqualTo("numChannels (log scale)");
  }
}
