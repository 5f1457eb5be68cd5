package dev.sessionbench.study.warmup;

/** A server, and what plays rounds on it: each finds the server as the one before left it. */
interface Rounds extends AutoCloseable {
  /**
   * Plays one round to its end, or until it is told to stop.
   *
   * @param name what the round is called
   * @param load what is played
   */
  Round play(String name, WarmupLoad load) throws InterruptedException;

  @Override
  void close();
}
