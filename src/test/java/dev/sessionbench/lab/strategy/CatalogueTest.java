package dev.sessionbench.lab.strategy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.Parameter;
import dev.sessionbench.lab.strategy.Foresight.Use;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class CatalogueTest {
  private static final Limits LIMITS = new Limits(100, 400, 4);
  private static final Foresight FORESIGHT = new Foresight(List.of(new Use(0, 1)), 1);

  private static Stream<Entry<?>> strategies() {
    return Stream.concat(
        Arrays.stream(Strategies.values()).map(Strategies::entry),
        Arrays.stream(ShrinkStrategies.values()).map(ShrinkStrategies::entry));
  }

  @ParameterizedTest
  @EnumSource
  void everyStrategyIsFoundByItsName(Strategies strategy) {
    assertThat(Strategies.named(strategy.toString())).isSameAs(strategy);
    assertThat(strategy.toString()).matches("[a-z]+(-[a-z]+)*");
  }

  @Test
  void parametersWithEqualNamesHaveEqualMeanings() {
    List<? extends Parameter<?>> all =
        strategies().flatMap(strategy -> strategy.schema().all().stream()).toList();
    for (Parameter<?> one : all) {
      assertThat(all)
          .filteredOn(other -> other.name().equals(one.name()))
          .allMatch(other -> other.meaning().equals(one.meaning()));
    }
  }

  @Test
  void everyStrategyTakesTheEndsOfItsParameters() {
    for (Strategies strategy : Strategies.values()) {
      for (Parameter<?> parameter : strategy.schema().all()) {
        for (Object end : parameter.codec().ends()) {
          try {
            strategy.create(LIMITS, Map.of(parameter.name(), "" + end), FORESIGHT);
          } catch (BadInput twoParametersThatContradict) {
            assertThat(twoParametersThatContradict).hasMessageContaining(parameter.name());
          }
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '#',
      value = {
        "fixd-step       | unknown strategy 'fixd-step' (nearest: fixed-step); there are: fixed-step,",
        "Doubling        | unknown strategy 'Doubling' (nearest: doubling); there are: fixed-step,",
        "FIXED_STEP      | unknown strategy 'FIXED_STEP' (nearest: fixed-step); there are: fixed-step,",
        "zzzzzzzzzzzzzzz | unknown strategy 'zzzzzzzzzzzzzzz'; there are: fixed-step,",
      })
  void anUnknownStrategyIsAnsweredWithTheNearestName(String given, String message) {
    assertThatThrownBy(() -> Strategies.named(given))
        .isInstanceOf(BadInput.class)
        .hasMessageStartingWith(message);
  }

  @Test
  void anUnknownShrinkStrategyIsAnsweredWithTheNearestName() {
    assertThatThrownBy(() -> ShrinkStrategies.named("idletime"))
        .isInstanceOf(BadInput.class)
        .hasMessageStartingWith(
            "unknown shrink strategy 'idletime' (nearest: idle-time); there are: ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '#',
      value = {
        "fixed-step    | incstep  | 25    | unknown parameter of fixed-step 'incstep' (nearest: incStep); there are: incStep",
        "even-channels | incStep  | 25    | unknown parameter 'incStep': even-channels takes none",
        "fixed-step    | incStep  | 0     | incStep=0: must be a whole number from 1 to 1000000",
        "fixed-step    | incStep  | 2.5   | incStep=2.5: must be a whole number from 1 to 1000000",
        "fixed-step    | incStep  | ten   | incStep=ten: must be a whole number from 1 to 1000000",
        "fixed-step    | incStep  | 25d   | incStep=25d: must be a whole number from 1 to 1000000",
        "fixed-step    | incStep  | NaN   | incStep=NaN: must be a whole number from 1 to 1000000",
        "doubling      | factor   | 1     | factor=1: must be a number from 1.001 to 1000",
        "watermark     | low      | 36    | low=36, high=35: low must be from 0 to high",
      })
  void aWrongParameterIsNamedWithWhatWouldBeRight(
      String strategy, String name, String value, String message) {
    assertThatThrownBy(() -> Strategies.named(strategy).create(LIMITS, Map.of(name, value)))
        .isInstanceOf(BadInput.class)
        .hasMessage(message);
  }

  @Test
  void everyStrategyIsDescribedInOneLine() {
    assertThat(strategies())
        .allMatch(
            strategy ->
                strategy.description().length() < 130 && !strategy.description().contains("\n"));
  }
}
