package dev.sessionbench.gate.run;

import static dev.sessionbench.base.model.Refusals.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.gate.Side;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SideSpecTest {
  @Test
  void partsCanBeCombined() {
    SideSpec words = SideSpec.parse(Side.CANDIDATE, "rev=abc~2,incStep=20,costModel=flat");
    assertThat(words.revision()).hasValue("abc~2");
    assertThat(words.params()).isEqualTo(Map.of("incStep", "20", "costModel", "flat"));
    assertThat(words.needsBuild()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"client", "generation"})
  void clientIsAParameterAndNeedsNoBuildByBothItsNames(String word) {
    SideSpec words = SideSpec.parse(Side.CANDIDATE, word + "=1.53.0,incStep=20");
    assertThat(words.params()).isEqualTo(Map.of("client", "1.53.0", "incStep", "20"));
    assertThat(words.needsBuild()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"incStep=20, false", "'', false", "'old.jar,incStep=20', false", "tree, true"})
  void parametersAndAJarNeedNoBuild(String text, boolean needsBuild) {
    SideSpec words = SideSpec.parse(Side.BASELINE, text);
    assertThat(words.needsBuild()).isEqualTo(needsBuild);
    assertThat(words.jar().isPresent()).isEqualTo(text.contains(".jar"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "nonsense | 'nonsense' is none of: a benchmarks jar",
        "incStep= | 'incStep=' is none of",
        "incStep=1,incStep=2 | incStep occurs twice",
        "incStep=1,,x=2 | '' is none of",
        "old.jar,new.jar | must be one jar, names old.jar and new.jar",
        "old.jar,incStep=1,old.jar | must be one jar, names old.jar and old.jar",
        "old.jar,rev=abc | a jar is built already",
        "client=6.106.0,generation=6.105.0 | client occurs twice",
        "tree,rev=abc | must be a revision or the working tree",
        "seed=2 | each block has its own",
      })
  void errorIsNamed(String text, String expected) {
    refused(() -> SideSpec.parse(Side.BASELINE, text))
        .hasMessageStartingWith("--base " + text + ": ")
        .hasMessageContaining(expected);
  }
}
