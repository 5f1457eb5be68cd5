package dev.sessionbench.simulate.sweep;

import static java.util.stream.Collectors.joining;

import dev.sessionbench.fault.FaultCondition;
import dev.sessionbench.fault.FaultEffect;
import dev.sessionbench.fault.FaultPlan;
import dev.sessionbench.fault.FaultRule;
import dev.sessionbench.load.LoadPlan;
import dev.sessionbench.load.Workload;
import dev.sessionbench.mock.MockServerOptions;
import dev.sessionbench.model.BadInput;
import dev.sessionbench.model.Rpc;
import dev.sessionbench.model.SimulatedTime;
import dev.sessionbench.pool.PoolOptions;
import dev.sessionbench.pool.PoolOptions.IdleOrder;
import dev.sessionbench.simulate.Simulation;
import dev.sessionbench.simulate.described.DescribedLoad;
import dev.sessionbench.simulate.described.LoadFile;
import dev.sessionbench.strategy.Limits;
import dev.sessionbench.strategy.catalogue.Foresight;
import dev.sessionbench.strategy.catalogue.Parameter;
import dev.sessionbench.strategy.catalogue.Settings;
import dev.sessionbench.strategy.catalogue.ShrinkRules;
import dev.sessionbench.strategy.catalogue.Strategies;
import dev.sessionbench.trial.Scenario;
import dev.sessionbench.trial.TrialParameters;
import io.grpc.Status;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A cell in virtual time, in words: what it is to be, and nothing else. Its result is a function of
 * these words alone, so a cell can be sent to any machine to be run there.
 *
 * @param benchmark the full name
 * @param params every parameter and its value
 */
