package dev.sessionbench.bench.count;

import dev.sessionbench.base.model.Latency.ServerTime;
import dev.sessionbench.base.model.LatencyProfile;
import dev.sessionbench.base.model.Parameter;
import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.model.RunMetric;
import dev.sessionbench.bench.client.Attempts;
import dev.sessionbench.bench.client.CallEvents;
import dev.sessionbench.bench.client.PoolUnderTest;
import dev.sessionbench.bench.client.ServerAddress;
import dev.sessionbench.bench.count.HeldDemand.CountedLoad;
import dev.sessionbench.bench.load.LoadPlan;
import dev.sessionbench.bench.load.Operation;
import dev.sessionbench.bench.load.Workload;
import dev.sessionbench.bench.trial.ChannelLoad;
import dev.sessionbench.bench.trial.ChannelLoad.Shape;
import dev.sessionbench.bench.trial.Observation;
import dev.sessionbench.bench.trial.Observation.ServerView;
import dev.sessionbench.bench.trial.Scenario;
import dev.sessionbench.bench.trial.Trial;
import dev.sessionbench.bench.trial.TrialOptions;
import dev.sessionbench.bench.trial.TrialParameters;
import dev.sessionbench.bench.trial.TrialReport.Probe;
import dev.sessionbench.mock.MockSpannerServer;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Counts cells, one after the other, on a mock server with short times.
 *
 * @param params parameters that replace the benchmark's own and the cell's, by name
 * @param pools makes the counted pools
 */
public record Counting(Map<String, String> params, Pools pools) {
  /** Makes a pool for a server, given what receives every call attempt. */
  @FunctionalInterface
  public interface Pools {
    /** Makes one pool. */
    PoolUnderTest make(TrialOptions options, ServerAddress address, CallEvents events);
  }

  /** Long enough for requests to meet at the server, short enough for three hundred of them. */
  private static final LatencyProfile TIMES =
      LatencyProfile.none().with(Rpc.BATCH_CREATE_SESSIONS, ServerTime.ofMillis(1, 0));

  /** Parameters that the cell decides. */
  private static final List<String> OF_CELL =
      Parameter.names(
          List.of(
              TrialParameters.OPERATIONS, TrialParameters.CONCURRENCY, TrialParameters.TIME_SCALE));

  /** Kept in a field, because a logger without a reference loses its level. */
  private static final Logger CHANNEL_LOG = Logger.getLogger("com.google.cloud.grpc");

  static {
    // At a lower level it logs every client.
    CHANNEL_LOG.setLevel(Level.WARNING);
  }

  /** Counts the client that the suite is built with, or the one that the parameters name. */
  public Counting(Map<String, String> params) {
    this(
        params,
        (options, address, events) -> options.client().build(options.shape(), address, events));
  }

  /**
   * The counts that the closed form gives for a pool that grows by a step. The client takes its
   * channels in turn.
   *
   * @param cell the cell
   * @return counts by name, without those that have no formula
   * @throws IllegalArgumentException if a parameter is wrong
   */
  public Map<String, Long> byRule(CountCell cell) {
    if (cell.workload().isEmpty()) {
      return Map.of();
    }
    TrialOptions options = options(cell);
    PoolShape shape = options.shape();
    int demand = CountedLoad.of(cell, shape, 0).demand();
    long rpcs = shape.totalRpcs(demand, PoolShape.SERVICE_BATCH_LIMIT);
    long sessions = shape.finalSessions(demand);
    long channels = Counts.channels(shape, options.mock().transport());
    Counts counts = new Counts();
    counts.add(RunMetric.RPCS, rpcs);
    counts.add(RunMetric.ATTEMPTS, rpcs);
    counts.add(RunMetric.CREATED, sessions);
    counts.add(RunMetric.OVERSHOOT, sessions - Math.max(shape.minSessions(), demand));
    counts.add(RunMetric.BUSIEST_CHANNEL_RPCS, (rpcs + channels - 1) / channels);
    counts.add(RunMetric.IDLEST_CHANNEL_RPCS, rpcs / channels);
    return counts.byName();
  }

