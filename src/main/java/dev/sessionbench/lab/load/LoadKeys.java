package dev.sessionbench.lab.load;

import dev.sessionbench.base.model.CostModel;
import dev.sessionbench.base.model.Invalid;
import dev.sessionbench.base.model.Key;
import dev.sessionbench.base.model.Latency.ServerTime;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.model.SimulatedTime;
import dev.sessionbench.lab.pool.PoolOptions;
import dev.sessionbench.lab.pool.PoolOptions.IdleOrder;
import dev.sessionbench.lab.strategy.Limits;
import dev.sessionbench.mock.profile.Profiles;
import java.util.List;
import java.util.Optional;

/** The keys of a described load in its file. */
record LoadKeys(
    @Key(is = "what it is, for people") String description,
    @Key(or = "{}", is = "the pool of each client") PoolKeys pool,
    @Key(or = "{millis: 24.5}", is = "what a request for sessions takes") CreationKeys creation,
    @Key(range = "[1, 10000]", or = "1", is = "clients, each with a pool") int clients,
    @Key(is = "who comes") List<Callers> callers) {
  /** The keys of a load. */
  static LoadKeys of(DescribedLoad load, String profile) {
    PoolOptions pool = load.pool();
    return new LoadKeys(
        load.description(),
        new PoolKeys(
            pool.limits().minSessions(),
            pool.limits().maxSessions(),
            pool.limits().numChannels(),
            pool.acquireTimeoutNanos(),
            pool.failsWhenFull(),
            load.fillsFirst()),
        CreationKeys.of(load.creation(), profile),
        load.clients(),
        load.callers());
  }

  /** The load that the keys describe. */
  DescribedLoad load() {
    Limits limits = new Limits(pool.minSessions, pool.maxSessions, pool.numChannels);
    return new DescribedLoad(
            description,
            new PoolOptions(
                limits, IdleOrder.LIFO, pool.acquireTimeoutMillis, pool.failsWhenFull, 1),
            pool.fillsFirst,
            clients,
            creation.time(),
            callers)
        .refusingTheHopeless();
  }

  /** The pool of each client. */
  record PoolKeys(
      @Key(range = "[0, )", or = "0", is = "sessions at the start") int minSessions,
      @Key(range = "[1, )", or = "400", is = "the most sessions") int maxSessions,
      @Key(range = "[1, 256]", or = "4", is = "gRPC channels") int numChannels,
      @Key(range = "(0, 2592000000] ms", or = "60000", is = "how long a caller waits")
          long acquireTimeoutMillis,
      @Key(or = "false", is = "whether callers fail at once if the pool is full")
          boolean failsWhenFull,
      @Key(or = "true", is = "whether it is filled before anybody comes") boolean fillsFirst) {
    PoolKeys {
      var unused = new Limits(minSessions, maxSessions, numChannels);
    }
  }

  /** How long a request for sessions takes: a profile, or numbers. */
  record CreationKeys(
      @Key(is = "the profile whose times these are") Optional<String> profile,
      @Key(range = Callers.TIME, is = "the time of a request") Optional<Long> millis,
      @Key(range = Callers.TIME, is = "the most that is drawn on top") Optional<Long> randomMillis,
      @Key(range = Callers.TIME, is = "what each session adds") Optional<Long> perSessionMillis,
      @Key(range = "[0, 100]", is = "the share that others add") Optional<Double> perOther) {
    CreationKeys {
      boolean alone =
          millis.isEmpty()
              && randomMillis.isEmpty()
              && perSessionMillis.isEmpty()
              && perOther.isEmpty();
      Invalid.when(
          profile.isPresent() && !alone, "profile: it sets every time, so it must stand alone");
    }

    private static CreationKeys of(SimulatedTime creation, String profile) {
      CostModel cost = creation.costModel();
      Optional<ServerTime> time =
          Optional.of(creation.latencies().time(Rpc.BATCH_CREATE_SESSIONS))
              .filter(ServerTime.class::isInstance)
              .map(ServerTime.class::cast)
              .filter(said -> profile.isEmpty());
      Invalid.when(
          profile.isEmpty()
              && (cost.outsideNanos() != 0 || time.filter(t -> t.step() == 1).isEmpty()),
          "what a request takes is no fixed time; name its profile");
      return new CreationKeys(
          Optional.of(profile).filter(name -> !name.isEmpty()),
          time.map(ServerTime::min),
          time.map(t -> t.max() == t.min() ? 0 : t.max() - t.min() + 1),
          time.map(said -> cost.perSessionNanos()),
          time.map(said -> cost.perOther()));
    }

    private SimulatedTime time() {
      return profile
          .map(name -> DescribedLoad.creation(Profiles.load(name).inVirtualTime()))
          .orElseGet(
              () ->
                  DescribedLoad.creation(
                      millis.orElse(0L),
                      randomMillis.orElse(0L),
                      new CostModel(perSessionMillis.orElse(0L), perOther.orElse(0.0))));
    }
  }
}
