package dev.sessionbench.study.calibrate;

import java.util.List;

/** A server that is asked. */
interface Target {
  /**
   * Sends requests in their order, without waiting between them, and waits until each has ended.
   *
   * @param requests at most {@link dev.sessionbench.study.calibrate.Budget#IN_FLIGHT}
   * @return what came of each, in the same order
   * @throws InterruptedException if the thread is interrupted while it waits
   */
  List<Reply> send(List<Request> requests) throws InterruptedException;
}
