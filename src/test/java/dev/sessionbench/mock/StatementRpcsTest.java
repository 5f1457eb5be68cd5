package dev.sessionbench.mock;

import static dev.sessionbench.mock.Connection.QUERY;
import static dev.sessionbench.mock.Connection.UPDATE;
import static dev.sessionbench.mock.Connection.begin;
import static dev.sessionbench.mock.Connection.partitionedDml;
import static dev.sessionbench.mock.Connection.readOnly;
import static dev.sessionbench.mock.Connection.readWrite;
import static dev.sessionbench.mock.Connection.singleUse;
import static dev.sessionbench.mock.Connection.sql;
import static dev.sessionbench.mock.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import com.google.protobuf.ListValue;
import com.google.protobuf.Value;
import com.google.rpc.Code;
import com.google.spanner.v1.ExecuteBatchDmlRequest;
import com.google.spanner.v1.ExecuteBatchDmlResponse;
import com.google.spanner.v1.ExecuteSqlRequest;
import com.google.spanner.v1.KeySet;
import com.google.spanner.v1.PartialResultSet;
import com.google.spanner.v1.PartitionOptions;
import com.google.spanner.v1.PartitionQueryRequest;
import com.google.spanner.v1.PartitionReadRequest;
import com.google.spanner.v1.PartitionResponse;
import com.google.spanner.v1.ReadRequest;
import com.google.spanner.v1.ResultSet;
import com.google.spanner.v1.ResultSetStats;
import com.google.spanner.v1.Session;
import com.google.spanner.v1.StructType;
import com.google.spanner.v1.TransactionSelector;
import com.google.spanner.v1.Type;
import com.google.spanner.v1.TypeCode;
import dev.sessionbench.model.Transport;
import io.grpc.Status;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StatementRpcsTest {
  private static final String MANY = "SELECT A, B FROM MANY";
  private static final String BROKEN = "SELECT BROKEN";
  private static final int MANY_ROWS = 1_201;

  private Connection connection;
  private Session session;

  @BeforeEach
  void connect() throws IOException {
    StatementResult.Rows many = many();
    connection =
        Connection.to(
            MockServerOptions.defaults()
                .withTransport(Transport.INPROCESS)
                .withStatements(
                    StatementRegistry.original().toBuilder()
                        .query(MANY, many)
                        .query(
                            BROKEN,
                            StatementResult.error(
                                Status.FAILED_PRECONDITION.withDescription("broken")))
                        .table("MANY", many)
                        .build()));
    session = connection.createSession();
  }

  @AfterEach
  void disconnect() {
    connection.close();
  }

  private static StatementResult.Rows many() {
    StructType type = StructType.newBuilder().addFields(field("A")).addFields(field("B")).build();
    List<ListValue> rows =
        IntStream.range(0, MANY_ROWS)
            .mapToObj(i -> ListValue.newBuilder().addValues(text("a" + i)).addValues(text("b" + i)))
            .map(ListValue.Builder::build)
            .toList();
    return (StatementResult.Rows) StatementResult.rows(type, rows);
  }

  private static StructType.Field field(String name) {
    return StructType.Field.newBuilder()
        .setName(name)
        .setType(Type.newBuilder().setCode(TypeCode.STRING))
        .build();
  }

  private static Value text(String text) {
    return Value.newBuilder().setStringValue(text).build();
  }

  @Test
  void registeringTwiceIsRefused() {
    StatementRegistry.Builder builder = StatementRegistry.original().toBuilder();
    assertThatThrownBy(() -> builder.query(QUERY, StatementResult.updateCount(1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(QUERY);
    builder.table("T", many());
    assertThatThrownBy(() -> builder.table("T", many()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("T");
  }

  @Test
  void resultsThatMakeNoSenseAreRefused() {
    assertThatThrownBy(() -> StatementResult.updateCount(-1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> StatementResult.error(Status.OK))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(
            () ->
                StatementResult.rows(
                    StructType.getDefaultInstance(),
                    List.of(ListValue.newBuilder().addValues(text("x")).build())))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("row 0");
  }

  @Test
  void queryIsAnsweredWithItsRow() {
    ResultSet result = connection.stub().executeSql(sql(session, QUERY).build());

    assertThat(result.getMetadata().getRowType().getFields(0).getName()).isEqualTo("COL1");
    assertThat(result.getRowsList()).hasSize(1);
    assertThat(result.getRows(0).getValues(0).getStringValue()).isEqualTo("1");
    assertThat(result.getMetadata().hasTransaction()).isFalse();
  }

  @Test
  void poolsPingIsRegistered() {
    assertThat(connection.stub().executeSql(sql(session, "SELECT 1").build()).getRowsCount())
        .isEqualTo(1);
  }

  @Test
  void unregisteredStatementIsInvalidAndNamed() {
    assertFails(
        Status.Code.INVALID_ARGUMENT,
        "SELECT 2",
        () -> connection.stub().executeSql(sql(session, "SELECT 2").build()));
    assertFails(
        Status.Code.INVALID_ARGUMENT, "SELECT 2", () -> stream(sql(session, "SELECT 2").build()));
  }

  @Test
  void registeredErrorIsAnsweredAndBeginsNothing() {
    assertFails(
        Status.Code.FAILED_PRECONDITION,
        "broken",
        () -> stream(sql(session, BROKEN).setTransaction(begin(readWrite())).build()));
  }

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

  @Test
  void planHasNeitherRowsNorCount() {
    ExecuteSqlRequest.QueryMode plan = ExecuteSqlRequest.QueryMode.PLAN;
    ResultSet query = connection.stub().executeSql(sql(session, QUERY).setQueryMode(plan).build());
    ResultSet update =
        connection
            .stub()
            .executeSql(
                sql(session, UPDATE).setQueryMode(plan).setTransaction(begin(readWrite())).build());

    assertThat(query.getRowsCount()).isZero();
    assertThat(query.getStats().hasQueryPlan()).isTrue();
    assertThat(update.getStats().getRowCountCase())
        .isEqualTo(ResultSetStats.RowCountCase.ROWCOUNT_NOT_SET);
  }

  @Test
  void updateIsStreamedWithPresentRowTypeAndExactCount() {
    List<PartialResultSet> parts =
        stream(sql(session, UPDATE).setTransaction(begin(readWrite())).build());

    assertThat(parts).hasSize(1);
    assertThat(parts.get(0).getMetadata().hasRowType()).isTrue();
    assertThat(parts.get(0).getStats().getRowCountExact()).isEqualTo(1);
    assertThat(parts.get(0).getMetadata().getTransaction().getId().isEmpty()).isFalse();
    assertThat(parts.get(0).hasPrecommitToken()).isFalse();
  }

  @Test
  void updateNeedsATransactionThatWrites() {
    for (TransactionSelector selector :
        List.of(
            TransactionSelector.getDefaultInstance(),
            begin(readOnly()),
            singleUse(readOnly()),
            singleUse(readWrite()))) {
      assertFails(
          Status.Code.INVALID_ARGUMENT,
          "DML statements",
          () ->
              connection.stub().executeSql(sql(session, UPDATE).setTransaction(selector).build()));
    }
    assertFails(
        Status.Code.INVALID_ARGUMENT,
        "single-use",
        () ->
            connection
                .stub()
                .executeSql(sql(session, QUERY).setTransaction(singleUse(readWrite())).build()));
  }

  @Test
  void partitionedDmlGivesALowerBoundAndRunsNoQueries() {
    ResultSet updated =
        connection
            .stub()
            .executeSql(sql(session, UPDATE).setTransaction(begin(partitionedDml())).build());
    assertThat(updated.getStats().getRowCountLowerBound()).isEqualTo(1);
    assertThat(updated.getStats().hasRowCountExact()).isFalse();
    assertFails(
        Status.Code.INVALID_ARGUMENT,
        "partitioned DML",
        () ->
            connection
                .stub()
                .executeSql(sql(session, QUERY).setTransaction(begin(partitionedDml())).build()));
  }

  @Test
  void inlineBegunReadWriteOnMultiplexedSessionHasAToken() {
    Session multiplexed = connection.createMultiplexed();
    PartialResultSet first =
        stream(sql(multiplexed, QUERY).setTransaction(begin(readWrite())).build()).get(0);

    assertThat(first.getMetadata().getTransaction().getId().isEmpty()).isFalse();
    assertThat(first.getPrecommitToken().getSeqNum()).isEqualTo(1);
    assertThat(stream(sql(multiplexed, QUERY).setTransaction(begin(readOnly())).build()).get(0))
        .matches(part -> !part.hasPrecommitToken());
  }

  @Test
  void batchDmlStopsAtTheFirstFailureAndKeepsWhatSucceeded() {
    ExecuteBatchDmlResponse response = batch(session, begin(readWrite()), UPDATE, "NOPE", UPDATE);

    assertThat(response.getResultSetsCount()).isEqualTo(1);
    assertThat(response.getStatus().getCode()).isEqualTo(Code.INVALID_ARGUMENT_VALUE);
    assertThat(response.getStatus().getMessage()).contains("NOPE");
    assertThat(response.getResultSets(0).getMetadata().getTransaction().getId().isEmpty())
        .isFalse();
  }

  @Test
  void batchDmlWhoseFirstStatementFailsBeginsNothing() {
    ExecuteBatchDmlResponse response = batch(session, begin(readWrite()), QUERY, UPDATE);

    assertThat(response.getResultSetsCount()).isZero();
    assertThat(response.getStatus().getMessage()).contains("only DML");
  }

  @Test
  void batchDmlOnMultiplexedSessionHasAToken() {
    ExecuteBatchDmlResponse response =
        batch(connection.createMultiplexed(), begin(readWrite()), UPDATE, UPDATE);

    assertThat(response.getStatus().getCode()).isZero();
    assertThat(response.getResultSetsList())
        .extracting(r -> r.getStats().getRowCountExact())
        .containsExactly(1L, 1L);
    assertThat(response.getResultSets(1).hasMetadata()).isFalse();
    assertThat(response.getPrecommitToken().getSeqNum()).isEqualTo(1);
  }

  @Test
  void batchDmlNeedsAReadWriteTransactionAndStatements() {
    assertFails(
        Status.Code.INVALID_ARGUMENT,
        "read-write",
        () -> batch(session, begin(readOnly()), UPDATE));
    assertFails(
        Status.Code.INVALID_ARGUMENT, "at least one", () -> batch(session, begin(readWrite())));
  }

  @Test
  void readProjectsColumnsUpToTheLimit() {
    ReadRequest request = read("MANY", "B").toBuilder().setLimit(2).build();
    ResultSet result = connection.stub().read(request);
    List<PartialResultSet> parts = new ArrayList<>();
    connection.stub().streamingRead(request).forEachRemaining(parts::add);

    assertThat(result.getMetadata().getRowType().getFieldsList())
        .extracting(StructType.Field::getName)
        .containsExactly("B");
    assertThat(result.getRowsList())
        .extracting(row -> row.getValues(0).getStringValue())
        .containsExactly("b0", "b1");
    assertThat(values(parts)).containsExactly("b0", "b1");
  }

  @Test
  void readBeginsATransactionInline() {
    ReadRequest request = read("MANY", "A").toBuilder().setTransaction(begin(readWrite())).build();

    assertThat(connection.stub().read(request).getMetadata().getTransaction().getId().isEmpty())
        .isFalse();
  }

  @Test
  void readOfUnknownTableOrColumnIsInvalidAndNamed() {
    assertFails(
        Status.Code.INVALID_ARGUMENT, "NOPE", () -> connection.stub().read(read("NOPE", "A")));
    assertFails(
        Status.Code.INVALID_ARGUMENT, "MANY.C", () -> connection.stub().read(read("MANY", "C")));
    assertFails(
        Status.Code.INVALID_ARGUMENT,
        "limit",
        () -> connection.stub().read(read("MANY", "A").toBuilder().setLimit(-1).build()));
  }

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

  private List<PartialResultSet> stream(ExecuteSqlRequest request) {
    List<PartialResultSet> parts = new ArrayList<>();
    connection.stub().executeStreamingSql(request).forEachRemaining(parts::add);
    return parts;
  }

  private static List<String> values(List<PartialResultSet> parts) {
    return parts.stream()
        .flatMap(part -> part.getValuesList().stream())
        .map(Value::getStringValue)
        .toList();
  }

  private ExecuteBatchDmlResponse batch(
      Session on, TransactionSelector selector, String... statements) {
    ExecuteBatchDmlRequest.Builder request =
        ExecuteBatchDmlRequest.newBuilder().setSession(on.getName()).setTransaction(selector);
    for (String statement : statements) {
      request.addStatementsBuilder().setSql(statement);
    }
    return connection.stub().executeBatchDml(request.build());
  }

  private ReadRequest read(String table, String column) {
    return ReadRequest.newBuilder()
        .setSession(session.getName())
        .setTable(table)
        .addColumns(column)
        .setKeySet(KeySet.newBuilder().setAll(true))
        .build();
  }
}
