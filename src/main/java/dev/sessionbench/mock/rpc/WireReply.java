package dev.sessionbench.mock.rpc;

import java.util.List;

/** A reply that writes its own bytes and needs no message to be serialised. */
public interface WireReply {
  /** The full names of the sessions that it tells of as created. */
  List<String> createdSessions();

  /** How many bytes it has. */
  int length();

  /**
   * Writes the bytes of the message.
   *
   * @param bytes where, from index 0; at least {@link #length()} long
   */
  void writeTo(byte[] bytes);
}
