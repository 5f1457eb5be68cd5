package dev.sessionbench.study.diagnosis;

import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.model.SeededDraws;
import dev.sessionbench.study.diagnosis.Diagnosis.Cause;
import java.util.List;
import java.util.Optional;

/**
 * A client, its pool, its machine, the network and the server, as far as they affect transactions.
 * The world is healthy until a cause is planted. Times are in milliseconds.
 */
final class SimulatedWorld {
  static final int CORES = 2;
  private static final long PAUSE = 100;
  private static final long VARIED_STREAM = 221;

  final long seed;
  Agents agents;
  PoolShape shape = new PoolShape(40, 100, 25, 4);
  double networkMillis = 50;
  double executeMillis = 5;
  double commitMillis = 10;
  double createMillis = 20;
  double leakShare;
  double refusedShare;
  double abortedShare;
  double cpuMillis = 0.2;

  SimulatedWorld(Agents agents, long seed) {
    this.agents = agents;
    this.seed = seed;
  }

  /** A healthy world that needs at most 85 % of its sessions and about half of its processors. */
  static SimulatedWorld varied(long seed) {
    double share = SeededDraws.unit(seed, VARIED_STREAM, 0);
    double network = 10 + 90 * SeededDraws.unit(seed, VARIED_STREAM, 1);
    long pause = 50 + (long) (250 * SeededDraws.unit(seed, VARIED_STREAM, 2));
    double load = 0.05 + 0.8 * SeededDraws.unit(seed, VARIED_STREAM, 3);
    double hold = (1 - share) * (network + 6) + share * (2 * network + 17);
    int number = (int) Math.max(2, load * 100 * (pause + hold) / hold * 0.95);
    return new SimulatedWorld(new Agents(number, share, pause), seed).far(network);
  }

  private SimulatedWorld far(double millis) {
    networkMillis = millis;
    return this;
  }

  /**
   * The diagnosis of a planted cause.
   *
   * @param strength from 0; strength 0 may be too weak to matter, 1 and 2 are not
   */
  static Diagnosis diagnosis(Cause cause, int strength, long seed) {
    SimulatedWorld now = new SimulatedWorld(new Agents(100, 0.5, PAUSE), seed);
    SimulatedWorld calm = new SimulatedWorld(new Agents(10, 0.5, PAUSE), seed + 1);
    if (cause == Cause.NOTHING) {
      now = varied(seed);
      calm.far(now.networkMillis);
    } else {
      now.plant(cause, strength);
    }
    return Diagnosis.of(SimulatedClient.play(now), Optional.of(SimulatedClient.play(calm)));
  }

  private void plant(Cause cause, int strength) {
    switch (cause) {
      case SESSION_LEAK -> leakShare = List.of(0.0015, 0.006, 0.025).get(strength);
      case CREATION_FAILING -> {
        shape = new PoolShape(10, 100, 25, 4);
        refusedShare = List.of(0.5, 0.9, 1 - 1e-9).get(strength);
      }
      case LOCK_CONFLICTS -> abortedShare = List.of(0.15, 0.4, 0.7).get(strength);
      case CLIENT_CPU -> {
        // The processor time available for each call of the agents.
        double callsPerSecond = agents.number() * (1000.0 / 155 + 2 * 1000.0 / 215) / 2;
        cpuMillis = List.of(0.9, 1.2, 2.0).get(strength) * (CORES * 1000 / callsPerSecond);
      }
      case SERVER_SLOW -> {
        executeMillis *= List.of(3, 6, 12).get(strength);
        commitMillis *= List.of(3, 6, 12).get(strength);
      }
      case NETWORK_SLOW -> networkMillis = List.of(75, 120, 250).get(strength);
      case POOL_EXHAUSTED -> {
        // The sessions suffice for 224 agents.
        double number = 224 * List.of(1.15, 1.5, 2.5).get(strength);
        agents = new Agents((int) Math.round(number), 0.5, PAUSE);
      }
      case GROWTH_SLOW -> {
        shape = new PoolShape(10, 100, 5, 4);
        createMillis = List.of(1_500, 4_000, 12_000).get(strength);
      }
      case NOTHING -> {}
    }
  }
}