  private TrialOptions options(CountCell cell) {
    Map<String, String> values = new TreeMap<>();
    if (cell.step() != CountCell.NO_STEP) {
      values.put(TrialParameters.INC_STEP.name(), Integer.toString(cell.step()));
    }
    values.put(TrialParameters.TRANSPORT.name(), cell.transport().toString());
    values.putAll(params);
    // The cell decides what is counted; these parameters keep their standard values.
    values.keySet().removeAll(OF_CELL);
    if (cell.script().equals(Optional.of(CountScript.IDLE_ORDER))) {
      // With several channels the client puts some sessions at a random place.
      values.put(TrialParameters.NUM_CHANNELS.name(), "1");
      // The order of so few sessions is a number.
      values.put(TrialParameters.MIN_SESSIONS.name(), "9");
      values.put(TrialParameters.MAX_SESSIONS.name(), "9");
    }
    return TrialParameters.read(cell.workload().orElse(Workload.BURST_READ), values);
  }

  /**
   * Counts a cell once.
   *
   * @param cell the cell
   * @return the counts by name
   * @throws IllegalStateException if the pool did not grow as it must; the message says why
   * @throws IllegalArgumentException if a parameter is wrong
   */
  public Map<String, Long> count(CountCell cell) {
    try {
      if (cell.equals(CountCell.channels())) {
        return ChannelCounts.once(burst());
      }
      TrialOptions options = options(cell);
      return cell.script().isPresent()
          ? cell.script().get().count(script(options), options.mock().transport())
          : countLoad(CountedLoad.of(cell, options.shape(), options.size().seed()), options);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    } catch (IOException e) {
      throw new IllegalStateException("the mock server cannot be started: " + e.getMessage(), e);
    }
  }

  /** The burst of a gate, which is as short as it can be for counts. */
  private ChannelLoad burst() {
    Map<String, String> values = new TreeMap<>(Shape.COLD_BURST.schema().only(params));
    values.keySet().removeAll(OF_CELL);
    values.remove(TrialParameters.TRANSPORT.name());
    values.put(TrialParameters.CONCURRENCY.name(), "100");
    values.put(TrialParameters.OPERATIONS.name(), "500");
    return ChannelLoad.read(Shape.COLD_BURST, values);
  }

  private Scenario script(TrialOptions options) {
    LoadPlan none = new LoadPlan(0, 0, i -> new Operation(Operation.Kind.READ, 0, 0, 0, false));
    return scenario(options, none, new Attempts(), (seen, report) -> {});
  }

  private Scenario scenario(TrialOptions options, LoadPlan load, CallEvents events, Probe probe) {
    return options.counted(load, TIMES, address -> pools.make(options, address, events), probe);
  }

  private Map<String, Long> countLoad(CountedLoad load, TrialOptions options)
      throws IOException, InterruptedException {
    Counts counts = new Counts();
    Probe counted = (seen, report) -> add(seen, counts);
    try (HeldDemand held = new HeldDemand(load.demand(), load.callers());
        Trial trial = Trial.prepare(scenario(options, load.heldBy(held), held, counted))) {
      held.begin();
      trial.run();
      trial.finish();
      MockSpannerServer server = trial.closeClient().orElseThrow();
      int channels = Counts.channels(options.shape(), options.mock().transport());
      counts.addServer(server, channels);
      if (load.inTurn()) {
        counts.addStatements(server, channels);
      }
    }
    return counts.byName();
  }

  private static void add(Observation seen, Counts counts) {
    ServerView server = seen.server().orElseThrow();
    counts.add(RunMetric.ATTEMPTS, seen.attempts(Rpc.BATCH_CREATE_SESSIONS));
    counts.add(
        RunMetric.OVERSHOOT, Math.max(0, server.sessions().created() - seen.sessionsWanted()));
    counts.add(RunMetric.IN_FLIGHT, ServerView.maxInFlight(server.journal(), seen.startNanos()));
    counts.add(RunMetric.FAILED_CALLERS, seen.failed());
    counts.addPool(seen.pool(), seen.metrics());
  }
}
