package dev.sessionbench.workload;

import dev.sessionbench.client.AcquireWait;
import dev.sessionbench.client.SpannerOperations;
import dev.sessionbench.client.SpannerOperations.OpenRead;
import java.util.ArrayList;
import java.util.List;

/** Takes one session after the other and holds them all until it is closed. */
final class SteadyLoad implements Load {
  private final OperationLog log;
  private final SpannerOperations client;
  private final List<OpenRead> held;

  SteadyLoad(int operations, SpannerOperations client) {
    this.log = new OperationLog(operations);
    this.client = client;
    this.held = new ArrayList<>(operations);
  }

  @Override
  public void run() {
    for (int i = 0; i < log.size(); i++) {
      AcquireWait wait = AcquireWait.begin();
      held.add(client.openRead());
      log.recordKept(i, wait);
    }
  }

  @Override
  public List<OperationTimes> operations() {
    return log.operations();
  }

  @Override
  public void close() {
    held.forEach(OpenRead::close);
    held.clear();
  }
}
