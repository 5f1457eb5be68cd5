package dev.sessionbench.study.diagnosis;

import java.util.Locale;

/**
 * Why an application may wait, roots before what follows from them: sessions that are held for
 * longer exhaust a pool that was large enough before.
 */
public enum Cause {
  /** Sessions are taken and not given back. */
  SESSION_LEAK("sessions leak"),
  /** The server refuses to create sessions. */
  CREATION_FAILING("the creation of sessions fails"),
  /** Transactions abort each other and are tried again. */
  LOCK_CONFLICTS("transactions conflict and are tried again"),
  /** The client's process has no processor time left. */
  CLIENT_CPU("the client is short of CPU"),
  /** The server takes longer. */
  SERVER_SLOW("the server is slow"),
  /** The way to the server and back takes longer. */
  NETWORK_SLOW("the network is slow"),
  /** All sessions that may be are in use. */
  POOL_EXHAUSTED("the pool is exhausted"),
  /** There may be more sessions, and they come too late. */
  GROWTH_SLOW("the pool grows too slowly"),
  /** Nothing of all this. */
  NOTHING("nothing is wrong");

  private final String words;

  Cause(String words) {
    this.words = words;
  }

  /** The cause in words. */
  public String words() {
    return words;
  }

  /** The name in files: {@code pool-exhausted}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
