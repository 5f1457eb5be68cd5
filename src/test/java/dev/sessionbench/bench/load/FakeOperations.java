package dev.sessionbench.bench.load;

import dev.sessionbench.bench.client.Attempts.AcquireWait;
import dev.sessionbench.bench.client.SpannerOperations;
import java.util.concurrent.atomic.AtomicInteger;

/** A client that answers at once and counts what a load asks for. */
class FakeOperations implements SpannerOperations {
  final AtomicInteger reads = new AtomicInteger();
  final AtomicInteger writes = new AtomicInteger();
  final AtomicInteger open = new AtomicInteger();

  @Override
  public void read(Runnable atRow) {
    AcquireWait.endCurrent();
    reads.incrementAndGet();
    atRow.run();
  }

  @Override
  public void write() {
    AcquireWait.endCurrent();
    writes.incrementAndGet();
  }

  @Override
  public OpenRead openRead() {
    AcquireWait.endCurrent();
    open.incrementAndGet();
    return open::decrementAndGet;
  }
}
