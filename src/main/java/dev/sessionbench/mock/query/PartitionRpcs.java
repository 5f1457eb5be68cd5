package dev.sessionbench.mock.query;

import com.google.protobuf.ByteString;
import com.google.protobuf.ListValue;
import com.google.spanner.v1.PartitionOptions;
import com.google.spanner.v1.PartitionQueryRequest;
import com.google.spanner.v1.PartitionReadRequest;
import com.google.spanner.v1.PartitionResponse;
import com.google.spanner.v1.TransactionOptions.ModeCase;
import com.google.spanner.v1.TransactionSelector;
import dev.sessionbench.mock.rpc.RpcFailure;
import dev.sessionbench.mock.session.RowLock.KeySets;
import dev.sessionbench.mock.session.ServerTransaction;
import dev.sessionbench.mock.session.SessionTransactions;
import dev.sessionbench.mock.session.SessionTransactions.AccessSet;
import dev.sessionbench.mock.session.SessionTransactions.Selection;
import dev.sessionbench.mock.session.SessionTransactions.TransactionInfo;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Answers PartitionQuery and PartitionRead.
 *
 * @param statements what is registered
 */
public record PartitionRpcs(StatementRegistry statements) {
  /** Answers PartitionQuery. */
  public PartitionResponse partitionQuery(
      SessionTransactions transactions, PartitionQueryRequest request) {
    Selection selection = select(transactions, request.getTransaction());
    String sql = request.getSql();
    RpcFailure.invalidArgumentIf(
        statements.require(sql).isDml(), "Cannot partition an update: %s", sql);
    return split(transactions, selection, request.getPartitionOptions());
  }

  /** Answers PartitionRead. */
  public PartitionResponse partitionRead(
      SessionTransactions transactions, PartitionReadRequest request) {
    Selection selection = select(transactions, request.getTransaction());
    KeySets.check(request.getKeySet());
    ReadRpcs.columns(
        statements.table(request.getTable()), request.getTable(), request.getColumnsList());
    return split(transactions, selection, request.getPartitionOptions());
  }

  /** By the proto, only a read-only transaction that outlives the request can be partitioned. */
  private static Selection select(SessionTransactions transactions, TransactionSelector selector) {
    Selection selection = transactions.select(selector);
    RpcFailure.invalidArgumentIf(
        selection.singleUse(),
        "Partition reads may not be performed in single-use transactions, since the response"
            + " needs to be reused.");
    RpcFailure.invalidArgumentIf(
        selection.mode() != ModeCase.READ_ONLY,
        "Partitioned reads can only be performed in a read-only transaction.");
    return selection;
  }

  private static PartitionResponse split(
      SessionTransactions transactions, Selection selection, PartitionOptions options) {
    PartitionResponse.Builder response = PartitionResponse.newBuilder();
    TransactionInfo info = transactions.enter(selection, AccessSet.NONE);
    ByteString transaction =
        selection.existing() == null ? ByteString.EMPTY : selection.existing().id();
    if (info.transaction() != null) {
      response.setTransaction(info.transaction());
      transaction = info.transaction().getId();
    }
    PartitionToken.split(options, transaction)
        .forEach(part -> response.addPartitionsBuilder().setPartitionToken(part.toBytes()));
    return response.build();
  }

  /**
   * Identifies one part of a partitioned result: every {@code count}-th row from the {@code
   * index}-th. The token holds all state, so the server keeps none. Together the parts give each
   * row once.
   *
   * @param index from 0 to {@code count - 1}
   * @param count the number of parts, at least 1
   * @param transaction the id of the transaction that it was partitioned in
   */
  record PartitionToken(int index, int count, String transaction) {
    private static final int DEFAULT_COUNT = 2;

    /** The number of partitions in a request is only a hint, so it may be limited. */
    private static final int MAX_COUNT = 64;

    private static final Pattern FORM =
        Pattern.compile("(\\d{1,2})/(\\d{1,2})/(.*)", Pattern.DOTALL);

    static Stream<PartitionToken> split(PartitionOptions options, ByteString transaction) {
      long asked = options.getMaxPartitions() > 0 ? options.getMaxPartitions() : DEFAULT_COUNT;
      int count = (int) Math.min(asked, MAX_COUNT);
      return IntStream.range(0, count)
          .mapToObj(i -> new PartitionToken(i, count, transaction.toStringUtf8()));
    }

    ByteString toBytes() {
      return ByteString.copyFromUtf8(index + "/" + count + "/" + transaction);
    }

    /**
     * The part that a query or read asks for.
     *
     * @param token its token, empty for all rows
     * @return the part; null for all rows
     * @throws RpcFailure INVALID_ARGUMENT if the token was made in another transaction, or is none
     */
    static @Nullable PartitionToken of(ByteString token, Selection selection) {
      if (token.isEmpty()) {
        return null;
      }
      Matcher fields = FORM.matcher(token.toStringUtf8());
      RpcFailure.invalidArgumentIf(!fields.matches(), "Invalid partition token.");
      int index = Integer.parseInt(fields.group(1));
      int count = Integer.parseInt(fields.group(2));
      PartitionToken part = new PartitionToken(index, count, fields.group(3));
      ServerTransaction running = selection.existing();
      RpcFailure.invalidArgumentIf(
          running == null || !running.id().toStringUtf8().equals(part.transaction),
          "Partitioned request was created for a different transaction.");
      return part;
    }

    List<ListValue> rowsOf(List<ListValue> rows) {
      IntStream own = IntStream.range(0, rows.size()).filter(i -> i % count == index);
      return own.mapToObj(rows::get).toList();
    }
  }
}
