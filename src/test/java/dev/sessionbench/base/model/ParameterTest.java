package dev.sessionbench.base.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ParameterTest {
  @Test
  void defaultsMustBeInTheirRange() {
    Refusals.refused(() -> Parameter.whole("step", 1, 1, 100, "sessions").standing(101))
        .hasMessage("step=101: must be a whole number from 1 to 100");
  }

  @Test
  void defaultsAreWrittenAsUsersWriteThem() {
    assertThat(Parameter.text("name", "any", "a name").standardText()).isEqualTo("any");
    assertThat(Parameter.seed("seed", "draws").standardText()).isEqualTo("1");
    assertThat(Parameter.optional("file", Codec.text(), "a file").standardText()).isEmpty();
  }

  @Test
  void timesAreMillisecondsOfUpToThirtyDays() {
    Parameter<Double> wait = Parameter.millis("waitMillis", 0.5, 0, "to wait");
    assertThat(wait.meaning()).isEqualTo("milliseconds to wait");
    assertThat(wait.range()).isEqualTo("a number from 0 to 2592000000");
  }

  @Test
  void onlyNumbersWithEndsAreN() {
    assertThat(Parameter.seed("seed", "draws").label()).isEqualTo("N");
    assertThat(Parameter.oneOf("way", Transport.TCP, "how").label()).isEqualTo("WAY");
    Parameter<?> any = Parameter.optional("factor", Codec.decimal(), "a factor");
    assertThat(any.label()).isEqualTo("FACTOR");
  }
}
