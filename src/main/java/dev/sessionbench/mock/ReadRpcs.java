package dev.sessionbench.mock;

import com.google.protobuf.ListValue;
import com.google.spanner.v1.PartialResultSet;
import com.google.spanner.v1.ReadRequest;
import com.google.spanner.v1.ResultSet;
import java.util.List;

/** Answers the reads by key from the registered tables; the keys themselves are not looked at. */
final class ReadRpcs {
  private final SessionStore sessions;
  private final StatementRegistry statements;

  ReadRpcs(SessionStore sessions, StatementRegistry statements) {
    this.sessions = sessions;
    this.statements = statements;
  }

  List<PartialResultSet> streamingRead(ReadRequest request) {
    ResultSet whole = read(request);
    return ResultParts.resume(ResultParts.of(whole), request.getResumeToken(), whole);
  }

  ResultSet read(ReadRequest request) {
    ServerSession session = sessions.use(request.getSession());
    Selection selection = session.transactions().select(request.getTransaction());
    SqlChecks.requireQueryable(selection);
    if (request.getLimit() < 0) {
      throw RpcFailure.invalidArgument("limit must not be negative, was " + request.getLimit());
    }
    StatementResult.Rows table = statements.table(request.getTable());
    int[] columns = TableRead.check(table, request.getTable(), request.getColumnsList());
    List<ListValue> rows = table.rows();
    if (!request.getPartitionToken().isEmpty()) {
      rows = PartitionToken.parse(request.getPartitionToken()).rowsOf(rows);
    }
    ResultSet result = TableRead.of(table, columns, rows, request.getLimit());
    return SqlRpcs.withGrant(result, session.transactions().enter(selection, 0));
  }
}
