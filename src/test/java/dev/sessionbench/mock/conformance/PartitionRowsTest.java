package dev.sessionbench.mock.conformance;

import static dev.sessionbench.mock.Connection.readOnly;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ListValue;
import com.google.spanner.v1.ExecuteSqlRequest;
import com.google.spanner.v1.KeySet;
import com.google.spanner.v1.Partition;
import com.google.spanner.v1.PartitionOptions;
import com.google.spanner.v1.PartitionQueryRequest;
import com.google.spanner.v1.PartitionReadRequest;
import com.google.spanner.v1.PartitionResponse;
import com.google.spanner.v1.ReadRequest;
import com.google.spanner.v1.ResultSet;
import dev.sessionbench.mock.Connection;
import java.io.IOException;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rows of all partitions together are the rows, each of them once. */
class PartitionRowsTest {
  private static final int ROWS = 100;
  private static final List<String> ALL =
      IntStream.range(0, ROWS).mapToObj(Integer::toString).toList();

  private final Connection service;
  private final String session;

  PartitionRowsTest() throws IOException {
    String rows = ALL.stream().map(row -> "['" + row + "']").collect(Collectors.joining(","));
    String result = "columns: {A: STRING}, rows: [" + rows + "]";
    service =
        Connection.to(
            Connection.profile(
                "tables: [{table: T, %s}]\nstatements: [{query: Q, %s}]"
                    .formatted(result, result)));
    session = service.createSession().getName();
  }

  @AfterEach
  void close() {
    service.close();
  }

  private static PartitionOptions atMost(int partitions) {
    return PartitionOptions.newBuilder().setMaxPartitions(partitions).build();
  }

  private static void assertEachRowOnce(
      PartitionResponse response, Function<Partition, ResultSet> reader) {
    List<String> rows =
        response.getPartitionsList().stream()
            .flatMap(partition -> reader.apply(partition).getRowsList().stream())
            .map((ListValue row) -> row.getValues(0).getStringValue())
            .toList();
    assertThat(rows).containsExactlyInAnyOrderElementsOf(ALL);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3, 7, 64, 1_000})
  void partitionsOfAReadGiveEachRowOnce(int partitions) {
    KeySet all = KeySet.newBuilder().setAll(true).build();
    PartitionResponse response =
        service
            .stub()
            .partitionRead(
                PartitionReadRequest.newBuilder()
                    .setSession(session)
                    .setTable("T")
                    .addColumns("A")
                    .setKeySet(all)
                    .setTransaction(Connection.begin(readOnly()))
                    .setPartitionOptions(atMost(partitions))
                    .build());
    ReadRequest read =
        ReadRequest.newBuilder()
            .setSession(session)
            .setTable("T")
            .addColumns("A")
            .setKeySet(all)
            .setTransaction(Connection.id(response.getTransaction().getId()))
            .build();
    assertEachRowOnce(
        response,
        part ->
            service
                .stub()
                .read(read.toBuilder().setPartitionToken(part.getPartitionToken()).build()));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3, 7, 64, 1_000})
  void partitionsOfAQueryGiveEachRowOnce(int partitions) {
    PartitionResponse response =
        service
            .stub()
            .partitionQuery(
                PartitionQueryRequest.newBuilder()
                    .setSession(session)
                    .setSql("Q")
                    .setTransaction(Connection.begin(readOnly()))
                    .setPartitionOptions(atMost(partitions))
                    .build());
    ExecuteSqlRequest query =
        ExecuteSqlRequest.newBuilder()
            .setSession(session)
            .setSql("Q")
            .setTransaction(Connection.id(response.getTransaction().getId()))
            .build();
    assertEachRowOnce(
        response,
        part ->
            service
                .stub()
                .executeSql(query.toBuilder().setPartitionToken(part.getPartitionToken()).build()));
  }
}
