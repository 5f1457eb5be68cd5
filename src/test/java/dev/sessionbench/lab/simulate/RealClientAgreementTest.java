package dev.sessionbench.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.model.CostModel;
import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.model.SimulatedTime;
import dev.sessionbench.base.model.SystemTime;
import dev.sessionbench.base.model.Transport;
import dev.sessionbench.base.results.Environment;
import dev.sessionbench.base.results.Json;
import dev.sessionbench.bench.client.AttemptCounter;
import dev.sessionbench.bench.count.CountCell;
import dev.sessionbench.bench.count.Counting;
import dev.sessionbench.bench.load.LoadPlan;
import dev.sessionbench.bench.load.Operation;
import dev.sessionbench.bench.load.Operation.Kind;
import dev.sessionbench.bench.load.Workload;
import dev.sessionbench.lab.pool.PoolOptions;
import dev.sessionbench.lab.pool.ReferenceClient;
import dev.sessionbench.lab.pool.ReferencePool.PoolStatistics;
import dev.sessionbench.lab.strategy.GrowthStrategy;
import dev.sessionbench.lab.strategy.Limits;
import dev.sessionbench.lab.strategy.Strategies;
import dev.sessionbench.mock.fault.FaultPlan;
import dev.sessionbench.mock.profile.Profiles;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Compares our pool with the real client, over the same RPCs and in virtual time. It draws pools
 * and demands at random, and counts each with both clients over the mock server, waiting for its
 * answers. This command counts the table of docs/measured-strategies.md anew:
 *
 * <pre>mvn test -Pslow -Dtest=RealClientAgreementTest -Dgolden.write=true</pre>
 */
class RealClientAgreementTest {
  private static final Path FILE = Path.of("results/validation/agreement.json.gz");

  /** The callers that {@code count} wants beyond a share of the maximum. */
  private static final int BEYOND = 3;

  private static final List<Workload> WORKLOADS = Workload.ORIGINAL;
  private static final List<Integer> PERCENTS = List.of(25, 50, 75, CountCell.FULL);

  /** The recorded counts by name, with a row for each shape in the order of the draws. */
  record Agreement(Environment environment, List<Row> shapes) {}

  record Row(
      String load,
      boolean onEdge,
      int minSessions,
      int maxSessions,
      int incStep,
      int numChannels,
      int demand,
      Map<String, Long> client,
      Map<String, Long> ourPool,
      Map<String, Long> virtual) {}

  /** A pool with a load, and whether the draw was a burst whose demand ends with a step. */
  private record Drawn(PoolShape shape, CountCell cell, int demand, boolean onEdge) {
    static Drawn from(Random random) {
      int max = 4 + random.nextInt(100);
      int min = random.nextInt(max + 1);
      int step = 1 + random.nextInt(60);
      int percent = PERCENTS.get(random.nextInt(PERCENTS.size()));
      Workload workload = WORKLOADS.get(random.nextInt(WORKLOADS.size()));
      int demand = percent == CountCell.FULL ? max : Math.min(max, max * percent / 100 + BEYOND);
      // In the client the last caller of such a burst races with the sessions of the step before.
      // It finds one of them, or asks for another step. Callers that come one after the other do
      // not race.
      boolean onEdge =
          workload != Workload.STEADY_INCREASE
              && demand < max
              && demand > min
              && (demand - min) % step == 0;
      return new Drawn(
          new PoolShape(min, max, step, 1 + random.nextInt(8)),
          new CountCell(
              onEdge ? Workload.STEADY_INCREASE : workload, step, Transport.INPROCESS, percent),
          demand,
          onEdge);
    }

    private Map<String, String> params() {
      return Map.of(
          "minSessions", Integer.toString(shape.minSessions()),
          "maxSessions", Integer.toString(shape.maxSessions()),
          "numChannels", Integer.toString(shape.numChannels()));
    }

    Map<String, Long> ofTheClient() {
      return counted(new Counting(params()));
    }

    Map<String, Long> ofOurPool() {
      return counted(
          new Counting(
              params(),
              (options, address, events) ->
                  new ReferenceClient(
                      PoolOptions.waiting(Limits.of(options.shape()), PoolOptions.FOR_EVER),
                      strategy(),
                      Optional.empty(),
                      address,
                      SystemTime.CLOCK,
                      List.of(new AttemptCounter(events)))));
    }

    private GrowthStrategy strategy() {
      return Strategies.FIXED_STEP.create(
          Limits.of(shape), Map.of("incStep", Integer.toString(shape.incStep())));
    }

    private Map<String, Long> counted(Counting counting) {
      Map<String, Long> counts = counting.count(cell);
      counts
          .keySet()
          .retainAll(List.of("numBatchCreateSessionsRpcs", "sessionsCreated", "overshoot"));
      return counts;
    }

    Map<String, Long> simulated() {
      Limits limits = Limits.of(shape);
      LoadPlan load =
          new LoadPlan(
              demand,
              demand,
              i -> new Operation(Kind.READ, 0, 0, TimeUnit.SECONDS.toNanos(60), false));
      SimulatedRun run =
          new Simulation(
                  List.of(load),
                  PoolOptions.waiting(limits, PoolOptions.FOR_EVER),
                  this::strategy,
                  Optional::empty,
                  new SimulatedTime(
                      Profiles.load(Profiles.ORIGINAL).options().latencies(),
                      CostModel.FLAT,
                      1,
                      100),
                  FaultPlan.NONE,
                  true,
                  1,
                  OptionalLong.empty())
              .run();
      return Map.of(
          "numBatchCreateSessionsRpcs", run.sum(PoolStatistics::requests),
          "sessionsCreated", run.sum(PoolStatistics::created),
          "overshoot", run.overshoot());
    }

    Row counted() {
      return new Row(
          cell.load(),
          onEdge,
          shape.minSessions(),
          shape.maxSessions(),
          shape.incStep(),
          shape.numChannels(),
          demand,
          ofTheClient(),
          ofOurPool(),
          simulated());
    }
  }

  private static List<Row> counted(int shapes, long seed) {
    Random random = new Random(seed);
    return Stream.generate(() -> Drawn.from(random)).limit(shapes).map(Drawn::counted).toList();
  }

  private static void agree(List<Row> shapes) {
    for (Row row : shapes) {
      assertThat(row.virtual()).as("in virtual time: %s", row).isEqualTo(row.client());
      assertThat(row.ourPool()).as("over RPCs: %s", row).isEqualTo(row.client());
    }
  }

  @Test
  void aFewPoolsMakeTheRequestsAndSessionsOfTheClient() {
    agree(counted(10, 1));
  }

  @Tag("slow")
  @Test
  void threeHundredPoolsMakeTheRequestsAndSessionsOfTheClient() {
    Environment environment =
        Environment.read(/* orderSeed= */ 0, Clock.systemUTC().instant().toString());
    Agreement seen = new Agreement(environment, counted(300, 2));
    if (Boolean.getBoolean("golden.write")) {
      Json.write(FILE, seen);
    }
    agree(seen.shapes());
  }
}
