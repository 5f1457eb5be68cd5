package dev.sessionbench.mock;

import static dev.sessionbench.mock.Connection.sql;
import static dev.sessionbench.mock.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.spanner.v1.ExecuteSqlRequest;
import com.google.spanner.v1.PartialResultSet;
import io.grpc.Status;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How a result becomes a stream of messages. */
class ResultStreamTest extends SpannerRpcFixture {
  @Test
  void streamHasMetadataFirstAndStatsLastAndAllValues() {
    List<PartialResultSet> parts =
        stream(sql(session, MANY).setQueryMode(ExecuteSqlRequest.QueryMode.PROFILE).build());

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
    List<PartialResultSet> parts = stream(sql(session, MANY).build());
    for (int i = 0; i < parts.size(); i++) {
      List<PartialResultSet> rest =
          stream(sql(session, MANY).setResumeToken(parts.get(i).getResumeToken()).build());
      assertThat(values(rest)).isEqualTo(values(parts.subList(i + 1, parts.size())));
      assertThat(rest.get(0).hasMetadata()).isTrue();
    }
    assertFails(
        Status.Code.INVALID_ARGUMENT,
        "resume token",
        () -> stream(sql(session, MANY).setResumeToken(ByteString.copyFromUtf8("x")).build()));
  }
}
