package dev.sessionbench.mock;

/** A reply that knows its bytes and needs no message to be serialised. */
interface WireReply {
  /** The bytes of the message. Not to be changed by the caller. */
  byte[] toByteArray();
}
