package dev.sessionbench.mock.session;

import com.google.spanner.v1.ExecuteBatchDmlRequest;
import com.google.spanner.v1.ExecuteSqlRequest;
import java.util.Objects;

/**
 * What tells one DML request of a transaction from the others.
 *
 * @param seqno the number that the client gave it
 * @param fingerprint of everything else, but the resume token: a repetition has the same
 */
public record DmlRequest(long seqno, int fingerprint) {
  /** Of ExecuteSql and ExecuteStreamingSql. */
  public static DmlRequest of(ExecuteSqlRequest request) {
    int fingerprint =
        Objects.hash(
            request.getSql(),
            request.hasParams() ? request.getParams() : null,
            request.getParamTypesCount() > 0 ? request.getParamTypesMap() : null,
            request.getQueryModeValue());
    return new DmlRequest(request.getSeqno(), fingerprint);
  }

  /** Of ExecuteBatchDml. */
  public static DmlRequest of(ExecuteBatchDmlRequest request) {
    return new DmlRequest(request.getSeqno(), request.getStatementsList().hashCode());
  }
}
