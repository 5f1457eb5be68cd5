package dev.sessionbench.mock.session;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.WireFormat;
import com.google.spanner.v1.BatchCreateSessionsResponse;
import com.google.spanner.v1.Session;
import dev.sessionbench.mock.rpc.WireReply;
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

  @Override
  public List<String> createdSessions() {
    return IntStream.range(0, batch.size())
        .mapToObj(i -> batch.terms().namePrefix() + batch.sessionNumber(i))
        .toList();
  }

  @Override
  public int length() {
    long last = batch.sessionNumber(batch.size() - 1);
    if (digits(batch.sessionNumber(0)) == digits(last)) {
      return batch.size() * fieldLength(sessionLength(last));
    }
    int length = 0;
    for (int i = 0; i < batch.size(); i++) {
      length += fieldLength(sessionLength(batch.sessionNumber(i)));
    }
    return length;
  }

  /** The length of a session's message. */
  private int sessionLength(long number) {
    CreationTerms terms = batch.terms();
    return fieldLength(terms.namePrefixBytes().length + digits(number))
        + terms.namelessBytes().length;
  }

  /**
   * The numbers of a batch are consecutive: a session is the one before it with a digit or two
   * changed, but at a power of ten, where it grows.
   */
  @Override
  public void writeTo(byte[] bytes) {
    int rest = batch.terms().namelessBytes().length;
    int at = 0;
    int length = 0;
    long longer = 0;
    for (int i = 0; i < batch.size(); i++) {
      long number = batch.sessionNumber(i);
      if (number < longer) {
        System.arraycopy(bytes, at - length, bytes, at, length);
        countUp(bytes, at + length - rest - 1);
      } else {
        length = fieldLength(sessionLength(number));
        longer = powerOfTenAbove(number);
        writeSession(number, bytes, at);
      }
      at += length;
    }
  }

  /** Adds one to a decimal number that does not grow by it. */
  private static void countUp(byte[] bytes, int lastDigit) {
    int at = lastDigit;
    while (bytes[at] == '9') {
      bytes[at--] = '0';
    }
    bytes[at]++;
  }

  private void writeSession(long number, byte[] bytes, int start) {
    byte[] prefix = batch.terms().namePrefixBytes();
    byte[] rest = batch.terms().namelessBytes();
    int digits = digits(number);
    int at = start;
    bytes[at++] = SESSION_TAG;
    at = putVarint(bytes, at, sessionLength(number));
    bytes[at++] = NAME_TAG;
    at = putVarint(bytes, at, prefix.length + digits);
    System.arraycopy(prefix, 0, bytes, at, prefix.length);
    at += prefix.length + digits;
    long left = number;
    for (int last = at - 1; last >= at - digits; last--) {
      bytes[last] = (byte) ('0' + left % 10);
      left /= 10;
    }
    System.arraycopy(rest, 0, bytes, at, rest.length);
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

  private static long powerOfTenAbove(long number) {
    long bound = 10;
    while (number >= bound) {
      bound *= 10;
    }
    return bound;
  }
}
