package dev.sessionbench.mock.session;

import static dev.sessionbench.mock.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.rpc.Code;
import com.google.spanner.v1.BatchWriteRequest;
import com.google.spanner.v1.BatchWriteResponse;
import dev.sessionbench.mock.SpannerRpcFixture;
import io.grpc.Status;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** BatchWrite. */
class BatchWriteTest extends SpannerRpcFixture {
  @Test
  void batchWriteAnswersEachGroupForItself() {
    BatchWriteRequest request =
        BatchWriteRequest.newBuilder()
            .setSession(multiplexed.getName())
            .addMutationGroups(
                BatchWriteRequest.MutationGroup.newBuilder().addMutations(INSERT_TWO_BY_TWO))
            .addMutationGroups(BatchWriteRequest.MutationGroup.getDefaultInstance())
            .addMutationGroups(
                BatchWriteRequest.MutationGroup.newBuilder().addMutations(DELETE_ALL))
            .build();
    List<BatchWriteResponse> responses = new ArrayList<>();
    stub().batchWrite(request).forEachRemaining(responses::add);

    assertThat(responses).extracting(r -> r.getIndexes(0)).containsExactly(0, 1, 2);
    assertThat(responses)
        .extracting(r -> r.getStatus().getCode())
        .containsExactly(0, Code.INVALID_ARGUMENT_VALUE, 0);
    assertThat(responses)
        .extracting(BatchWriteResponse::hasCommitTimestamp)
        .containsExactly(true, false, true);
    assertFails(
        Status.Code.INVALID_ARGUMENT,
        "at least one",
        () -> stub().batchWrite(request.toBuilder().clearMutationGroups().build()).hasNext());
  }
}
