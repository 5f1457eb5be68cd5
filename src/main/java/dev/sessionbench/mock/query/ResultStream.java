package dev.sessionbench.mock.query;

import com.google.protobuf.ByteString;
import com.google.protobuf.ListValue;
import com.google.protobuf.Value;
import com.google.spanner.v1.PartialResultSet;
import com.google.spanner.v1.ResultSet;
import dev.sessionbench.mock.rpc.RpcFailure;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Splits a result into the messages of a stream, with about {@value #VALUES_PER_PART} values each
 * if they fit. A value that does not fit into a message is chunked over several. The first message
 * carries the metadata, the last the statistics.
 *
 * <p>A message that ends with a row has a resume token. One that ends within a row or a value has
 * no token, so clients must buffer it or read it again. If a row spans several messages, it ends
 * the last of them. A token holds the number of the next message, and identifies its statement.
 */
final class ResultStream {
  private static final int VALUES_PER_PART = 1_000;

  private final int maxBytes;
  private final int statement;
  private final List<PartialResultSet> parts = new ArrayList<>();
  private PartialResultSet.Builder part = PartialResultSet.newBuilder();
  private int bytes;

  private ResultStream(int maxBytes, int statement) {
    this.maxBytes = maxBytes;
    this.statement = statement;
  }

  /**
   * Splits a result.
   *
   * @param whole the result
   * @param maxBytes the size of the values in a message
   * @param statement identifies the statement in the tokens
   * @return the messages in order, at least one
   */
  static List<PartialResultSet> of(ResultSet whole, int maxBytes, int statement) {
    ResultStream stream = new ResultStream(maxBytes, statement);
    if (whole.hasMetadata()) {
      stream.part.setMetadata(whole.getMetadata());
    }
    boolean crossed = false;
    for (ListValue row : whole.getRowsList()) {
      if (crossed || stream.isFullBefore(row)) {
        stream.endRow();
      }
      int partsBefore = stream.parts.size();
      row.getValuesList().forEach(stream::add);
      crossed = stream.parts.size() > partsBefore;
    }
    if (whole.hasStats()) {
      stream.part.setStats(whole.getStats());
    }
    stream.part.setLast(true);
    stream.endRow();
    return List.copyOf(stream.parts);
  }

  private boolean isFullBefore(ListValue row) {
    int values = part.getValuesCount();
    return values >= VALUES_PER_PART
        || (values > 0 && row.getValuesCount() > 0 && !hasRoomFor(row.getValues(0)));
  }

  private boolean hasRoomFor(Value value) {
    return bytes + ValueChunks.bytes(value) <= maxBytes;
  }

  private void add(Value value) {
    if (part.getValuesCount() > 0 && !hasRoomFor(value)) {
      end();
    }
    List<Value> chunks = ValueChunks.of(value, maxBytes);
    for (int i = 0; i < chunks.size(); i++) {
      if (i > 0) {
        part.setChunkedValue(true);
        end();
      }
      part.addValues(chunks.get(i));
      bytes += ValueChunks.bytes(chunks.get(i));
    }
  }

  private void endRow() {
    part.setResumeToken(token(parts.size() + 1, statement));
    end();
  }

  private void end() {
    parts.add(part.build());
    part = PartialResultSet.newBuilder();
    bytes = 0;
  }

  private static ByteString token(int next, int statement) {
    return ByteString.copyFromUtf8(next + "/" + Integer.toHexString(statement));
  }

  /**
   * The rest of a stream.
   *
   * @param parts the whole stream
   * @param resumeToken a token of that stream, empty for none
   * @return the messages after the one that had the token, the first with metadata; one without
   *     rows at the end
   * @throws RpcFailure INVALID_ARGUMENT if no message had that token
   */
  static List<PartialResultSet> after(List<PartialResultSet> parts, ByteString resumeToken) {
    if (resumeToken.isEmpty()) {
      return parts;
    }
    int next = position(parts, resumeToken);
    List<PartialResultSet> rest = new ArrayList<>(parts.subList(next, parts.size()));
    if (rest.isEmpty()) {
      rest.add(parts.get(next - 1).toBuilder().clearValues().build());
    }
    rest.set(0, rest.get(0).toBuilder().setMetadata(parts.get(0).getMetadata()).build());
    return rest;
  }

  private static int position(List<PartialResultSet> parts, ByteString resumeToken) {
    for (int i = 0; i < parts.size(); i++) {
      if (parts.get(i).getResumeToken().equals(resumeToken)) {
        return i + 1;
      }
    }
    throw RpcFailure.invalidArgument("Invalid resume token: " + resumeToken.toStringUtf8());
  }

  /**
   * Cuts a value that is too large for one message into pieces, which clients merge as {@code
   * PartialResultSet.chunked_value} says. Strings and lists are concatenated. If the last element
   * before the cut is a string or a list, clients merge it with the first one after the cut. A list
   * cut after such an element therefore continues with an empty one.
   *
   * <p>Numbers, booleans and nulls are never cut. Characters stay whole, because clients decode
   * each piece separately.
   */
  static final class ValueChunks {
    /** Tag and length of a value inside its message: one byte, and at most five. */
    private static final int FRAME_BYTES = 6;

    private static final int LARGEST_CHARACTER_BYTES = 4;
    private static final Value EMPTY_STRING = Value.newBuilder().setStringValue("").build();
    private static final Value EMPTY_LIST =
        Value.newBuilder().setListValue(ListValue.getDefaultInstance()).build();

    private ValueChunks() {}

    /** The bytes that a value takes in a message, at most. */
    static int bytes(Value value) {
      return value.getSerializedSize() + FRAME_BYTES;
    }

    /**
     * Cuts a value.
     *
     * @param value any value
     * @param maxBytes the size of a piece, if the value can be cut that small
     * @return the pieces in order, at least one
     */
    static List<Value> of(Value value, int maxBytes) {
      if (bytes(value) <= maxBytes) {
        return List.of(value);
      }
      return switch (value.getKindCase()) {
        case STRING_VALUE -> ofString(value.getStringValue(), maxBytes - 2 * FRAME_BYTES);
        case LIST_VALUE -> ofList(value.getListValue(), maxBytes - 2 * FRAME_BYTES);
        default -> List.of(value);
      };
    }

    private static List<Value> ofString(String text, int maxBytes) {
      List<Value> pieces = new ArrayList<>();
      byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
      int room = Math.max(maxBytes, LARGEST_CHARACTER_BYTES);
      int start = 0;
      while (start < utf8.length) {
        int end = Math.min(utf8.length, start + room);
        // Moves back to the beginning of a character; its other bytes begin with the bits 10.
        while (end < utf8.length && utf8[end] >> 6 == -2) {
          end--;
        }
        String piece = new String(utf8, start, end - start, StandardCharsets.UTF_8);
        pieces.add(Value.newBuilder().setStringValue(piece).build());
        start = end;
      }
      return pieces;
    }

    private static List<Value> ofList(ListValue list, int maxBytes) {
      List<Value> pieces = new ArrayList<>();
      ListValue.Builder piece = ListValue.newBuilder();
      int bytes = 0;
      for (Value element : list.getValuesList()) {
        if (piece.getValuesCount() > 0 && bytes + bytes(element) > maxBytes) {
          piece = next(pieces, piece);
          bytes = 0;
        }
        List<Value> chunks = of(element, maxBytes);
        for (int i = 0; i < chunks.size(); i++) {
          if (i > 0) {
            // No empty element here, because the client must merge these two.
            pieces.add(list(piece));
            piece = ListValue.newBuilder();
            bytes = 0;
          }
          piece.addValues(chunks.get(i));
          bytes += bytes(chunks.get(i));
        }
      }
      pieces.add(list(piece));
      return pieces;
    }

    /**
     * Ends a piece after a whole element, and begins the next so that clients merge nothing with
     * it.
     */
    private static ListValue.Builder next(List<Value> pieces, ListValue.Builder piece) {
      pieces.add(list(piece));
      ListValue.Builder next = ListValue.newBuilder();
      switch (piece.getValues(piece.getValuesCount() - 1).getKindCase()) {
        case STRING_VALUE -> next.addValues(EMPTY_STRING);
        case LIST_VALUE -> next.addValues(EMPTY_LIST);
        default -> {}
      }
      return next;
    }

    private static Value list(ListValue.Builder piece) {
      return Value.newBuilder().setListValue(piece).build();
    }
  }
}
