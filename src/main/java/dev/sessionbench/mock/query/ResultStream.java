package dev.sessionbench.mock.query;

import com.google.common.collect.Iterables;
import com.google.protobuf.ByteString;
import com.google.protobuf.ListValue;
import com.google.spanner.v1.PartialResultSet;
import com.google.spanner.v1.ResultSet;
import dev.sessionbench.mock.rpc.RpcFailure;
import java.util.ArrayList;
import java.util.List;

/**
 * Splits a result into the messages of a stream: whole rows, up to about {@value #VALUES_PER_PART}
 * values and {@value #BYTES_PER_PART} bytes. The first message carries the metadata, the last the
 * statistics. The service also cuts values that are larger than a message; the mock does not.
 *
 * <p>Each message has a resume token. It holds the number of the next message, and identifies its
 * statement.
 */
final class ResultStream {
  private static final int VALUES_PER_PART = 1_000;
  private static final int BYTES_PER_PART = 1 << 20;

  private ResultStream() {}

  /**
   * Splits a result.
   *
   * @param whole the result
   * @param statement identifies the statement in the tokens
   * @return the messages in order, at least one
   */
  static List<PartialResultSet> of(ResultSet whole, int statement) {
    List<PartialResultSet> parts = new ArrayList<>();
    PartialResultSet.Builder part = PartialResultSet.newBuilder();
    if (whole.hasMetadata()) {
      part.setMetadata(whole.getMetadata());
    }
    int bytes = 0;
    for (ListValue row : whole.getRowsList()) {
      int more = row.getSerializedSize();
      if (part.getValuesCount() >= VALUES_PER_PART
          || (part.getValuesCount() > 0 && bytes + more > BYTES_PER_PART)) {
        parts.add(part.setResumeToken(token(parts.size() + 1, statement)).build());
        part.clear();
        bytes = 0;
      }
      part.addAllValues(row.getValuesList());
      bytes += more;
    }
    if (whole.hasStats()) {
      part.setStats(whole.getStats());
    }
    parts.add(part.setLast(true).setResumeToken(token(parts.size() + 1, statement)).build());
    return List.copyOf(parts);
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
    int next = 1 + Iterables.indexOf(parts, part -> part.getResumeToken().equals(resumeToken));
    RpcFailure.invalidArgumentIf(next == 0, "Invalid resume token: %s", resumeToken.toStringUtf8());
    List<PartialResultSet> rest = new ArrayList<>(parts.subList(next, parts.size()));
    if (rest.isEmpty()) {
      rest.add(parts.get(next - 1).toBuilder().clearValues().build());
    }
    rest.set(0, rest.get(0).toBuilder().setMetadata(parts.get(0).getMetadata()).build());
    return rest;
  }
}
