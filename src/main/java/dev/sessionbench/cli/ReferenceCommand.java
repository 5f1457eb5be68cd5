package dev.sessionbench.cli;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toMap;

import dev.sessionbench.base.model.Parameter;
import dev.sessionbench.base.model.RunMetric;
import dev.sessionbench.base.model.Schema;
import dev.sessionbench.base.text.Section.Field;
import dev.sessionbench.base.text.TextTable;
import dev.sessionbench.base.text.TextTable.Column;
import dev.sessionbench.bench.client.PoolLibrary;
import dev.sessionbench.bench.trial.ChannelLoad.Shape;
import dev.sessionbench.bench.trial.TrialParameters;
import dev.sessionbench.lab.simulate.ChannelCell;
import dev.sessionbench.lab.simulate.LabLoad;
import dev.sessionbench.lab.strategy.Entry;
import dev.sessionbench.lab.strategy.ShrinkStrategies;
import dev.sessionbench.lab.strategy.Strategies;
import dev.sessionbench.mock.MockServerOptions;
import dev.sessionbench.mock.MockSpannerServer;
import dev.sessionbench.mock.admin.AdminServices;
import dev.sessionbench.mock.profile.Profiles;
import dev.sessionbench.mock.rpc.SpannerMethods;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServiceDescriptor;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Prints reference tables in Markdown, generated from the program itself. */
@Command(
    name = "reference",
    description = "Prints a reference table in Markdown, from the definitions of the program.")
final class ReferenceCommand extends BenchCommand {
  /** The subject of a table. */
  private enum Topic {
    STRATEGIES,
    PARAMETERS,
    BENCHMARK,
    CHANNELS,
    CHANNEL_STRATEGIES,
    METRICS,
    POOLS,
    PROFILES,
    RPCS
  }

  @Parameters(
      paramLabel = "TOPIC",
      description = {
        "strategies, metrics, parameters (of strategies and workloads),",
        "benchmark (parameters of the main benchmark),",
        "channels (parameters of coldBurst and rampUp),",
        "pools (what each connection pool calls the parameters),",
        "profiles (the keys of server profiles),",
        "or rpcs (the RPCs that the mock server answers)."
      })
  private Topic topic = Topic.STRATEGIES;

  @Override
  ExitCode execute() throws IOException {
    switch (topic) {
      case STRATEGIES -> {
        strategies(Stream.of(Strategies.values()).map(Strategies::entry));
        out.print("\n### Strategies that give sessions up\n\n");
        strategies(Stream.of(ShrinkStrategies.values()).map(ShrinkStrategies::entry));
      }
      case PARAMETERS -> parameters();
      case BENCHMARK -> schema(TrialParameters.ALL.all().stream());
      case CHANNELS -> schema(channels().all().stream());
      case CHANNEL_STRATEGIES ->
          schema(
              ChannelCell.schema(Shape.COLD_BURST).all().stream()
                  .filter(
                      p -> p.name().equals("numChannels") || channels().find(p.name()).isEmpty()));
      case METRICS ->
          print(
              Stream.of(RunMetric.values()),
              column("metric", RunMetric::key),
              column("unit", RunMetric::unit),
              column("exact", metric -> metric.isExact() ? "yes" : ""),
              column("meaning", RunMetric::meaning));
      case POOLS ->
          print(
              Stream.of(PoolLibrary.values()),
              column("client", PoolLibrary::toString),
              column("latest known", pool -> pool.coordinates().get(2)),
              column("minSessions", pool -> pool.names().minimum()),
              column("maxSessions", pool -> pool.names().maximum()),
              column("acquireTimeoutMillis", pool -> pool.names().acquireTimeout()),
              column("incStep", pool -> pool.names().increment()),
              column("test before a loan", PoolLibrary::tests));
      case PROFILES ->
          Profiles.keys()
              .forEach(
                  (section, keys) -> {
                    out.print("### " + section + "\n\n");
                    keys(keys);
                    out.println();
                  });
      case RPCS -> rpcs();
    }
    return ExitCode.OK;
  }

  private static Schema channels() {
    return Shape.COLD_BURST.schema().and(Shape.RAMP_UP.schema());
  }

  private void schema(Stream<Parameter<?>> parameters) {
    print(
        parameters,
        column("parameter", Parameter::name),
        column("default", Parameter::standardText),
        column("range", Parameter::range),
        column("meaning", Parameter::meaning));
  }

  private void rpcs() throws IOException {
    List<ServerServiceDefinition> all =
        new ArrayList<>(AdminServices.create(InstantSource.system()));
    try (MockSpannerServer server = MockSpannerServer.start(MockServerOptions.defaults())) {
      all.add(0, server.service());
    }
    print(
        all.stream().map(ServerServiceDefinition::getServiceDescriptor),
        column("service", ServiceDescriptor::getName),
        column("one reply", service -> methods(service, MethodType.UNARY)),
        column("a stream of replies", service -> methods(service, MethodType.SERVER_STREAMING)),
        column("UNIMPLEMENTED", service -> methods(service, null)));
  }

  /**
   * The methods that a service answers in one way; without a way, those that it does not answer.
   */
  private static String methods(ServiceDescriptor service, @Nullable MethodType way) {
    Map<String, MethodType> answered =
        service.getMethods().stream()
            .collect(toMap(m -> m.getBareMethodName(), MethodDescriptor::getType));
    return SpannerMethods.names(service).stream()
        .filter(method -> answered.get(method) == way)
        .collect(joining(", "));
  }

  private void keys(List<Field> keys) {
    print(
        keys.stream(),
        column("key", Field::name),
        column("value", key -> key.form().range()),
        column("default", key -> key.key().or()),
        column("meaning", key -> key.key().is()));
  }

  @SafeVarargs
  @SuppressWarnings("varargs") // It only reads them.
  private <T> void print(Stream<T> rows, Column<T>... columns) {
    out.print(TextTable.of(rows.toList(), List.of(columns)).markdown());
  }

  private static <T> Column<T> column(String heading, Function<T, String> text) {
    return new Column<>('l', heading, text);
  }

  private void strategies(Stream<Entry<?>> entries) {
    print(
        entries,
        column("strategy", Entry::name),
        column("what it does", Entry::description),
        column("pool that has it, and where it was read", ReferenceCommand::pools),
        column("parameters", entry -> defaults(entry.schema())));
  }

  private static String pools(Entry<?> entry) {
    boolean measured =
        Stream.of(Strategies.values())
            .anyMatch(s -> s.isMeasured() && s.toString().equals(entry.name()));
    String read = measured ? "" : " (read, not run)";
    return entry.pools().isEmpty() ? "none" : entry.pools() + read;
  }

  private static String defaults(Schema schema) {
    return schema.all().stream()
        .map(parameter -> parameter.name() + "=" + parameter.standardText())
        .collect(joining(", "));
  }

  private void parameters() {
    Map<String, Parameter<?>> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    Stream.of(
            Stream.of(Strategies.values()).map(Strategies::schema),
            Stream.of(ShrinkStrategies.values()).map(ShrinkStrategies::schema),
            Stream.of(LabLoad.values()).map(LabLoad::schema))
        .flatMap(schemas -> schemas.flatMap(schema -> schema.all().stream()))
        .forEach(parameter -> all.putIfAbsent(parameter.name(), parameter));
    print(
        all.values().stream(),
        column("parameter", Parameter::name),
        column("range", Parameter::range),
        column("meaning", Parameter::meaning));
  }
}
