package dev.sessionbench.bench.client;

import com.google.common.io.Closer;
import dev.sessionbench.base.model.LatencyProfile;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.bench.client.PoolUnderTest.PoolState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Several clients that share a load, like the instances of an application. Each operation goes to
 * the next client. Its counts are the sums of theirs.
 */
public final class ClientFleet implements PoolUnderTest {
  private final List<PoolUnderTest> clients;
  private final AtomicInteger next = new AtomicInteger();

  /**
   * Makes a fleet.
   *
   * @param clients its clients, at least one, all unopened; this fleet opens and closes them
   */
  public ClientFleet(List<PoolUnderTest> clients) {
    this.clients = List.copyOf(clients);
  }

  /** Opens the clients one after the other without waiting. */
  @Override
  public void open() {
    clients.forEach(PoolUnderTest::open);
  }

  /** At once if any of them fills so. */
  @Override
  public LatencyProfile filling(LatencyProfile measured) {
    LatencyProfile times = measured;
    for (PoolUnderTest client : clients) {
      times = client.filling(times);
    }
    return times;
  }

  private PoolUnderTest next() {
    return clients.get(Math.floorMod(next.getAndIncrement(), clients.size()));
  }

  @Override
  public void read(Runnable atRow) {
    next().read(atRow);
  }

  @Override
  public void write() {
    next().write();
  }

  @Override
  public OpenRead openRead() {
    return next().openRead();
  }

  @Override
  public PoolState state() {
    return clients.stream().map(PoolUnderTest::state).reduce(PoolState.NONE, PoolState::plus);
  }

  /** Waits for one after the other, as each knows best when it is at rest. */
  @Override
  public void awaitQuiescent(long limitNanos) {
    clients.forEach(client -> client.awaitQuiescent(limitNanos));
  }

  @Override
  public void retire() {
    clients.forEach(PoolUnderTest::retire);
  }

  @Override
  public long attempts(Rpc rpc) {
    return clients.stream().mapToLong(client -> client.attempts(rpc)).sum();
  }

  /** Closes all clients, the last one first, even if one of them cannot be closed. */
  @Override
  public void close() {
    try (Closer closer = Closer.create()) {
      clients.forEach(client -> closer.register(client::close));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
