package dev.sessionbench.mock.query;

import static dev.sessionbench.mock.Connection.QUERY;
import static dev.sessionbench.mock.Connection.UPDATE;
import static dev.sessionbench.mock.Connection.begin;
import static dev.sessionbench.mock.Connection.readOnly;
import static dev.sessionbench.mock.Connection.readWrite;
import static dev.sessionbench.mock.Connection.singleUse;
import static dev.sessionbench.mock.Connection.sql;
import static dev.sessionbench.mock.Failures.assertInvalid;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.spanner.v1.ExecuteSqlRequest;
import com.google.spanner.v1.KeySet;
import com.google.spanner.v1.Partition;
import com.google.spanner.v1.PartitionOptions;
import com.google.spanner.v1.PartitionQueryRequest;
import com.google.spanner.v1.PartitionReadRequest;
import com.google.spanner.v1.PartitionResponse;
import com.google.spanner.v1.ReadRequest;
import com.google.spanner.v1.ResultSet;
import com.google.spanner.v1.TransactionSelector;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.mock.Connection;
import dev.sessionbench.mock.Shows;
import dev.sessionbench.mock.SpannerRpcFixture;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Tests PartitionQuery and PartitionRead. */
class PartitionTest extends SpannerRpcFixture {
  private static final int MOST_PARTITIONS = 64;

  @SuppressWarnings("unused") // Read by @FieldSource.
  private static final int[] PARTITIONS = {-1, 0, 1, 3, 7, 64, 5_000};

  private PartitionQueryRequest.Builder partitioning(String sql) {
    return PartitionQueryRequest.newBuilder()
        .setSession(session.getName())
        .setSql(sql)
        .setTransaction(begin(readOnly()));
  }

  /** Reads all partitions, and asserts that together they have each value of column A once. */
  private static void assertEachRowOnce(
      int asked, PartitionResponse response, Function<Partition, ResultSet> reader) {
    if (asked > 0) {
      assertThat(response.getPartitionsCount()).isEqualTo(Math.min(asked, MOST_PARTITIONS));
    }
    assertThat(
            response.getPartitionsList().stream()
                .flatMap(partition -> reader.apply(partition).getRowsList().stream())
                .map(row -> row.getValues(0).getStringValue()))
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(0, MANY_ROWS).mapToObj(i -> "a" + i).toList());
  }

  @ParameterizedTest
  @FieldSource("PARTITIONS")
  @Shows(of = Rpc.PARTITION_QUERY, value = "The partitions give each row once")
  void partitionsOfAQueryGiveEachRowOnce(int asked) {
    PartitionResponse response =
        stub().partitionQuery(partitioning(MANY).setPartitionOptions(atMost(asked)).build());
    TransactionSelector selector = Connection.id(response.getTransaction().getId());
    assertEachRowOnce(
        asked,
        response,
        part ->
            execute(
                sql(session, MANY)
                    .setTransaction(selector)
                    .setPartitionToken(part.getPartitionToken())));
  }

  @Test
  void partitionsOfAStreamedQueryGiveEachRowOnce() {
    PartitionResponse response =
        stub().partitionQuery(partitioning(MANY).setPartitionOptions(atMost(3)).build());
    TransactionSelector selector = Connection.id(response.getTransaction().getId());
    assertThat(response.getPartitionsList())
        .hasSize(3)
        .flatMap(
            part ->
                values(
                    stream(
                        sql(session, MANY)
                            .setTransaction(selector)
                            .setPartitionToken(part.getPartitionToken()))))
        .containsExactlyInAnyOrderElementsOf(values(stream(sql(session, MANY))));
  }

  @ParameterizedTest
  @FieldSource("PARTITIONS")
  @Shows(of = Rpc.PARTITION_READ, value = "The partitions give each row once")
  void partitionsOfAReadGiveEachRowOnce(int asked) {
    PartitionResponse response =
        stub()
            .partitionRead(
                PartitionReadRequest.newBuilder()
                    .setSession(session.getName())
                    .setTable("MANY")
                    .addColumns("A")
                    .setKeySet(KeySet.newBuilder().setAll(true))
                    .setTransaction(begin(readOnly()))
                    .setPartitionOptions(atMost(asked))
                    .build());
    ReadRequest.Builder read =
        read("MANY", "A").toBuilder()
            .setTransaction(Connection.id(response.getTransaction().getId()));
    assertEachRowOnce(
        asked,
        response,
        part -> stub().read(read.setPartitionToken(part.getPartitionToken()).build()));
  }

  private static PartitionOptions atMost(int partitions) {
    return PartitionOptions.newBuilder().setMaxPartitions(partitions).build();
  }

  @Test
  @Shows(
      of = Rpc.PARTITION_QUERY,
      value = "Needs a query in a read-only transaction that is not for single use")
  void partitioningNeedsAReadOnlyTransactionAndAQuery() {
    for (TransactionSelector selector :
        List.of(TransactionSelector.getDefaultInstance(), begin(readWrite()))) {
      assertInvalid(
          "Partition",
          () -> stub().partitionQuery(partitioning(QUERY).setTransaction(selector).build()));
    }
    assertInvalid(
        "Cannot partition an update", () -> stub().partitionQuery(partitioning(UPDATE).build()));
    assertInvalid(
        "partition token",
        () -> execute(sql(session, QUERY).setPartitionToken(ByteString.copyFromUtf8("5/2"))));
  }

  @Test
  @Shows(of = Rpc.PARTITION_QUERY, value = "A token is valid in its transaction only")
  void tokenIsValidInItsTransactionOnly() {
    PartitionResponse response = stub().partitionQuery(partitioning(MANY).build());
    ExecuteSqlRequest.Builder part =
        sql(session, MANY)
            .setTransaction(Connection.id(response.getTransaction().getId()))
            .setPartitionToken(response.getPartitions(0).getPartitionToken());
    ByteString other = beginOn(session, readOnly()).getId();

    for (TransactionSelector selector :
        List.of(Connection.id(other), singleUse(readOnly()), begin(readOnly()))) {
      assertInvalid(
          "created for a different transaction",
          () -> stream(part.clone().setTransaction(selector)));
    }
    assertThat(stream(part)).isNotEmpty();
  }
}
