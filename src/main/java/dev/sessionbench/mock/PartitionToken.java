package dev.sessionbench.mock;

import com.google.protobuf.ByteString;
import com.google.protobuf.ListValue;
import com.google.spanner.v1.PartitionOptions;
import java.util.ArrayList;
import java.util.List;

/**
 * One part of a partitioned result: every {@code count}-th row from the {@code index}-th. The token
 * says so itself, so the server keeps nothing for it; together the parts give each row once.
 *
 * @param index from 0 to {@code count - 1}
 * @param count the number of parts, at least 1
 */
record PartitionToken(int index, int count) {
  private static final int DEFAULT_COUNT = 2;

  /** A request's number of partitions is only a hint, so it may be bounded. */
  private static final int MAX_COUNT = 64;

  static List<PartitionToken> split(PartitionOptions options) {
    if (options.getMaxPartitions() < 0 || options.getPartitionSizeBytes() < 0) {
      throw RpcFailure.invalidArgument("Partition options must not be negative");
    }
    long asked = options.getMaxPartitions() == 0 ? DEFAULT_COUNT : options.getMaxPartitions();
    int count = (int) Math.min(asked, MAX_COUNT);
    List<PartitionToken> tokens = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      tokens.add(new PartitionToken(i, count));
    }
    return tokens;
  }

  static PartitionToken parse(ByteString token) {
    String text = token.toStringUtf8();
    int slash = text.indexOf('/');
    try {
      int index = Integer.parseInt(text.substring(0, Math.max(0, slash)));
      int count = Integer.parseInt(text.substring(slash + 1));
      if (index >= 0 && index < count && count <= MAX_COUNT) {
        return new PartitionToken(index, count);
      }
    } catch (NumberFormatException e) {
      // Answered below like any other token that is none of ours.
    }
    throw RpcFailure.invalidArgument("Invalid partition token: " + text);
  }

  ByteString toBytes() {
    return ByteString.copyFromUtf8(index + "/" + count);
  }

  List<ListValue> rowsOf(List<ListValue> rows) {
    List<ListValue> own = new ArrayList<>();
    for (int i = index; i < rows.size(); i += count) {
      own.add(rows.get(i));
    }
    return own;
  }
}
