package dev.sessionbench.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.GrowthStrategyState;
import dev.sessionbench.lab.strategy.Strategies;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Param;

/** The benchmark of rules has every rule and every parameter of the catalogues, and no other. */
class RuleParametersTest {
  private static Map<String, List<String>> declared() {
    Map<String, List<String>> parameters = new TreeMap<>();
    Arrays.stream(GrowthStrategyState.class.getDeclaredFields())
        .filter(field -> field.isAnnotationPresent(Param.class))
        .forEach(f -> parameters.put(f.getName(), List.of(f.getAnnotation(Param.class).value())));
    return parameters;
  }

  @Test
  void everyRuleButTheBoundThatMustKnowTheLoadIsMeasuredByDefault() {
    List<String> rules =
        Arrays.stream(Strategies.values())
            .filter(rule -> rule != Strategies.CLAIRVOYANT)
            .map(Strategies::toString)
            .toList();
    assertThat(declared().get(LabCell.STRATEGY)).startsWith(LabCell.CLIENT).containsAll(rules);
    assertThat(declared().get(LabCell.STRATEGY)).hasSize(1 + rules.size());
  }

  @Test
  void everyParameterOfACatalogueIsOneOfTheBenchmarkAndStandardUnlessItIsSet() {
    Set<String> known = new TreeSet<>(MeasuredCell.parameters());
    // Loads that are played in virtual time alone.
    known.removeAll(List.of("rampMillis", "clients"));
    known.addAll(LabCell.OWN.names());
    known.addAll(List.of(LabCell.SHRINK, LabCell.ORDER));
    Map<String, List<String>> declared = declared();
    declared.remove(LabCell.STRATEGY);
    assertThat(declared.keySet()).isEqualTo(known);
    declared.remove("burstPeriodMillis");
    assertThat(declared.values()).allMatch(List.of(LabCell.STANDARD)::equals);
  }
}
