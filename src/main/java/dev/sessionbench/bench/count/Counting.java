package dev.sessionbench.bench.count;

import com.google.protobuf.Empty;
import dev.sessionbench.base.model.LatencyProfile;
import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.model.RunMetric;
import dev.sessionbench.base.model.ServerTime;
import dev.sessionbench.base.model.Transport;
import dev.sessionbench.bench.client.PoolUnderTest;
import dev.sessionbench.bench.client.PooledClient;
import dev.sessionbench.bench.client.ServerAddress;
import dev.sessionbench.bench.count.HeldDemand.CountedLoad;
import dev.sessionbench.bench.trial.Observation;
import dev.sessionbench.bench.trial.Observation.ServerView;
import dev.sessionbench.bench.trial.Trial;
import dev.sessionbench.bench.trial.TrialOptions;
import dev.sessionbench.bench.trial.TrialParameters;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Runs cells, one after the other, on a mock server of short times.
 *
 * @param params parameters that are set instead of the benchmark's own and the cell's, by name
 * @param pools what is counted, unless the parameters name a client of another version
 */
public record Counting(Map<String, String> params, Pools pools) {
  /** Makes a pool of a shape for a server, given what sees every call attempt. */
  @FunctionalInterface
  public interface Pools {
    /** One pool. */
    PoolUnderTest make(
        PoolShape shape, ServerAddress address, List<ClientInterceptor> interceptors);
  }

  /** Long enough for requests to meet at the server, short enough for three hundred of them. */
  private static final LatencyProfile TIMES =
      LatencyProfile.none().with(Rpc.BATCH_CREATE_SESSIONS, ServerTime.ofMillis(1, 0));

  /** Held, because loggers that nobody holds lose their level. */
  private static final Logger CHANNEL_LOG = Logger.getLogger("com.google.cloud.grpc");

  static {
    // It would tell of every client.
    CHANNEL_LOG.setLevel(Level.WARNING);
  }

  /** Copies the parameters. */
  public Counting {
    params = Map.copyOf(params);
  }

  /** Counts the real client, or the one that the parameters name. */
  public Counting(Map<String, String> params) {
    this(params, (shape, address, interceptors) -> new PooledClient(shape, address, interceptors));
  }

  /**
   * What the pool's rule gives for a cell.
   *
   * @param cell the cell
   * @return counts by name; those that depend on how fast the machine is are left out
   * @throws IllegalArgumentException if a parameter is wrong
   */
  public Map<String, Long> byRule(CountCell cell) {
    TrialOptions options = options(cell);
    return Counts.byRule(cell, options.shape(), options.transport());
  }

  private TrialOptions options(CountCell cell) {
    Map<String, String> words = new TreeMap<>();
    words.put(TrialParameters.INC_STEP.name(), Integer.toString(cell.step()));
    words.put(TrialParameters.TRANSPORT.name(), cell.transport().toString());
    words.putAll(params);
    // What is counted is set by the cell, and its times by nobody.
    Stream.of(TrialParameters.OPERATIONS, TrialParameters.CONCURRENCY, TrialParameters.TIME_SCALE)
        .forEach(own -> words.put(own.name(), own.standardText()));
    return TrialParameters.read(cell.workload(), words);
  }

  /**
   * Counts a cell once.
   *
   * @param cell the cell
   * @return the counts by name
   * @throws IllegalStateException if the run was none of a growing pool; the message says why
   * @throws IllegalArgumentException if a parameter is wrong
   */
  public Map<String, Long> count(CountCell cell) {
    TrialOptions options = options(cell);
    CountedLoad load = CountedLoad.of(cell, options.shape(), options.size().seed());
    List<Observation> seen = new ArrayList<>();
    try (HeldDemand held = new HeldDemand(load.demand(), load.plan().callers());
        Trial trial =
            Trial.prepare(
                options.counted(
                    load.heldBy(held),
                    TIMES,
                    interceptors -> address -> pools.make(options.shape(), address, interceptors),
                    held,
                    List.of(new EndedByServer()),
                    (what, report) -> seen.add(what)))) {
      held.begin();
      trial.run();
      trial.finish();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    } catch (IOException e) {
      throw new IllegalStateException("the mock server cannot be started: " + e.getMessage(), e);
    }
    return Counts.of(seen.get(0), options.transport());
  }

