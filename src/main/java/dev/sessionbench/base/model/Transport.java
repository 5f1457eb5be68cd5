package dev.sessionbench.base.model;

import java.util.Locale;

/** How the client reaches the mock server. */
public enum Transport {
  /**
   * gRPC's in-process transport: no sockets and no serialisation. It ignores the client's number of
   * channels, but the client still sends a BatchCreateSessions RPC for each of them at start.
   */
  INPROCESS,
  /** TCP over loopback: real channels, headers and event loops. */
  TCP;

  /** The name as users write it, in lower case. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
