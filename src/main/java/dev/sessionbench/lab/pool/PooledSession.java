package dev.sessionbench.lab.pool;

/**
 * A session in a pool. Only its pool changes it.
 *
 * @param <S> what stands for a session
 */
public final class PooledSession<S> {
  private final S session;
  private final int channel;

  /** Since when it has been where it is: idle, or in somebody's hands. */
  private long sinceNanos;

  private boolean used;

  PooledSession(S session, int channel, long sinceNanos) {
    this.session = session;
    this.channel = channel;
    this.sinceNanos = sinceNanos;
  }

  /** The session. */
  public S session() {
    return session;
  }

  /** The channel that it was created on, from 0. */
  public int channel() {
    return channel;
  }

  long sinceNanos() {
    return sinceNanos;
  }

  boolean used() {
    return used;
  }

  void lent(long nowNanos) {
    sinceNanos = nowNanos;
    used = true;
  }

  void returned(long nowNanos) {
    sinceNanos = nowNanos;
  }
}
