package dev.sessionbench.mock.query;

import static dev.sessionbench.mock.Connection.QUERY;
import static dev.sessionbench.mock.Connection.sql;
import static dev.sessionbench.mock.Failures.assertInvalid;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.spanner.v1.ExecuteSqlRequest;
import com.google.spanner.v1.PartialResultSet;
import com.google.spanner.v1.ReadRequest;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.mock.Connection;
import dev.sessionbench.mock.Shows;
import dev.sessionbench.mock.SpannerRpcFixture;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests how a result is split into the messages of a stream. */
class ResultStreamTest extends SpannerRpcFixture {
  @Test
  @Shows(
      of = Rpc.EXECUTE_STREAMING_SQL,
      value = "Metadata first, statistics last; whole rows up to 1 MiB")
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
  @Shows(of = Rpc.EXECUTE_STREAMING_SQL, value = "Resumes after any resume token")
  void streamResumesAfterAnyMessage() {
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
  void messageEndsBeforeTheRowThatWouldMakeItTooLarge() {
    List<PartialResultSet> parts = stream(sql(session, WIDE));

    assertThat(parts)
        .extracting(PartialResultSet::getValuesCount)
        .containsExactly(3 * 3, 3 * 3, 3 * 3, 3);
    assertThat(values(parts).stream().filter(text -> text.startsWith("a")))
        .hasSize(WIDE_ROWS)
        .doesNotHaveDuplicates();
  }

  @Test
  void tokenOfAnotherStatementIsRefused() {
    ByteString foreign = stream(sql(session, QUERY)).get(0).getResumeToken();

    assertInvalid("resume token", () -> stream(sql(session, MANY).setResumeToken(foreign)));
  }

  @Test
  @Shows(of = Rpc.STREAMING_READ, value = "Resumes after any resume token")
  void readResumesAfterAnyMessage() {
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
}
