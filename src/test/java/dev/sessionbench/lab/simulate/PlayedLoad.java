package dev.sessionbench.lab.simulate;

import dev.sessionbench.base.model.CostModel;
import dev.sessionbench.base.model.LatencyProfile;
import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.model.SimulatedTime;
import dev.sessionbench.bench.load.LoadPlan;
import dev.sessionbench.bench.load.OperationTimes;
import dev.sessionbench.lab.pool.PoolOptions;
import dev.sessionbench.lab.pool.ReferencePool;
import dev.sessionbench.lab.simulate.SimulatedService.Session;
import dev.sessionbench.lab.strategy.Limits;
import dev.sessionbench.lab.strategy.Strategies;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Plays a load on a pool that has all its sessions from the start. */
final class PlayedLoad implements SimulatedService.CreationLog {
  final VirtualTime time = new VirtualTime();
  final List<OperationTimes> ended = new ArrayList<>();

  static PlayedLoad on(int sessions, LoadPlan plan, LatencyProfile times) {
    PlayedLoad load = new PlayedLoad();
    SimulatedService service =
        new SimulatedService(
            load.time,
            new SimulatedTime(times, CostModel.FLAT, 1, PoolShape.SERVICE_BATCH_LIMIT),
            load);
    Limits limits = new Limits(sessions, sessions, 1);
    ReferencePool<Session> pool =
        new ReferencePool<>(
            PoolOptions.waiting(limits, PoolOptions.FOR_EVER),
            Strategies.FIXED_STEP.create(limits, Map.of()),
            Optional.empty(),
            service,
            load.time);
    pool.open();
    new VirtualDriver(load.time, plan, pool, service, load.ended::add).start();
    load.time.run();
    return load;
  }
}
