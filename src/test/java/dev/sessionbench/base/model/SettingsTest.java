package dev.sessionbench.base.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsTest {
  private static final Parameter<Integer> STEP = Parameter.whole("step", 25, 1, 100, "sessions");
  private static final Parameter<Double> WAIT = Parameter.real("waitMillis", 0.5, 0, 10, "a wait");
  private static final Parameter<Boolean> FULL =
      new Parameter<>("full", Codec.flag(), true, "whether all are there");
  private static final Parameter<Transport> WAY =
      Parameter.oneOf("way", Transport.TCP, "how").where(settings -> settings.get(FULL));
  private static final Schema SCHEMA = Schema.of("a test", STEP, WAIT, FULL, WAY);

  @Test
  void unsetParametersHaveTheirDefaults() {
    Settings settings = Settings.read(SCHEMA, Map.of("step", "10", "way", "inprocess"));
    assertThat(settings.get(STEP)).isEqualTo(10);
    assertThat(settings.get(WAY)).isEqualTo(Transport.INPROCESS);
    assertThat(settings.nanos(WAIT)).isEqualTo(500_000);
    assertThat(settings.recorded())
        .isEqualTo(Map.of("step", "10", "waitMillis", "0.5", "full", "true", "way", "inprocess"));
    assertThat(Settings.read(SCHEMA, settings.recorded())).isEqualTo(settings);
  }

  @Test
  void parametersThatDoNotApplyAreNotRecorded() {
    assertThat(Settings.read(SCHEMA, Map.of("full", "false")).recorded()).doesNotContainKey("way");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "step       | 0    | step=0: must be a whole number from 1 to 100",
        "step       | 2.5  | step=2.5: must be a whole number from 1 to 100",
        "step       | x    | step=x: must be a whole number from 1 to 100",
        "waitMillis | 11   | waitMillis=11: must be a number from 0 to 10",
        "waitMillis | NaN  | waitMillis=NaN: must be a number from 0 to 10",
        "full       | yes  | full=yes: must be true or false",
        "way        | udp  | way=udp: must be one of inprocess, tcp",
        "stop       | 1    | unknown parameter of a test 'stop' (nearest: step); there are: step,"
      })
  void errorsNameParameterValueAndRange(String name, String text, String complaint) {
    assertThatExceptionOfType(BadInput.class)
        .isThrownBy(() -> Settings.read(SCHEMA, Map.of(name, text)))
        .withMessageStartingWith(complaint);
  }

  @Test
  void theFirstOfTwoSchemasDefinesASharedName() {
    Schema both = Schema.of("one", STEP.standing(1)).and(SCHEMA);
    assertThat(Settings.read(both, Map.of()).get(STEP)).isEqualTo(1);
    assertThat(both.names()).containsExactly("step", "waitMillis", "full", "way");
  }
}
