package dev.sessionbench.lab.pool;

import dev.sessionbench.lab.strategy.Creation;
import org.jspecify.annotations.Nullable;

/** A request for sessions, from its decision until all its sessions have arrived or are lost. */
final class Request<S> {
  private final Creation creation;

  /** Whose miss or wake-up led to it; nothing where nobody's did. */
  private final @Nullable Waiter<S> asker;

  /** Who gets its first session and no other. */
  private @Nullable Waiter<S> owner;

  /** Sessions that have neither arrived nor been lost or given back. */
  private int outstanding;

  private long sentNanos;

  Request(Creation creation, @Nullable Waiter<S> asker) {
    this.creation = creation;
    this.asker = asker;
    this.outstanding = creation.sessions();
  }

  Creation creation() {
    return creation;
  }

  int channel() {
    return creation.channel();
  }

  @Nullable Waiter<S> asker() {
    return asker;
  }

  @Nullable Waiter<S> owner() {
    return owner;
  }

  void belongTo(@Nullable Waiter<S> waiter) {
    owner = waiter;
  }

  int outstanding() {
    return outstanding;
  }

  void subtract(int sessions) {
    outstanding -= sessions;
  }

  long sentNanos() {
    return sentNanos;
  }

  void sent(long nowNanos) {
    sentNanos = nowNanos;
  }
}
