package dev.sessionbench.lab.load;

import dev.sessionbench.base.model.CostModel;
import dev.sessionbench.base.model.Invalid;
import dev.sessionbench.base.model.Key;
import dev.sessionbench.base.model.Latency;
import dev.sessionbench.base.model.Latency.ServerTime;
import dev.sessionbench.base.model.LatencyProfile;
import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.model.SimulatedTime;
import dev.sessionbench.mock.profile.Profiles;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How long a request for sessions takes: as a profile says, or numbers in nanoseconds.
 *
 * @param profile the profile
 * @param nanos the time of a request
 * @param randomNanos the most that a random draw adds, uniformly
 * @param perSessionNanos what each session adds
 * @param perOther the share that each other request under way adds
 */
public record CreationTime(
    @Key(is = "the profile whose times these are") Optional<String> profile,
    @Key(name = "millis", range = Callers.TIME, is = "the time of a request") Optional<Long> nanos,
    @Key(name = "randomMillis", range = Callers.TIME, is = "the most that is drawn on top")
        Optional<Long> randomNanos,
    @Key(name = "perSessionMillis", range = Callers.TIME, is = "what each session adds")
        Optional<Long> perSessionNanos,
    @Key(range = "[0, 100]", is = "the share that others add") Optional<Double> perOther) {
  /** Checks the numbers, and that there is such a profile. */
  public CreationTime {
    Stream<Optional<?>> times = Stream.of(nanos, randomNanos, perSessionNanos, perOther);
    Invalid.when(
        profile.isPresent() && times.anyMatch(Optional::isPresent),
        "profile: it sets every time, so it must stand alone");
    profile.ifPresent(CreationTime::ofProfile);
  }

  /** A request with a fixed time, plus a fixed time for each session. */
  public static CreationTime of(double nanos, double perSessionNanos) {
    Optional<Long> request = Optional.of(Math.round(nanos));
    Optional<Long> each = Optional.of(Math.round(perSessionNanos));
    return new CreationTime(Optional.empty(), request, Optional.of(0L), each, Optional.of(0.0));
  }

  /** The times of all RPCs; only requests for sessions take any. Its seed does not matter. */
  public SimulatedTime time() {
    ServerTime request = ServerTime.of(nanos.orElse(0L), randomNanos.orElse(0L), 1);
    LatencyProfile latencies = LatencyProfile.none().with(Rpc.BATCH_CREATE_SESSIONS, request);
    CostModel costs = new CostModel(perSessionNanos.orElse(0L), perOther.orElse(0.0));
    return profile
        .map(CreationTime::ofProfile)
        .orElse(new SimulatedTime(latencies, costs, 0, PoolShape.SERVICE_BATCH_LIMIT));
  }

  private static SimulatedTime ofProfile(String name) {
    SimulatedTime server = Profiles.load(name).inVirtualTime();
    Latency request = server.latencies().time(Rpc.BATCH_CREATE_SESSIONS);
    return server
        .withSeed(0)
        .withLatencies(LatencyProfile.none().with(Rpc.BATCH_CREATE_SESSIONS, request));
  }
}
