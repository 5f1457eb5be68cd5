package dev.sessionbench.mock;

/** A reply that writes its own bytes and needs no message to be serialised. */
interface WireReply {
  /** How many bytes it has. */
  int length();

  /**
   * Writes the bytes of the message.
   *
   * @param bytes where, from index 0; at least {@link #length()} long
   */
  void writeTo(byte[] bytes);
}
