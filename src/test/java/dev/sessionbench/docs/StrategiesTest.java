package dev.sessionbench.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.model.FileParameters;
import dev.sessionbench.base.model.Parameter;
import dev.sessionbench.base.text.Escape;
import dev.sessionbench.lab.simulate.LabCell;
import dev.sessionbench.lab.simulate.LabLoad;
import dev.sessionbench.lab.strategy.Entry;
import dev.sessionbench.lab.strategy.Foresight;
import dev.sessionbench.lab.strategy.Foresight.Use;
import dev.sessionbench.lab.strategy.GrowthStrategy;
import dev.sessionbench.lab.strategy.Limits;
import dev.sessionbench.lab.strategy.ShrinkStrategies;
import dev.sessionbench.lab.strategy.ShrinkStrategy;
import dev.sessionbench.lab.strategy.Strategies;
import dev.sessionbench.lab.strategy.Traits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Holds docs/strategies.md to the catalogue of rules; {@code -Dgolden.write=true} writes its lists
 * anew.
 */
class StrategiesTest {
  private static final Path DOCUMENT = Path.of("docs/strategies.md");
  private static final Path PARAMETERS = Path.of("docs/parameters.md");
  private static final Limits LIMITS = new Limits(100, 400, 4);
  private static final String END = "<!-- end -->";

  @Test
  void theDocumentTellsEveryRuleAndParameter() throws IOException {
    String text = Files.readString(DOCUMENT);
    String told =
        with(with(with(text, "growth", growth()), "shrink", shrink()), "parameters", parameters());
    if (Boolean.getBoolean("golden.write")) {
      Files.writeString(DOCUMENT, told);
    } else {
      assertThat(text).isEqualTo(told);
    }
  }

  @Test
  void theParametersOfTheBenchmarkOfRulesAreThoseOfTheCatalogues() throws IOException {
    String text = Files.readString(PARAMETERS);
    String told = with(text, "rule parameters", declared());
    if (Boolean.getBoolean("golden.write")) {
      Files.writeString(PARAMETERS, told);
    } else {
      assertThat(text).isEqualTo(told);
    }
  }

  /** A row for each parameter that the benchmark declares and others do not. */
  private static String declared() {
    Map<String, List<String>> defaults =
        JmhBenchmarks.parameters(List.of("GrowthStrategyBenchmark"));
    defaults.keySet().removeAll(JmhBenchmarks.parameters(List.of("SessionPool")).keySet());
    Map<String, String> meanings = new TreeMap<>();
    Stream.of(
            Arrays.stream(Strategies.values()).map(Strategies::schema),
            Arrays.stream(ShrinkStrategies.values()).map(ShrinkStrategies::schema),
            Arrays.stream(LabLoad.values()).map(LabLoad::schema),
            Stream.of(LabCell.OWN))
        .flatMap(all -> all)
        .flatMap(schema -> schema.all().stream())
        .forEach(parameter -> meanings.put(parameter.name(), parameter.meaning()));
    meanings.put(LabCell.STRATEGY, "the rule of growth; `client` is the real client");
    meanings.put(LabCell.SHRINK, "the rule by which sessions are given up");
    meanings.put(LabCell.ORDER, "which idle session is lent first: `lifo` or `fifo`");
    meanings.put(FileParameters.LOAD, "the file that describes the load of `described`");
    assertThat(meanings).containsKeys(defaults.keySet().toArray(new String[0]));
    StringBuilder rows =
        new StringBuilder("| parameter | default | meaning |\n| --- | --- | --- |\n");
    defaults.forEach(
        (name, values) ->
            rows.append(
                "| `%s` | %s | %s |\n"
                    .formatted(
                        name,
                        values.size() == 1 ? values.get(0) : "`client` and every rule that can be",
                        meanings.get(name))));
    return rows.toString();
  }

  private static String with(String text, String name, String list) {
    String begin = "<!-- " + name + " -->\n";
    int from = text.indexOf(begin) + begin.length();
    return text.substring(0, from) + list + text.substring(text.indexOf(END, from));
  }

  private static String growth() {
    return Arrays.stream(Strategies.values())
        .map(strategy -> told(strategy.entry(), around(strategy)))
        .collect(Collectors.joining());
  }

  private static String shrink() {
    return Arrays.stream(ShrinkStrategies.values())
        .map(
            rule ->
                told(
                    rule.entry(),
                    rule == ShrinkStrategies.NEVER ? "" : around(rule.create(LIMITS, Map.of()))))
        .collect(Collectors.joining());
  }

  private static String told(Entry<?> rule, String around) {
    List<String> second = new ArrayList<>(List.of(around));
    second.add(rule.pools().isEmpty() ? "No client has it" : "In " + Escape.markdown(rule.pools()));
    String parameters =
        rule.schema().all().stream()
            .map(parameter -> "`%s=%s`".formatted(parameter.name(), parameter.standardText()))
            .collect(Collectors.joining(", "));
    second.add(parameters);
    return "- **`%s`**: %s.\\\n  %s.\n"
        .formatted(
            rule.name(),
            rule.description(),
            second.stream().filter(part -> !part.isEmpty()).collect(Collectors.joining(". ")));
  }

  private static String around(Strategies strategy) {
    Foresight foresight = new Foresight(List.of(new Use(0, 1)), 1);
    GrowthStrategy rule = strategy.create(LIMITS, Map.of(), foresight);
    Traits traits = rule.traits();
    String serving =
        switch (traits.serving()) {
          case QUEUED -> "Callers queue";
          case BY_FIRST_OF_OWN -> "Callers are tied to their own";
          case BY_LAST_OF_OWN -> "Callers are tied to the last of their own";
        };
    String atOnce =
        traits.maxInFlight() == Traits.UNLIMITED
            ? "any number of requests"
            : traits.maxInFlight() == 1 ? "one request" : traits.maxInFlight() + " requests";
    String waking =
        switch (traits.waking()) {
          case NOBODY -> "";
          case NEXT -> ", the next in line asks again";
          case ALL -> ", waiters ask again after every change";
        };
    String failure =
        switch (traits.failure()) {
          case WHO_ASKED -> "hits who asked";
          case HEAD -> "hits the head of the queue";
          case AS_MANY_AS_LOST -> "hits as many as it lost sessions";
          case EVERYBODY -> "hits all who wait";
          case NOBODY -> "hits nobody";
        };
    return "%s, %s at once%s, a failure %s".formatted(serving, atOnce, waking, failure);
  }

  private static String around(ShrinkStrategy rule) {
    String order =
        rule.order() == ShrinkStrategy.Order.MOST_RECENTLY_USED
            ? "The most recently used first"
            : "The least recently used first";
    return order + (rule.deletes() ? ", by an RPC each" : ", without an RPC");
  }

  private static String parameters() {
    Map<String, String> rows = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    Stream.concat(
            Arrays.stream(Strategies.values()).map(Strategies::entry),
            Arrays.stream(ShrinkStrategies.values()).map(ShrinkStrategies::entry))
        .flatMap(rule -> rule.schema().all().stream())
        .forEach(parameter -> rows.put(parameter.name(), row(parameter)));
    return "| parameter | | |\n| --- | --- | --- |\n" + String.join("", rows.values());
  }

  private static String row(Parameter<?> parameter) {
    return "| `%s` | %s | %s |\n"
        .formatted(parameter.name(), parameter.meaning(), parameter.range());
  }
}
