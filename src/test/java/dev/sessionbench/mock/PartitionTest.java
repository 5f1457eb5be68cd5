package dev.sessionbench.mock;

import static dev.sessionbench.mock.Connection.QUERY;
import static dev.sessionbench.mock.Connection.UPDATE;
import static dev.sessionbench.mock.Connection.begin;
import static dev.sessionbench.mock.Connection.readOnly;
import static dev.sessionbench.mock.Connection.readWrite;
import static dev.sessionbench.mock.Connection.sql;
import static dev.sessionbench.mock.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.spanner.v1.PartitionOptions;
import com.google.spanner.v1.PartitionQueryRequest;
import com.google.spanner.v1.PartitionReadRequest;
import com.google.spanner.v1.PartitionResponse;
import com.google.spanner.v1.TransactionSelector;
import io.grpc.Status;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** PartitionQuery and PartitionRead. */
class PartitionTest extends SpannerRpcFixture {
  @Test
  void partitionsOfAQueryGiveEachRowOnce() {
    PartitionResponse response =
        connection
            .stub()
            .partitionQuery(
                PartitionQueryRequest.newBuilder()
                    .setSession(session.getName())
                    .setSql(MANY)
                    .setTransaction(begin(readOnly()))
                    .setPartitionOptions(PartitionOptions.newBuilder().setMaxPartitions(3))
                    .build());
    assertThat(response.getPartitionsCount()).isEqualTo(3);
    TransactionSelector selector = Connection.id(response.getTransaction().getId());
    List<String> values = new ArrayList<>();
    response
        .getPartitionsList()
        .forEach(
            partition ->
                values.addAll(
                    values(
                        stream(
                            sql(session, MANY)
                                .setTransaction(selector)
                                .setPartitionToken(partition.getPartitionToken())
                                .build()))));

    assertThat(values)
        .containsExactlyInAnyOrderElementsOf(values(stream(sql(session, MANY).build())));
  }

  @Test
  void partitionsOfAReadGiveEachRowOnce() {
    PartitionResponse response =
        connection
            .stub()
            .partitionRead(
                PartitionReadRequest.newBuilder()
                    .setSession(session.getName())
                    .setTable("MANY")
                    .addColumns("A")
                    .setTransaction(begin(readOnly()))
                    .build());
    long rows =
        response.getPartitionsList().stream()
            .map(p -> read("MANY", "A").toBuilder().setPartitionToken(p.getPartitionToken()))
            .mapToLong(r -> connection.stub().read(r.build()).getRowsCount())
            .sum();

    assertThat(rows).isEqualTo(MANY_ROWS);
  }

  @Test
  void partitioningNeedsAReadOnlyTransactionAndAQuery() {
    PartitionQueryRequest request =
        PartitionQueryRequest.newBuilder().setSession(session.getName()).setSql(QUERY).build();
    for (TransactionSelector selector :
        List.of(TransactionSelector.getDefaultInstance(), begin(readWrite()))) {
      assertFails(
          Status.Code.INVALID_ARGUMENT,
          "read-only",
          () ->
              connection
                  .stub()
                  .partitionQuery(request.toBuilder().setTransaction(selector).build()));
    }
    assertFails(
        Status.Code.INVALID_ARGUMENT,
        "Cannot partition an update",
        () ->
            connection
                .stub()
                .partitionQuery(
                    request.toBuilder().setSql(UPDATE).setTransaction(begin(readOnly())).build()));
    assertFails(
        Status.Code.INVALID_ARGUMENT,
        "partition token",
        () ->
            connection
                .stub()
                .executeSql(
                    sql(session, QUERY).setPartitionToken(ByteString.copyFromUtf8("5/2")).build()));
  }
}
