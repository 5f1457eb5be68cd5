package dev.sessionbench.mock.session;

import static dev.sessionbench.mock.Failures.assertInvalid;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.rpc.Code;
import com.google.spanner.v1.BatchWriteRequest;
import com.google.spanner.v1.BatchWriteResponse;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.mock.Connection;
import dev.sessionbench.mock.Shows;
import dev.sessionbench.mock.SpannerRpcFixture;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests BatchWrite. */
class BatchWriteTest extends SpannerRpcFixture {
  @Test
  @Shows(of = Rpc.BATCH_WRITE, value = "Applies each group separately")
  void batchWriteAnswersEachGroupSeparately() {
    BatchWriteRequest.Builder request =
        BatchWriteRequest.newBuilder().setSession(multiplexed.getName());
    assertInvalid("at least one", () -> stub().batchWrite(request.build()).hasNext());
    request.addMutationGroupsBuilder().addMutations(INSERT_TWO_BY_TWO);
    request.addMutationGroupsBuilder();
    request.addMutationGroupsBuilder().addMutations(DELETE_ALL);
    List<BatchWriteResponse> responses = Connection.all(stub().batchWrite(request.build()));

    assertThat(responses).extracting(r -> r.getIndexes(0)).containsExactly(0, 1, 2);
    assertThat(responses)
        .extracting(r -> r.getStatus().getCode())
        .containsExactly(0, Code.INVALID_ARGUMENT_VALUE, 0);
    assertThat(responses)
        .extracting(BatchWriteResponse::hasCommitTimestamp)
        .containsExactly(true, false, true);
  }
}
