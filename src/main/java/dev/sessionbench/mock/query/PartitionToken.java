package dev.sessionbench.mock.query;

import com.google.protobuf.ByteString;
import com.google.protobuf.ListValue;
import com.google.spanner.v1.ExecuteSqlRequest;
import com.google.spanner.v1.PartitionOptions;
import com.google.spanner.v1.PartitionQueryRequest;
import com.google.spanner.v1.PartitionReadRequest;
import com.google.spanner.v1.ReadRequest;
import dev.sessionbench.mock.rpc.RpcFailure;
import dev.sessionbench.mock.session.Selection;
import dev.sessionbench.mock.session.ServerTransaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * One part of a partitioned result: every {@code count}-th row from the {@code index}-th. The token
 * says so itself, so the server keeps nothing for it; together the parts give each row once.
 *
 * @param index from 0 to {@code count - 1}
 * @param count the number of parts, at least 1
 * @param fingerprint of the query or read that was partitioned
 * @param transaction the id of the transaction that it was partitioned in
 */
record PartitionToken(int index, int count, int fingerprint, String transaction) {
  private static final int DEFAULT_COUNT = 2;

  /** A request's number of partitions is only a hint, so it may be bounded. */
  private static final int MAX_COUNT = 64;

  private static final int FIELDS = 4;

  static List<PartitionToken> split(
      PartitionOptions options, int fingerprint, ByteString transaction) {
    long asked = options.getMaxPartitions() == 0 ? DEFAULT_COUNT : options.getMaxPartitions();
    int count = (int) Math.min(asked, MAX_COUNT);
    List<PartitionToken> tokens = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      tokens.add(new PartitionToken(i, count, fingerprint, transaction.toStringUtf8()));
    }
    return tokens;
  }

  static int fingerprint(PartitionQueryRequest request) {
    return Objects.hash(request.getSql(), request.getParams());
  }

  static int fingerprint(ExecuteSqlRequest request) {
    return Objects.hash(request.getSql(), request.getParams());
  }

  static int fingerprint(PartitionReadRequest request) {
    return Objects.hash(
        request.getTable(), request.getIndex(), request.getColumnsList(), request.getKeySet());
  }

  static int fingerprint(ReadRequest request) {
    return Objects.hash(
        request.getTable(), request.getIndex(), request.getColumnsList(), request.getKeySet());
  }

  static PartitionToken parse(ByteString token) {
    String[] fields = token.toStringUtf8().split("/", FIELDS);
    try {
      if (fields.length == FIELDS) {
        int index = Integer.parseInt(fields[0]);
        int count = Integer.parseInt(fields[1]);
        int fingerprint = Integer.parseInt(fields[2]);
        if (index >= 0 && index < count && count <= MAX_COUNT) {
          return new PartitionToken(index, count, fingerprint, fields[FIELDS - 1]);
        }
      }
    } catch (NumberFormatException e) {
      // Answered below like any other token that is none of ours.
    }
    throw RpcFailure.invalidArgument("Invalid partition token.");
  }

  ByteString toBytes() {
    return ByteString.copyFromUtf8(index + "/" + count + "/" + fingerprint + "/" + transaction);
  }

  /**
   * Checks that this token was made for a request.
   *
   * @return this token
   * @throws RpcFailure INVALID_ARGUMENT if it was made in another transaction, or for another query
   *     or read
   */
  PartitionToken requireFor(Selection selection, int requested) {
    ServerTransaction running = selection.existing();
    if (running == null || !running.id().toStringUtf8().equals(transaction)) {
      throw RpcFailure.invalidArgument(
          "Partitioned request was created for a different transaction.");
    }
    RpcFailure.invalidArgumentIf(
        requested != fingerprint,
        "Partitioned request was created for different read or sql parameters.");
    return this;
  }

  /**
   * Checks that Data Boost, which is for partitions, is not asked for without one.
   *
   * @throws RpcFailure INVALID_ARGUMENT if it is
   */
  static void requireNoDataBoost(boolean asked) {
    RpcFailure.invalidArgumentIf(asked, "Data Boost can only be enabled with a partition token.");
  }

  List<ListValue> rowsOf(List<ListValue> rows) {
    List<ListValue> own = new ArrayList<>();
    for (int i = index; i < rows.size(); i += count) {
      own.add(rows.get(i));
    }
    return own;
  }
}
