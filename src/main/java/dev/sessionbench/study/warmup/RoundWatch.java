package dev.sessionbench.study.warmup;

/** Watches rounds while they run, and may stop them. */
public interface RoundWatch {
  /**
   * Tells what happened in the last second.
   *
   * @param line one line
   */
  void progress(String line);

  /** Whether the study is to end now, with what it has. */
  boolean stopped();
}
