package dev.sessionbench.mock.query;

import com.google.protobuf.ListValue;
import com.google.protobuf.Value;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Cuts a value that is too large for one message into pieces, so that a client gets it back by the
 * rules at {@code PartialResultSet.chunked_value}: strings are concatenated; lists too, and where
 * the last element before the cut is a string or a list, it is merged with the first one after it.
 * That is why a list which is cut behind such an element goes on with an empty one.
 *
 * <p>Numbers, booleans and nulls are never cut. Characters stay whole, as clients decode each piece
 * for itself.
 */
final class ValueChunks {
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
   * @param maxBytes the size of a piece, where the value can be cut that small
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
      // Back to where a character begins: its other bytes begin with the bits 10.
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
          // No empty element between: the client is to merge these two.
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

  /** Ends a piece behind a whole element, and begins the next so that nothing is merged with it. */
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
