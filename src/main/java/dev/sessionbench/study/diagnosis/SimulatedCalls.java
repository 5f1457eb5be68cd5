package dev.sessionbench.study.diagnosis;

import dev.sessionbench.base.model.LogNormalTime;
import dev.sessionbench.base.model.Nanos;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.model.SeededDraws;
import dev.sessionbench.lab.pool.SessionService;
import dev.sessionbench.lab.simulate.SimulatedService.Session;
import dev.sessionbench.lab.simulate.VirtualTime;
import dev.sessionbench.mock.journal.RpcRecord;
import io.grpc.Status;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The way of a call: the client's processor, the network, the server, and back. */
final class SimulatedCalls implements SessionService<Session> {
  /** The spread of the server's times, as in the profile of the leaderboard. */
  private static final double SIGMA = 0.3;

  private static final long REFUSED_STREAM = 201;

  /** As the client's library waits before it tries again: longer each time. */
  private static final double FIRST_BACKOFF_MILLIS = 250;

  private static final double BACKOFF_FACTOR = 1.3;

  private final VirtualTime time;
  private final World world;
  private final Processors processors;
  private final List<RpcTiming> timings = new ArrayList<>();
  private final List<RpcRecord> replies = new ArrayList<>();
  private long calls;
  private boolean opened;

  SimulatedCalls(VirtualTime time, World world) {
    this.time = time;
    this.world = world;
    this.processors = new Processors(time, world.cores());
  }

  /** Makes a call, then goes on. */
  void make(Rpc rpc, double medianMillis, Runnable then) {
    long halfCpu = nanos(world.cpuMillis() / 2);
    processors.use(halfCpu, () -> send(rpc, medianMillis, halfCpu, then));
  }

  private void send(Rpc rpc, double medianMillis, long cpuNanos, Runnable then) {
    long start = time.nanos();
    long oneWay = nanos(world.networkMillis() / 2);
    long served =
        new LogNormalTime(nanos(medianMillis), SIGMA)
            .drawNanos(world.seed(), rpc.methodName().hashCode(), calls++);
    time.after(
        oneWay + served,
        () -> {
          replies.add(
              new RpcRecord(time.nanos() - served, rpc, 0, served, time.nanos(), Status.Code.OK));
          time.after(oneWay, () -> processors.use(cpuNanos, () -> end(rpc, start, served, then)));
        });
  }

  private void end(Rpc rpc, long start, long served, Runnable then) {
    double gfeMillis = Math.rint(served / Nanos.PER_MILLI);
    note(rpc, start, gfeMillis, Status.Code.OK);
    then.run();
  }

  private void note(Rpc rpc, long start, double gfeMillis, Status.Code status) {
    timings.add(
        new RpcTiming(
            rpc, time.nanos(), (time.nanos() - start) / Nanos.PER_MILLI, gfeMillis, status));
  }

  /** From now on it takes time to create sessions. */
  void opened() {
    opened = true;
  }

  @Override
  public void create(int channel, int sessions, Reply<Session> reply) {
    Runnable created = () -> reply.created(Collections.nCopies(sessions, Session.REGULAR));
    if (opened) {
      create(0, created);
    } else {
      created.run();
    }
  }

  @Override
  public void delete(Session session) {}

  /** Asks for sessions until the server does not refuse, then goes on; or until nobody watches. */
  private void create(int attempt, Runnable then) {
    long start = time.nanos();
    boolean refused =
        SeededDraws.unit(world.seed(), REFUSED_STREAM, calls++) < world.refusedShare();
    time.after(
        nanos(world.networkMillis() + world.createMillis()),
        () -> {
          note(
              Rpc.BATCH_CREATE_SESSIONS,
              start,
              Math.rint(world.createMillis()),
              refused ? Status.Code.RESOURCE_EXHAUSTED : Status.Code.OK);
          if (refused && time.nanos() >= world.untilNanos()) {
            return;
          }
          if (refused) {
            double backoff = FIRST_BACKOFF_MILLIS * Math.pow(BACKOFF_FACTOR, attempt);
            time.after(nanos(backoff), () -> create(attempt + 1, then));
          } else {
            then.run();
          }
        });
  }

  static long nanos(double millis) {
    return Math.round(millis * Nanos.PER_MILLI);
  }

  List<RpcTiming> timings() {
    return timings;
  }

  List<RpcRecord> replies() {
    return replies;
  }

  Processors processors() {
    return processors;
  }
}
