package dev.sessionbench.mock.query;

import static dev.sessionbench.mock.Connection.QUERY;
import static dev.sessionbench.mock.Connection.sql;
import static dev.sessionbench.mock.Failures.assertInvalid;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.Value;
import com.google.spanner.v1.ExecuteSqlRequest;
import com.google.spanner.v1.PartialResultSet;
import com.google.spanner.v1.ReadRequest;
import com.google.spanner.v1.Session;
import dev.sessionbench.mock.Connection;
import dev.sessionbench.mock.SpannerRpcFixture;
import dev.sessionbench.mock.rpc.ServiceLimits;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests how a result is split into the messages of a stream. */
class ResultStreamTest extends SpannerRpcFixture {
  @Test
  void streamHasMetadataFirstAndStatsLastAndAllValues() {
    List<PartialResultSet> parts =
        stream(sql(session, MANY).setQueryMode(ExecuteSqlRequest.QueryMode.PROFILE));

    assertThat(parts.size()).isGreaterThan(2);
    assertThat(parts.get(0).hasMetadata()).isTrue();
    assertThat(parts.subList(1, parts.size())).noneMatch(PartialResultSet::hasMetadata);
    assertThat(parts.subList(0, parts.size() - 1)).noneMatch(PartialResultSet::hasStats);
    assertThat(parts.get(parts.size() - 1).getStats().getQueryPlan().getPlanNodesCount())
        .isPositive();
    assertThat(values(parts)).hasSize(2 * MANY_ROWS).doesNotHaveDuplicates();
  }

  @Test
  void streamIsTakenUpAfterAnyMessage() {
    List<PartialResultSet> parts = stream(sql(session, MANY));
    for (int i = 0; i < parts.size(); i++) {
      List<PartialResultSet> rest =
          stream(sql(session, MANY).setResumeToken(parts.get(i).getResumeToken()));
      assertThat(values(rest)).isEqualTo(values(parts.subList(i + 1, parts.size())));
      assertThat(rest.get(0).hasMetadata()).isTrue();
    }
    assertInvalid(
        "resume token",
        () -> stream(sql(session, MANY).setResumeToken(ByteString.copyFromUtf8("x"))));
  }

  @Test
  void tokensStandOnlyWhereARowEndsAndEachTakesTheStreamUpThere() throws IOException {
    try (Connection small =
        Connection.to(
            options()
                .withLimits(
                    ServiceLimits.SERVICE.withResultBytes(1 << 20).withStreamMessageBytes(64)))) {
      Session on = small.createSession();
      List<PartialResultSet> parts = small.stream(sql(on, WIDE));
      List<Value> whole = merged(parts);
      assertThat(whole).hasSize(3 * WIDE_ROWS);
      int tokens = 0;
      for (int i = 0; i < parts.size(); i++) {
        ByteString token = parts.get(i).getResumeToken();
        List<Value> before = merged(parts.subList(0, i + 1));
        boolean rowEnds = before.size() % 3 == 0 && !parts.get(i).getChunkedValue();
        if (token.isEmpty()) {
          assertThat(parts.get(i).getLast()).isFalse();
          continue;
        }
        tokens++;
        assertThat(rowEnds).isTrue();
        List<PartialResultSet> rest = small.stream(sql(on, WIDE).setResumeToken(token));
        assertThat(merged(rest)).isEqualTo(whole.subList(before.size(), whole.size()));
      }
      assertThat(tokens).isGreaterThan(5).isLessThan(parts.size());
    }
  }

  @Test
  void tokenOfAnotherStatementIsRefused() {
    ByteString foreign = stream(sql(session, QUERY)).get(0).getResumeToken();

    assertInvalid("resume token", () -> stream(sql(session, MANY).setResumeToken(foreign)));
  }

  @Test
  void readIsTakenUpAfterAnyMessage() {
    List<PartialResultSet> parts = streamRead(read("MANY", "A"));
    assertThat(parts.size()).isGreaterThan(1);
    for (int i = 0; i < parts.size(); i++) {
      ReadRequest rest =
          read("MANY", "A").toBuilder().setResumeToken(parts.get(i).getResumeToken()).build();
      assertThat(values(streamRead(rest))).isEqualTo(values(parts.subList(i + 1, parts.size())));
    }
  }

  private List<PartialResultSet> streamRead(ReadRequest request) {
    return Connection.all(stub().streamingRead(request));
  }

  private static List<Value> merged(List<PartialResultSet> parts) {
    List<Value> values = new ArrayList<>();
    boolean chunked = false;
    for (PartialResultSet part : parts) {
      for (int i = 0; i < part.getValuesCount(); i++) {
        if (i == 0 && chunked) {
          int last = values.size() - 1;
          values.set(last, ValueChunksTest.merge(values.get(last), part.getValues(0)));
        } else {
          values.add(part.getValues(i));
        }
      }
      chunked = part.getChunkedValue();
    }
    return values;
  }
}