  /**
   * Answers each DeleteSession in the server's stead: a run's sessions end with its server, and to
   * delete them one by one would take a third of what the run takes.
   */
  static final class EndedByServer implements ClientInterceptor {
    @Override
    public <Q, R> ClientCall<Q, R> interceptCall(
        MethodDescriptor<Q, R> method, CallOptions options, Channel next) {
      return method.getFullMethodName().equals(Rpc.DELETE_SESSION.fullMethodName())
          ? new Answered<>()
          : next.newCall(method, options);
    }

    private static final class Answered<Q, R> extends ClientCall<Q, R> {
      private @Nullable Listener<R> listener;

      @Override
      public void start(Listener<R> responses, Metadata headers) {
        listener = responses;
      }

      @Override
      @SuppressWarnings("unchecked") // DeleteSession returns nothing, which is this.
      public void halfClose() {
        if (listener != null) {
          listener.onMessage((R) Empty.getDefaultInstance());
          listener.onClose(Status.OK, new Metadata());
        }
      }

      @Override
      public void sendMessage(Q message) {}

      @Override
      public void request(int numMessages) {}

      @Override
      public void cancel(@Nullable String message, @Nullable Throwable cause) {}
    }
  }

  /** What is counted in a run, and how each count is. */
  static final class Counts {
    private Counts() {}

    static Map<String, Long> of(Observation seen, Transport transport) {
      ServerView server = seen.server().orElseThrow();
      Map<String, Long> counts = new LinkedHashMap<>();
      counts.put(RunMetric.RPCS.key(), seen.rpcs(Rpc.BATCH_CREATE_SESSIONS));
      counts.put(RunMetric.ATTEMPTS.key(), seen.attempts(Rpc.BATCH_CREATE_SESSIONS));
      counts.put(RunMetric.CREATED.key(), server.sessionsCreated());
      counts.put(
          RunMetric.OVERSHOOT.key(), Math.max(0, server.sessionsCreated() - seen.sessionsWanted()));
      List<Long> channels = new ArrayList<>(server.byChannel(Rpc.BATCH_CREATE_SESSIONS).values());
      // What no channel carried, a channel that never connected has not.
      while (channels.size() < channels(seen.shape(), transport)) {
        channels.add(0L);
      }
      counts.put(RunMetric.BUSIEST_CHANNEL_RPCS.key(), Collections.max(channels));
      counts.put(RunMetric.IDLEST_CHANNEL_RPCS.key(), Collections.min(channels));
      counts.put(
          RunMetric.IN_FLIGHT.key(), ServerView.maxInFlight(server.journal(), seen.startNanos()));
      return counts;
    }

    /**
     * What the pool's rule gives for a cell, by the closed form: all but the RPCs in flight, which
     * depend on how fast the machine is. The client takes its channels in turn.
     *
     * @param cell the cell
     * @param shape the pool
     * @param transport how the client reaches the server
     * @return counts by name
     */
    static Map<String, Long> byRule(CountCell cell, PoolShape shape, Transport transport) {
      int demand = CountedLoad.of(cell, shape, 0).demand();
      long rpcs = shape.totalRpcs(demand, PoolShape.SERVICE_BATCH_LIMIT);
      long sessions = shape.finalSessions(demand);
      long channels = channels(shape, transport);
      return Map.of(
          RunMetric.RPCS.key(),
          rpcs,
          RunMetric.ATTEMPTS.key(),
          rpcs,
          RunMetric.CREATED.key(),
          sessions,
          RunMetric.OVERSHOOT.key(),
          sessions - Math.max(shape.minSessions(), demand),
          RunMetric.BUSIEST_CHANNEL_RPCS.key(),
          (rpcs + channels - 1) / channels,
          RunMetric.IDLEST_CHANNEL_RPCS.key(),
          rpcs / channels);
    }

    private static int channels(PoolShape shape, Transport transport) {
      return transport == Transport.TCP ? shape.numChannels() : 1;
    }
  }
}
