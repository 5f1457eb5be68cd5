package dev.sessionbench.study.warmup;

import java.util.function.Consumer;

/** Where operations in virtual time take their sessions from. */
@FunctionalInterface
interface SessionSource {
  /** Sessions for everybody, at once. */
  SessionSource ENDLESS = use -> use.accept(() -> {});

  /**
   * Asks for a session.
   *
   * @param use told, now or later, when there is one, and of how to give it back
   */
  void acquire(Consumer<Runnable> use);
}
