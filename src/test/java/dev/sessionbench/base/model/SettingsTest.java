package dev.sessionbench.base.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsTest {
  private final Parameter<Integer> step = Parameter.whole("step", 25, 1, 100, "sessions");
  private final Parameter<Double> wait = Parameter.real("waitMillis", 0.5, 0, 10, "a wait");
  private final Parameter<Boolean> full =
      new Parameter<>("full", Codec.flag(), true, "whether all are there");
  private final Parameter<Transport> way =
      Parameter.oneOf("way", Transport.TCP, "how").where(settings -> settings.get(full));
  private final Schema schema = Schema.of("a test", step, wait, full, way);

  @Test
  void unsetParametersHaveTheirDefaults() {
    Settings settings = Settings.read(schema, Map.of("step", "10", "way", "inprocess"));
    assertThat(settings.get(step)).isEqualTo(10);
    assertThat(settings.get(way)).isEqualTo(Transport.INPROCESS);
    assertThat(settings.nanos(wait)).isEqualTo(500_000);
    assertThat(settings.recorded())
        .isEqualTo(Map.of("step", "10", "waitMillis", "0.5", "full", "true", "way", "inprocess"));
    assertThat(Settings.read(schema, settings.recorded())).isEqualTo(settings);
  }

  @Test
  void parametersThatDoNotApplyAreNotRecorded() {
    assertThat(Settings.read(schema, Map.of("full", "false")).recorded()).doesNotContainKey("way");
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
        .isThrownBy(() -> Settings.read(schema, Map.of(name, text)))
        .withMessageStartingWith(complaint);
  }

  @Test
  void theFirstOfTwoSchemasDefinesASharedName() {
    Schema both = Schema.of("one", step.standing(1)).and(schema);
    assertThat(Settings.read(both, Map.of()).get(step)).isEqualTo(1);
    assertThat(both.names()).containsExactly("step", "waitMillis", "full", "way");
  }

  @Test
  void quietParametersAreRecordedOnlyIfChanged() {
    Parameter<String> note = Parameter.text("note", "none", "a note").unlessDefault();
    Schema noted = Schema.of("a note", note, step);
    Settings unset = Settings.read(noted, Map.of("note", "none"));
    Settings set = Settings.read(noted, Map.of("note", "new"));
    assertThat(unset).hasToString("{step=25}");
    assertThat(set).hasToString("{note=new, step=25}").isNotEqualTo(unset);
    assertThat(set.has(note)).isTrue();
    assertThat(set.has(wait)).isFalse();
  }

  @Test
  void aSchemaHasEachNameOnceAndKeepsOnlyItsValues() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Schema.of("a test", step, wait, step))
        .withMessage("a test: two parameters have one name: [step, waitMillis, step]");
    assertThat(schema.only(Map.of("step", "1", "stop", "2"))).isEqualTo(Map.of("step", "1"));
  }
}
