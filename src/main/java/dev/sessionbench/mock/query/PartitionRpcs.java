package dev.sessionbench.mock.query;

import com.google.protobuf.ByteString;
import com.google.protobuf.ListValue;
import com.google.protobuf.Message;
import com.google.spanner.v1.PartitionOptions;
import com.google.spanner.v1.PartitionQueryRequest;
import com.google.spanner.v1.PartitionReadRequest;
import com.google.spanner.v1.PartitionResponse;
import com.google.spanner.v1.TransactionSelector;
import dev.sessionbench.mock.rpc.RpcFailure;
import dev.sessionbench.mock.session.RowLock.KeySets;
import dev.sessionbench.mock.session.ServerTransaction;
import dev.sessionbench.mock.session.ServerTransaction.TransactionMode;
import dev.sessionbench.mock.session.SessionTransactions;
import dev.sessionbench.mock.session.SessionTransactions.AccessSet;
import dev.sessionbench.mock.session.SessionTransactions.Selection;
import dev.sessionbench.mock.session.SessionTransactions.TransactionInfo;
import java.util.List;
import java.util.Objects;
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
public record PartitionRpcs(PreparedStatements statements) {
  /** Answers PartitionQuery. */
  public PartitionResponse partitionQuery(
      SessionTransactions transactions, PartitionQueryRequest request) {
    Selection selection = select(transactions, request.getTransaction());
    check(request.getPartitionOptions(), request);
    RpcFailure.invalidArgumentIf(
        statements.require(request.getSql()).isDml(),
        "Cannot partition an update: %s",
        request.getSql());
    return split(transactions, selection, request.getPartitionOptions(), request);
  }

  /** Answers PartitionRead. */
  public PartitionResponse partitionRead(
      SessionTransactions transactions, PartitionReadRequest request) {
    Selection selection = select(transactions, request.getTransaction());
    check(request.getPartitionOptions(), request);
    KeySets.check(request.getKeySet());
    ReadRpcs.columns(
        statements.table(request.getTable()), request.getTable(), request.getColumnsList());
    return split(transactions, selection, request.getPartitionOptions(), request);
  }

  /** By the proto, only a read-only transaction that outlives the request can be partitioned. */
  private static Selection select(SessionTransactions transactions, TransactionSelector selector) {
    Selection selection = transactions.select(selector);
    RpcFailure.invalidArgumentIf(
        selection.singleUse(),
        "Partition reads may not be performed in single-use transactions, since the response"
            + " needs to be reused.");
    RpcFailure.invalidArgumentIf(
        selection.mode() != TransactionMode.READ_ONLY,
        "Partitioned reads can only be performed in a read-only transaction.");
    return selection;
  }

  private static void check(PartitionOptions options, Message request) {
    String name = request.getDescriptorForType().getName();
    RpcFailure.invalidArgumentIf(
        options.getPartitionSizeBytes() < 0,
        "Invalid %s: bytes per batch must be greater than zero.",
        name);
    RpcFailure.invalidArgumentIf(
        options.getMaxPartitions() < 0,
        "Invalid %s: max partition count must be greater than zero.",
        name);
  }

  private static PartitionResponse split(
      SessionTransactions transactions,
      Selection selection,
      PartitionOptions options,
      Message request) {
    PartitionResponse.Builder response = PartitionResponse.newBuilder();
    TransactionInfo info = transactions.enter(selection, AccessSet.NONE);
    ByteString transaction =
        selection.existing() == null ? ByteString.EMPTY : selection.existing().id();
    if (info.transaction() != null) {
      response.setTransaction(info.transaction());
      transaction = info.transaction().getId();
    }
    PartitionToken.split(options, PartitionToken.fingerprint(request), transaction)
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
   * @param fingerprint of the query or read that was partitioned
   * @param transaction the id of the transaction that it was partitioned in
   */
  record PartitionToken(int index, int count, int fingerprint, String transaction) {
    private static final int DEFAULT_COUNT = 2;

    /** The number of partitions in a request is only a hint, so it may be limited. */
    private static final int MAX_COUNT = 64;

    private static final Pattern FORM =
        Pattern.compile("(\\d{1,2})/(\\d{1,2})/(-?\\d{1,10})/(.*)", Pattern.DOTALL);
    private static final List<String> ASKED =
        List.of("sql", "params", "table", "index", "columns", "key_set");

    static Stream<PartitionToken> split(
        PartitionOptions options, int fingerprint, ByteString transaction) {
      long asked = options.getMaxPartitions() == 0 ? DEFAULT_COUNT : options.getMaxPartitions();
      int count = (int) Math.min(asked, MAX_COUNT);
      return IntStream.range(0, count)
          .mapToObj(i -> new PartitionToken(i, count, fingerprint, transaction.toStringUtf8()));
    }

    /**
     * A hash of what a query or read asks for; the same for the query itself and a request to
     * partition it.
     */
    static int fingerprint(Message request) {
      var type = request.getDescriptorForType();
      return ASKED.stream()
          .map(type::findFieldByName)
          .filter(Objects::nonNull)
          .map(request::getField)
          .toList()
          .hashCode();
    }

    private static PartitionToken parse(ByteString token) {
      Matcher fields = FORM.matcher(token.toStringUtf8());
      if (fields.matches()) {
        int index = Integer.parseInt(fields.group(1));
        int count = Integer.parseInt(fields.group(2));
        if (index < count && count <= MAX_COUNT) {
          return new PartitionToken(
              index, count, (int) Long.parseLong(fields.group(3)), fields.group(4));
        }
      }
      throw RpcFailure.invalidArgument("Invalid partition token.");
    }

    ByteString toBytes() {
      return ByteString.copyFromUtf8(index + "/" + count + "/" + fingerprint + "/" + transaction);
    }

    /**
     * The part that a query or read asks for.
     *
     * @param token its token, empty for all rows
     * @param dataBoost whether it asks for Data Boost, which is for partitions
     * @return the part; null for all rows
     * @throws RpcFailure INVALID_ARGUMENT if the token was made in another transaction, or for
     *     another query or read, or Data Boost is asked for without one
     */
    static @Nullable PartitionToken of(
        ByteString token, boolean dataBoost, Selection selection, Message request) {
      if (token.isEmpty()) {
        RpcFailure.invalidArgumentIf(
            dataBoost, "Data Boost can only be enabled with a partition token.");
        return null;
      }
      PartitionToken part = parse(token);
      ServerTransaction running = selection.existing();
      RpcFailure.invalidArgumentIf(
          running == null || !running.id().toStringUtf8().equals(part.transaction),
          "Partitioned request was created for a different transaction.");
      RpcFailure.invalidArgumentIf(
          fingerprint(request) != part.fingerprint,
          "Partitioned request was created for different read or sql parameters.");
      return part;
    }

    List<ListValue> rowsOf(List<ListValue> rows) {
      return IntStream.range(0, rows.size())
          .filter(i -> i % count == index)
          .mapToObj(rows::get)
          .toList();
    }
  }
}
