package dev.sessionbench.study.warmup;

/** Where operations in virtual time take their sessions from. */
interface SessionSource {
  /** Sessions for everybody, at once. */
  SessionSource ENDLESS =
      new SessionSource() {
        @Override
        public void acquire(Runnable use) {
          use.run();
        }

        @Override
        public void release() {}
      };

  /**
   * Asks for a session.
   *
   * @param use run, now or later, when there is one
   */
  void acquire(Runnable use);

  /** Gives one back. */
  void release();
}
