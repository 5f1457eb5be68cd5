package dev.sessionbench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.results.Cell;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CellFilterTest {
  private static final Cell CELL =
      new Cell("a.B.burst", "ss", Map.of("incStep", "25", "costModel", "original"));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "incStep=25 | true",
        "incStep=25.0 | true",
        "incStep=2 | false",
        "incStep=1,25 | true",
        "incStep=1,2 | false",
        "incStep!=25 | false",
        "incStep!=24 | true",
        "incStep!=1,25 | false",
        "incStep!=1,2 | true",
        "incStep<26 | true",
        "incStep<25 | false",
        "incStep<100 | true",
        "incStep<=25 | true",
        "incStep<=24.9 | false",
        "incStep>9 | true",
        "incStep>25 | false",
        "incStep>=25 | true",
        "incStep>=100 | false",
        "incStep>1 incStep<50 | true",
        "incStep>1   incStep<20 | false",
        "costModel=original | true",
        "costModel=Original | false",
        "costModel>=a | true",
        "costModel<a | false",
        "benchmark=burst | true",
        "benchmark=B.burst | true",
        "benchmark=a.B.burst | true",
        "benchmark=B | false",
        "benchmark=other,burst | true",
        "benchmark!=burst | false",
        "benchmark!=other,more | true",
        "mode=ss | true",
        "mode!=ss | false",
        "absent=1 | false",
        "absent!=1 | false",
      })
  void cellPassesIfAllConditionsHold(String filter, boolean passes) {
    assertThat(CellFilter.parse(filter).passes(CELL)).isEqualTo(passes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "  ", "\t"})
  void blankFilterPassesEveryCell(String blank) {
    assertThat(CellFilter.parse(blank).passes(CELL)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "incStep",
        "=25",
        "incStep=",
        "incStep==25",
        "incStep=!25",
        "incStep<>25",
        "incStep=<25",
        "incStep<=>25",
        "<",
        "!incStep",
        "incStep 25"
      })
  void reportsAMalformedCondition(String filter) {
    assertThatThrownBy(() -> CellFilter.parse("mode=ss " + filter))
        .isInstanceOf(BadInput.class)
        .hasMessage(
            "--filter: \"%s\" is not of the form name=value (or !=, <, <=, >, >=)",
            filter.replace(" 25", ""));
  }

  @ParameterizedTest
  @ValueSource(strings = {"benchmark<b", "benchmark>=b", "incStep<1,2", "incStep>=1,2"})
  void refusesToOrderUnorderedValues(String filter) {
    assertThatThrownBy(() -> CellFilter.parse(filter))
        .isInstanceOf(BadInput.class)
        .hasMessage("--filter: \"%s\": benchmarks and lists of values take only = and !=", filter);
  }

  @Test
  void findsNamesThatNoCellHas() {
    assertThat(
            CellFilter.parse("incstep=25 mode=x benchmark=y incStep=1").unknownNames(List.of(CELL)))
        .containsExactly("incstep");
  }
}
