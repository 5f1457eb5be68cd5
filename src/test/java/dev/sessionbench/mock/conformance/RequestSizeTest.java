package dev.sessionbench.mock.conformance;

import static dev.sessionbench.mock.Failures.assertFails;
import static dev.sessionbench.mock.SpannerRpcFixture.text;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ListValue;
import com.google.spanner.v1.BatchWriteRequest;
import com.google.spanner.v1.BatchWriteRequest.MutationGroup;
import com.google.spanner.v1.BatchWriteResponse;
import com.google.spanner.v1.Mutation;
import dev.sessionbench.base.model.Transport;
import dev.sessionbench.mock.Connection;
import dev.sessionbench.mock.MockServerOptions;
import io.grpc.Status;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How large requests may be; with small limits, as 100 MiB take their time. */
class RequestSizeTest {
  private static final int REQUEST_BYTES = 1_000;
  private static final int COMMIT_BYTES = 4_000;

  private static MutationGroup group(int bytes) {
    return MutationGroup.newBuilder()
        .addMutations(
            Mutation.newBuilder()
                .setInsert(
                    Mutation.Write.newBuilder()
                        .setTable("T")
                        .addColumns("A")
                        .addValues(ListValue.newBuilder().addValues(text("x".repeat(bytes))))))
        .build();
  }

  @ParameterizedTest
  @EnumSource(Transport.class)
  void batchWriteMayBeAsLargeAsACommitAndNoLarger(Transport transport) throws Exception {
    MockServerOptions options = MockServerOptions.defaults().withTransport(transport);
    var limits = options.limits().withRequestBytes(REQUEST_BYTES).withCommitBytes(COMMIT_BYTES);
    try (Connection service = Connection.to(options.withLimits(limits))) {
      BatchWriteRequest within =
          BatchWriteRequest.newBuilder()
              .setSession(service.createSession().getName())
              .addMutationGroups(group(COMMIT_BYTES - REQUEST_BYTES))
              .build();
      assertThat(service.stub().batchWrite(within))
          .toIterable()
          .extracting(BatchWriteResponse::hasCommitTimestamp)
          .containsExactly(true);

      BatchWriteRequest beyond = within.toBuilder().addMutationGroups(group(COMMIT_BYTES)).build();
      assertFails(
          Status.Code.RESOURCE_EXHAUSTED, "", () -> service.stub().batchWrite(beyond).hasNext());
    }
  }

  @Test
  void theLimitsAreThoseOfTheService() {
    assertThat(MockServerOptions.defaults().limits().requestBytes()).isEqualTo(10 << 20);
    assertThat(MockServerOptions.defaults().limits().commitBytes()).isEqualTo(100 << 20);
  }
}
