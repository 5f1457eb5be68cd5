package dev.sessionbench.mock.query;

import com.google.protobuf.ListValue;
import com.google.spanner.v1.PartialResultSet;
import com.google.spanner.v1.ReadRequest;
import com.google.spanner.v1.ResultSet;
import com.google.spanner.v1.SpannerGrpc;
import dev.sessionbench.mock.rpc.Answer;
import dev.sessionbench.mock.rpc.RpcFailure;
import dev.sessionbench.mock.rpc.ServiceLimits;
import dev.sessionbench.mock.rpc.SpannerMethods;
import dev.sessionbench.mock.transaction.Effect;
import dev.sessionbench.mock.transaction.KeySets;
import dev.sessionbench.mock.transaction.LockedRows;
import dev.sessionbench.mock.transaction.Selection;
import dev.sessionbench.mock.transaction.SessionLookup;
import dev.sessionbench.mock.transaction.SessionTransactions;
import dev.sessionbench.mock.transaction.TransactionMode;
import java.util.List;

/**
 * Answers the reads by key from the registered tables. The keys are looked at for locks alone: a
 * read gives the registered rows whatever it asks for.
 */
public final class ReadRpcs {
  private final SessionLookup sessions;
  private final PreparedStatements statements;
  private final ServiceLimits limits;

  public ReadRpcs(SessionLookup sessions, PreparedStatements statements, ServiceLimits limits) {
    this.sessions = sessions;
    this.statements = statements;
    this.limits = limits;
  }

  /** Adds the methods to the service. */
  public void addTo(SpannerMethods methods) {
    methods.add(SpannerGrpc.getReadMethod(), Answer.unary(this::read));
    methods.add(SpannerGrpc.getStreamingReadMethod(), this::streamingRead);
  }

  List<PartialResultSet> streamingRead(ReadRequest request) {
    SessionTransactions transactions = sessions.transactionsOf(request.getSession());
    Selection selection = transactions.select(request.getTransaction());
    PreparedResult result = statements.prepare(rows(request, selection), fingerprint(request));
    List<PartialResultSet> rest = ResultStream.after(result.parts(), request.getResumeToken());
    return transactions.enter(selection, effect(request, selection)).addTo(rest);
  }

  ResultSet read(ReadRequest request) {
    SessionTransactions transactions = sessions.transactionsOf(request.getSession());
    Selection selection = transactions.select(request.getTransaction());
    ResultSet result = rows(request, selection);
    SqlChecks.requireSmall(result, limits);
    return transactions.enter(selection, effect(request, selection)).addTo(result);
  }

  private static String fingerprint(ReadRequest request) {
    return request.getTable() + request.getColumnsList();
  }

  private ResultSet rows(ReadRequest request, Selection selection) {
    SqlChecks.requireQueryable(selection);
    DirectedReads.check(request.getDirectedReadOptions(), selection);
    KeySets.check(request.getKeySet());
    StatementResult.Rows table = statements.table(request.getTable());
    int[] columns = TableRead.check(table, request.getTable(), request.getColumnsList());
    List<ListValue> rows = table.rows();
    if (request.getLimit() < 0) {
      throw RpcFailure.invalidArgument("limit must not be negative, was " + request.getLimit());
    }
    if (request.getPartitionToken().isEmpty()) {
      PartitionToken.requireNoDataBoost(request.getDataBoostEnabled());
    } else {
      if (request.getLimit() > 0) {
        throw RpcFailure.invalidArgument("A limit cannot be specified with a partition token.");
      }
      rows =
          PartitionToken.parse(request.getPartitionToken())
              .requireFor(selection, PartitionToken.fingerprint(request))
              .rowsOf(rows);
    }
    return TableRead.of(table, columns, rows, request.getLimit());
  }

  private static Effect effect(ReadRequest request, Selection selection) {
    boolean exclusive = request.getLockHint() == ReadRequest.LockHint.LOCK_HINT_EXCLUSIVE;
    if (selection.mode() != TransactionMode.READ_WRITE) {
      if (exclusive) {
        throw RpcFailure.invalidArgument(
            "A lock hint can only be used in a read-write transaction.");
      }
      return Effect.NONE;
    }
    return Effect.reading(LockedRows.of(request.getTable(), request.getKeySet()), exclusive);
  }
}
