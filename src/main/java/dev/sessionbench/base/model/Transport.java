package dev.sessionbench.base.model;

import java.util.Locale;

/** How the client reaches the mock server. */
public enum Transport {
  /**
   * gRPC's in-process transport: no sockets and no serialisation. The client's number of channels
   * is not honoured by it, but its count of BatchCreateSessions RPCs at start is.
   */
  INPROCESS,
  /** Real TCP over loopback: real channels, headers and event loops. */
  TCP;

  /** The name as users write it, in lower case. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
