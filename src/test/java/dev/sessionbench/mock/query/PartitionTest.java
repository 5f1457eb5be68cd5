package dev.sessionbench.mock.query;

import static dev.sessionbench.mock.Connection.QUERY;
import static dev.sessionbench.mock.Connection.UPDATE;
import static dev.sessionbench.mock.Connection.begin;
import static dev.sessionbench.mock.Connection.readOnly;
import static dev.sessionbench.mock.Connection.readWrite;
import static dev.sessionbench.mock.Connection.singleUse;
import static dev.sessionbench.mock.Connection.sql;
import static dev.sessionbench.mock.Failures.assertFails;
import static io.grpc.Status.Code.INVALID_ARGUMENT;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.spanner.v1.ExecuteSqlRequest;
import com.google.spanner.v1.KeySet;
import com.google.spanner.v1.PartitionOptions;
import com.google.spanner.v1.PartitionQueryRequest;
import com.google.spanner.v1.PartitionReadRequest;
import com.google.spanner.v1.PartitionResponse;
import com.google.spanner.v1.TransactionSelector;
import dev.sessionbench.mock.Connection;
import dev.sessionbench.mock.SpannerRpcFixture;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** PartitionQuery and PartitionRead. */
class PartitionTest extends SpannerRpcFixture {
  @Test
  void partitionsOfAQueryGiveEachRowOnce() {
    PartitionResponse response =
        stub()
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
        stub()
            .partitionRead(
                PartitionReadRequest.newBuilder()
                    .setSession(session.getName())
                    .setTable("MANY")
                    .addColumns("A")
                    .setKeySet(KeySet.newBuilder().setAll(true))
                    .setTransaction(begin(readOnly()))
                    .build());
    TransactionSelector selector = Connection.id(response.getTransaction().getId());
    long rows =
        response.getPartitionsList().stream()
            .map(
                p ->
                    read("MANY", "A").toBuilder()
                        .setTransaction(selector)
                        .setPartitionToken(p.getPartitionToken()))
            .mapToLong(r -> stub().read(r.build()).getRowsCount())
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
          INVALID_ARGUMENT,
          "Partition",
          () -> stub().partitionQuery(request.toBuilder().setTransaction(selector).build()));
    }
    assertFails(
        INVALID_ARGUMENT,
        "Cannot partition an update",
        () ->
            stub()
                .partitionQuery(
                    request.toBuilder().setSql(UPDATE).setTransaction(begin(readOnly())).build()));
    assertFails(
        INVALID_ARGUMENT,
        "partition token",
        () ->
            stub()
                .executeSql(
                    sql(session, QUERY).setPartitionToken(ByteString.copyFromUtf8("5/2")).build()));
  }

  @Test
  void tokenIsGoodForItsTransactionAndStatementOnly() {
    PartitionQueryRequest request =
        PartitionQueryRequest.newBuilder()
            .setSession(session.getName())
            .setSql(MANY)
            .setTransaction(begin(readOnly()))
            .build();
    PartitionResponse response = stub().partitionQuery(request);
    ExecuteSqlRequest.Builder part =
        sql(session, MANY)
            .setTransaction(Connection.id(response.getTransaction().getId()))
            .setPartitionToken(response.getPartitions(0).getPartitionToken());
    ByteString other = beginOn(session, readOnly()).getId();

    for (TransactionSelector selector :
        List.of(Connection.id(other), singleUse(readOnly()), begin(readOnly()))) {
      assertFails(
          INVALID_ARGUMENT,
          "created for a different transaction",
          () -> stream(part.clone().setTransaction(selector).build()));
    }
    assertFails(
        INVALID_ARGUMENT,
        "created for different read or sql parameters",
        () -> stream(part.clone().setSql(WIDE).build()));
    assertFails(
        INVALID_ARGUMENT,
        "Query modes",
        () -> stream(part.clone().setQueryMode(ExecuteSqlRequest.QueryMode.PROFILE).build()));
    assertThat(stream(part.build())).isNotEmpty();
  }

  @Test
  void dataBoostAndLimitsDependOnAToken() {
    assertFails(
        INVALID_ARGUMENT,
        "Data Boost",
        () -> stream(sql(session, QUERY).setDataBoostEnabled(true).build()));
    assertFails(
        INVALID_ARGUMENT,
        "Data Boost",
        () -> stub().read(read("MANY", "A").toBuilder().setDataBoostEnabled(true).build()));
    assertFails(
        INVALID_ARGUMENT,
        "A limit cannot be specified",
        () ->
            stub()
                .read(
                    read("MANY", "A").toBuilder()
                        .setLimit(1)
                        .setPartitionToken(ByteString.copyFromUtf8("0/1/0/t"))
                        .build()));
  }

  @Test
  void negativeOptionsAreInvalid() {
    PartitionQueryRequest.Builder request =
        PartitionQueryRequest.newBuilder()
            .setSession(session.getName())
            .setSql(MANY)
            .setTransaction(begin(readOnly()));
    assertFails(
        INVALID_ARGUMENT,
        "max partition count must be greater than zero",
        () ->
            stub()
                .partitionQuery(
                    request
                        .clone()
                        .setPartitionOptions(PartitionOptions.newBuilder().setMaxPartitions(-1))
                        .build()));
    assertFails(
        INVALID_ARGUMENT,
        "bytes per batch must be greater than zero",
        () ->
            stub()
                .partitionQuery(
                    request
                        .clone()
                        .setPartitionOptions(
                            PartitionOptions.newBuilder().setPartitionSizeBytes(-1))
                        .build()));
  }
}
