package dev.sessionbench.mock;

import com.google.protobuf.ByteString;
import com.google.protobuf.ListValue;
import com.google.spanner.v1.PartialResultSet;
import com.google.spanner.v1.ResultSet;
import java.util.ArrayList;
import java.util.List;

/**
 * Splits a result into the messages of a stream: whole rows, about {@value #VALUES_PER_PART} values
 * each, values never chunked. Metadata and precommit token come with the first message, statistics
 * with the last.
 *
 * <p>Every message has a resume token, the number of the message that follows it in decimal: a
 * client need not hold rows back, and a stream can be taken up after any message.
 */
final class ResultParts {
  private static final int VALUES_PER_PART = 1_000;

  private ResultParts() {}

  static List<PartialResultSet> of(ResultSet whole) {
    List<PartialResultSet> parts = new ArrayList<>();
    PartialResultSet.Builder part = PartialResultSet.newBuilder();
    for (ListValue row : whole.getRowsList()) {
      if (part.getValuesCount() >= VALUES_PER_PART) {
        parts.add(finish(part, whole, parts.size()));
        part = PartialResultSet.newBuilder();
      }
      part.addAllValues(row.getValuesList());
    }
    if (whole.hasStats()) {
      part.setStats(whole.getStats());
    }
    parts.add(finish(part.setLast(true), whole, parts.size()));
    return List.copyOf(parts);
  }

  private static PartialResultSet finish(PartialResultSet.Builder part, ResultSet whole, int n) {
    if (n == 0) {
      decorate(part, whole);
    }
    return part.setResumeToken(ByteString.copyFromUtf8(Integer.toString(n + 1))).build();
  }

  private static void decorate(PartialResultSet.Builder first, ResultSet whole) {
    if (whole.hasMetadata()) {
      first.setMetadata(whole.getMetadata());
    }
    if (whole.hasPrecommitToken()) {
      first.setPrecommitToken(whole.getPrecommitToken());
    }
  }

  /**
   * What is left of a stream.
   *
   * @param parts the whole stream
   * @param resumeToken the token of the last message that the client has, empty for none
   * @param whole what the stream was made of
   * @return the messages after that one, the first with metadata; one without rows at the end
   * @throws RpcFailure INVALID_ARGUMENT if no message had that token
   */
  static List<PartialResultSet> resume(
      List<PartialResultSet> parts, ByteString resumeToken, ResultSet whole) {
    if (resumeToken.isEmpty()) {
      return parts;
    }
    int next = parse(resumeToken);
    if (next < 1 || next > parts.size()) {
      throw RpcFailure.invalidArgument("Invalid resume token: " + resumeToken.toStringUtf8());
    }
    List<PartialResultSet> rest = new ArrayList<>(parts.subList(next, parts.size()));
    PartialResultSet.Builder first =
        rest.isEmpty() ? parts.get(next - 1).toBuilder().clearValues() : rest.get(0).toBuilder();
    decorate(first, whole);
    if (rest.isEmpty()) {
      return List.of(first.build());
    }
    rest.set(0, first.build());
    return rest;
  }

  private static int parse(ByteString resumeToken) {
    try {
      return Integer.parseInt(resumeToken.toStringUtf8());
    } catch (NumberFormatException e) {
      return -1;
    }
  }
}
