package dev.sessionbench.cli;

import dev.sessionbench.base.model.Parameter;
import dev.sessionbench.base.model.RunMetric;
import dev.sessionbench.base.model.Schema;
import dev.sessionbench.base.text.TextTable;
import dev.sessionbench.base.text.TextTable.Column;
import dev.sessionbench.cli.BenchCommand.World;
import dev.sessionbench.lab.simulate.LabLoad;
import dev.sessionbench.lab.strategy.Entry;
import dev.sessionbench.lab.strategy.ShrinkStrategies;
import dev.sessionbench.lab.strategy.Strategies;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Prints reference tables in Markdown, from what the program itself knows. */
@Command(
    name = "reference",
    mixinStandardHelpOptions = true,
    description = "Prints a reference table in Markdown: strategies, parameters or metrics.")
final class ReferenceCommand extends BenchCommand {
  /** What a table is of. */
  private enum Topic {
    STRATEGIES,
    PARAMETERS,
    METRICS
  }

  @Parameters(
      paramLabel = "TOPIC",
      description = "strategies, parameters (of strategies and workloads) or metrics.")
  private Topic topic = Topic.STRATEGIES;

  ReferenceCommand(World world) {
    super(world);
  }

  @Override
  ExitCode execute() {
    switch (topic) {
      case STRATEGIES -> {
        out.print(strategies(Arrays.stream(Strategies.values()).map(Strategies::entry)));
        out.print("\n### Strategies that give sessions up\n\n");
        out.print(strategies(Arrays.stream(ShrinkStrategies.values()).map(s -> s.entry())));
      }
      case PARAMETERS -> out.print(parameters());
      case METRICS ->
          out.print(
              TextTable.of(
                      List.of(RunMetric.values()),
                      List.of(
                          new Column<>('l', "metric", RunMetric::key),
                          new Column<>('l', "unit", RunMetric::unit),
                          new Column<>('l', "exact", metric -> metric.isExact() ? "yes" : ""),
                          new Column<>('l', "meaning", RunMetric::meaning)))
                  .markdown());
    }
    return ExitCode.OK;
  }

  private static String strategies(Stream<? extends Entry<?>> entries) {
    return TextTable.of(
            entries.<Entry<?>>map(entry -> entry).toList(),
            List.of(
                new Column<>('l', "strategy", Entry::name),
                new Column<>('l', "what it does", Entry::description),
                new Column<>(
                    'l', "pool that has it, and where it was read", ReferenceCommand::pools),
                new Column<>('l', "parameters", entry -> defaults(entry.schema()))))
        .markdown();
  }

  private static String pools(Entry<?> entry) {
    return entry.pools().isEmpty() ? "none" : entry.pools();
  }

  private static String defaults(Schema schema) {
    return schema.all().stream()
        .map(parameter -> parameter.name() + "=" + parameter.standardText())
        .collect(Collectors.joining(", "));
  }

  private static String parameters() {
    Map<String, Parameter<?>> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    Stream.of(
            Arrays.stream(Strategies.values()).map(Strategies::schema),
            Arrays.stream(ShrinkStrategies.values()).map(ShrinkStrategies::schema),
            Arrays.stream(LabLoad.values()).map(LabLoad::schema))
        .flatMap(schemas -> schemas)
        .flatMap(schema -> schema.all().stream())
        .forEach(parameter -> all.putIfAbsent(parameter.name(), parameter));
    return TextTable.of(
            List.copyOf(all.values()),
            List.of(
                new Column<Parameter<?>>('l', "parameter", Parameter::name),
                new Column<Parameter<?>>('l', "range", Parameter::range),
                new Column<Parameter<?>>('l', "meaning", Parameter::meaning)))
        .markdown();
  }
}
