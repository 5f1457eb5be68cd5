package dev.sessionbench.mock;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.WireFormat;
import com.google.spanner.v1.BatchCreateSessionsResponse;
import com.google.spanner.v1.Session;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The reply to BatchCreateSessions, written without a message for each session: they differ in the
 * digits of their numbers alone. The bytes are those of {@link #toProto()}.
 *
 * @param batch the sessions
 */
record CreatedSessions(SessionBatch batch) implements WireReply {
  private static final byte SESSION_TAG = tag(BatchCreateSessionsResponse.SESSION_FIELD_NUMBER);
  private static final byte NAME_TAG = tag(Session.NAME_FIELD_NUMBER);

  private static byte tag(int fieldNumber) {
    return (byte) (fieldNumber << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED);
  }

  /** The same as a message. */
  BatchCreateSessionsResponse toProto() {
    CreationTerms terms = batch.terms();
    BatchCreateSessionsResponse.Builder response = BatchCreateSessionsResponse.newBuilder();
    for (int i = 0; i < batch.size(); i++) {
      response.addSession(terms.toProto(batch.sessionNumber(i), terms.createdMillis()));
    }
    return response.build();
  }

  /** The full names of the sessions. */
  List<String> names() {
    return IntStream.range(0, batch.size())
        .mapToObj(i -> batch.terms().namePrefix() + batch.sessionNumber(i))
        .toList();
  }

  @Override
  public byte[] toByteArray() {
    byte[] prefix = batch.terms().namePrefixBytes();
    byte[] rest = batch.terms().namelessBytes();
    // The numbers of a batch are consecutive: their digits grow once at most, at a power of ten.
    int length = 0;
    for (int i = 0; i < batch.size(); i++) {
      int name = prefix.length + digits(batch.sessionNumber(i));
      int session = fieldLength(name) + rest.length;
      length += fieldLength(session);
    }
    byte[] bytes = new byte[length];
    int at = 0;
    for (int i = 0; i < batch.size(); i++) {
      long number = batch.sessionNumber(i);
      int digits = digits(number);
      int name = prefix.length + digits;
      bytes[at++] = SESSION_TAG;
      at = putVarint(bytes, at, fieldLength(name) + rest.length);
      bytes[at++] = NAME_TAG;
      at = putVarint(bytes, at, name);
      System.arraycopy(prefix, 0, bytes, at, prefix.length);
      at += name;
      for (int last = at - 1; last >= at - digits; last--) {
        bytes[last] = (byte) ('0' + number % 10);
        number /= 10;
      }
      System.arraycopy(rest, 0, bytes, at, rest.length);
      at += rest.length;
    }
    return bytes;
  }

  /** The length of a field with its tag of one byte. */
  private static int fieldLength(int contentLength) {
    return 1 + CodedOutputStream.computeUInt32SizeNoTag(contentLength) + contentLength;
  }

  private static int putVarint(byte[] bytes, int start, int value) {
    int at = start;
    int rest = value;
    while (rest > 0x7f) {
      bytes[at++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[at++] = (byte) rest;
    return at;
  }

  private static int digits(long number) {
    int digits = 1;
    for (long bound = 10; number >= bound; bound *= 10) {
      digits++;
    }
    return digits;
  }
}