public record SimulatedCell(String benchmark, TreeMap<String, String> params)
    implements Serializable {
  private static final long serialVersionUID = 1;

  static final String STRATEGY = "strategy";
  static final String SHRINK = "shrink";
  static final String ORDER = "idleOrder";

  /** The load that a file describes, and the parameter that names the file. */
  static final String DESCRIBED = "described";

  static final String LOAD = "load";

  static final Parameter TIMEOUT =
      Parameter.whole(
          "acquireTimeoutMillis", 60_000, 1, 86_400_000, "how long a caller waits for a session");
  static final Parameter BATCH_LIMIT =
      Parameter.whole("batchLimit", 100, 1, 100, "sessions that a request creates at most");
  static final Parameter FAILING =
      Parameter.real("failPercent", 0, 0, 100, "requests for sessions that fail");

  /** What every cell has beside what a measured one has. */
  static final List<Parameter> OWN = List.of(TIMEOUT, BATCH_LIMIT, FAILING);

  /** Copies the parameters. */
  public SimulatedCell(String benchmark, Map<String, String> params) {
    this(benchmark, new TreeMap<>(params));
  }

  /** The same with another value of a parameter. */
  SimulatedCell with(String name, String value) {
    TreeMap<String, String> others = new TreeMap<>(params);
    others.put(name, value);
    return new SimulatedCell(benchmark, others);
  }

  private String load() {
    return benchmark.substring(benchmark.lastIndexOf('.') + 1);
  }

  /**
   * What these words describe.
   *
   * @throws IllegalArgumentException if a value is wrong: one line that names it and what is right
   * @throws BadInput likewise
   */
  public Simulation simulation() {
    Optional<LabLoad> labLoad =
        Arrays.stream(LabLoad.values()).filter(l -> l.benchmarkName().equals(load())).findFirst();
    Workload workload =
        Arrays.stream(Workload.values())
            .filter(w -> w.benchmarkName().equals(load()))
            .findFirst()
            .orElse(Workload.BURST_READ);
    Map<String, String> measured = new TreeMap<>(params);
    // Only the client's own rule has a step of this name; a pool's shape wants some.
    measured.putIfAbsent("incStep", Strategies.FIXED_STEP.parameters().get(0).standardText());
    Scenario scenario = TrialParameters.read(workload, measured).measured();
    Limits limits = Limits.of(scenario.shape());
    MockServerOptions server = scenario.mock();
    Settings own = Settings.of("a simulation", OWN, only(OWN));
    PoolOptions options =
        new PoolOptions(
            limits,
            order(),
            own.nanos(TIMEOUT) * scenario.timeScale(),
            /* failsWhenFull= */ false,
            server.seed());
    if (load().equals(DESCRIBED)) {
      DescribedLoad file = LoadFile.read(params.getOrDefault(LOAD, ""));
      PoolOptions asDescribed =
          new PoolOptions(
              limits,
              order(),
              params.containsKey(TIMEOUT.name())
                  ? options.acquireTimeoutNanos()
                  : file.pool().acquireTimeoutNanos(),
              file.pool().failsWhenFull(),
              server.seed());
      return byItsRules(
          file.on(asDescribed, scenario.fillsFirst())
              .simulation(() -> Strategies.FIXED_STEP.create(limits, Map.of()), server.seed()));
    }
    List<LoadPlan> loads =
        labLoad
            .map(lab -> clients(lab, limits, server.seed(), scenario.timeScale()))
            .orElse(List.of(scenario.load()));
    SimulatedTime service =
        new SimulatedTime(
            server.latencies(),
            server.costModel(),
            server.seed(),
            Math.min(server.batchLimit(), own.whole(BATCH_LIMIT)));
    return byItsRules(
        new Simulation(
            loads,
            options,
            () -> Strategies.FIXED_STEP.create(limits, Map.of()),
            Optional::empty,
            service,
            faults(own.real(FAILING) / 100),
            scenario.fillsFirst(),
            scenario.timeScale()));
  }

  /** The same by the rules that these words name. */
  private Simulation byItsRules(Simulation standard) {
    Strategies strategy = strategy();
    Limits limits = standard.pool().limits();
    Map<String, String> chosen = only(strategy.parameters());
    Foresight foresight =
        strategy == Strategies.CLAIRVOYANT && standard.loads().size() == 1
            ? KnownLoad.of(standard.loads().get(0), standard.startNanos(), standard.service())
            : Foresight.NONE;
    // So that a wrong value is told now.
    strategy.create(limits, chosen, foresight);
    Optional<ShrinkRules> shrink = Optional.ofNullable(params.get(SHRINK)).map(ShrinkRules::named);
    shrink.ifPresent(rule -> rule.create(limits, only(rule.parameters())));
    return standard.with(
        () -> strategy.create(limits, chosen, foresight),
        () -> shrink.map(rule -> rule.create(limits, only(rule.parameters()))));
  }

  private List<LoadPlan> clients(LabLoad lab, Limits limits, long seed, int timeScale) {
    for (String size : List.of("operations", "concurrency")) {
      if (!params.getOrDefault(size, "0").equals("0")) {
        throw new BadInput(
            "%s=%s: has no meaning for %s, whose size is set by %s"
                .formatted(
                    size,
                    params.get(size),
                    load(),
                    lab.parameters().stream().map(Parameter::name).collect(joining(", "))));
      }
    }
    Settings settings = Settings.of(load(), lab.parameters(), only(lab.parameters()));
    return lab.clients(limits, settings, seed).stream()
        .map(plan -> plan.stretched(timeScale))
        .toList();
  }

  Strategies strategy() {
    String name = params.get(STRATEGY);
    return name == null ? Strategies.FIXED_STEP : Strategies.named(name);
  }

  private IdleOrder order() {
    return Arrays.stream(IdleOrder.values())
        .filter(order -> order.toString().equals(params.getOrDefault(ORDER, "lifo")))
        .findFirst()
        .orElseThrow(
            () ->
                new BadInput(
                    "%s=%s: must be one of %s"
                        .formatted(ORDER, params.get(ORDER), Arrays.toString(IdleOrder.values()))));
  }

  private static FaultPlan faults(double share) {
    return share == 0
        ? FaultPlan.NONE
        : FaultPlan.of(
            FaultRule.of(
                    "failPercent",
                    FaultEffect.Fail.with(Status.Code.INTERNAL, "the request was to fail"),
                    Rpc.BATCH_CREATE_SESSIONS)
                .when(new FaultCondition.Chance(share)));
  }

  /** The values of those parameters that were chosen. */
  private Map<String, String> only(List<Parameter> parameters) {
    Map<String, String> only = new TreeMap<>(params);
    only.keySet().retainAll(parameters.stream().map(Parameter::name).toList());
    return only;
  }
}
