package dev.sessionbench.mock;

import static dev.sessionbench.mock.Connection.commitOf;
import static dev.sessionbench.mock.Connection.id;
import static dev.sessionbench.mock.Connection.readWrite;
import static dev.sessionbench.mock.Connection.sql;

import com.google.protobuf.ByteString;
import com.google.protobuf.ListValue;
import com.google.protobuf.Value;
import com.google.spanner.v1.BeginTransactionRequest;
import com.google.spanner.v1.CommitResponse;
import com.google.spanner.v1.ExecuteBatchDmlRequest;
import com.google.spanner.v1.ExecuteBatchDmlResponse;
import com.google.spanner.v1.KeySet;
import com.google.spanner.v1.Mutation;
import com.google.spanner.v1.PartialResultSet;
import com.google.spanner.v1.ReadRequest;
import com.google.spanner.v1.ResultSet;
import com.google.spanner.v1.RollbackRequest;
import com.google.spanner.v1.Session;
import com.google.spanner.v1.StructType;
import com.google.spanner.v1.Transaction;
import com.google.spanner.v1.TransactionOptions;
import com.google.spanner.v1.TransactionSelector;
import com.google.spanner.v1.Type;
import com.google.spanner.v1.TypeCode;
import dev.sessionbench.mock.query.StatementRegistry;
import dev.sessionbench.mock.query.StatementResult;
import io.grpc.Status;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;

/** A server, a regular and a multiplexed session, and the most frequent calls of RPC tests. */
public abstract class SpannerRpcFixture extends ServerFixture {
  public static final String MANY = "SELECT A, B FROM MANY";
  public static final String BROKEN = "SELECT BROKEN";
  public static final int MANY_ROWS = 1_201;
  public static final String WIDE = "SELECT A, B, C FROM WIDE";
  public static final int WIDE_ROWS = 10;
  public static final String RETURNING = "UPDATE FOO SET BAR=1 WHERE TRUE THEN RETURN A";
  public static final String INSERT = "INSERT INTO FOO (BAR) VALUES (1)";

  public static final Mutation INSERT_TWO_BY_TWO =
      Mutation.newBuilder()
          .setInsert(
              Mutation.Write.newBuilder()
                  .setTable("FOO")
                  .addColumns("A")
                  .addColumns("B")
                  .addValues(row("1", "1"))
                  .addValues(row("1", "1")))
          .build();
  public static final Mutation DELETE_ALL =
      Mutation.newBuilder()
          .setDelete(
              Mutation.Delete.newBuilder()
                  .setTable("FOO")
                  .setKeySet(KeySet.newBuilder().setAll(true)))
          .build();

  public Session session;
  public Session multiplexed;

  @BeforeEach
  public void createSessions() {
    session = connection.createSession();
    multiplexed = connection.createMultiplexed();
  }

  @Override
  public MockServerOptions options() {
    return super.options()
        .withStatements(
            withTable(
                StatementRegistry.original()
                    .with(MANY, many())
                    .with(WIDE, wide())
                    .with(RETURNING, returning())
                    .with(INSERT, StatementResult.update(1))
                    .with(
                        BROKEN,
                        StatementResult.failure(
                            Status.FAILED_PRECONDITION.withDescription("broken")))));
  }

  /** Statements with the table MANY. */
  public static StatementRegistry withTable(StatementRegistry statements) {
    return new StatementRegistry(statements.statements(), Map.of("MANY", many().whole()));
  }

  public static List<String> values(List<PartialResultSet> parts) {
    return parts.stream()
        .flatMap(part -> part.getValuesList().stream())
        .map(Value::getStringValue)
        .toList();
  }

  public ExecuteBatchDmlResponse batch(
      Session on, TransactionSelector selector, String... statements) {
    ExecuteBatchDmlRequest.Builder request =
        ExecuteBatchDmlRequest.newBuilder().setSession(on.getName()).setTransaction(selector);
    for (String statement : statements) {
      request.addStatementsBuilder().setSql(statement);
    }
    return stub().executeBatchDml(request.build());
  }

  public ReadRequest read(String table, String column) {
    return ReadRequest.newBuilder()
        .setSession(session.getName())
        .setTable(table)
        .addColumns(column)
        .setKeySet(KeySet.newBuilder().setAll(true))
        .build();
  }

  public Transaction beginOn(Session on, TransactionOptions options) {
    return stub()
        .beginTransaction(
            BeginTransactionRequest.newBuilder()
                .setSession(on.getName())
                .setOptions(options)
                .build());
  }

  /** Begins a writing transaction and returns its id. */
  public ByteString begun(Session on) {
    return connection.begin(on.getName(), readWrite());
  }

  public Transaction beginWithMutationKey(Session on) {
    return stub()
        .beginTransaction(
            BeginTransactionRequest.newBuilder()
                .setSession(on.getName())
                .setOptions(readWrite())
                .setMutationKey(INSERT_TWO_BY_TWO)
                .build());
  }

  public CommitResponse commit(Session on, ByteString id) {
    return connection.commit(on.getName(), id);
  }

  public CommitResponse commitOnce(Session on) {
    return connection.commit(commitOf(on));
  }

  public void rollback(ByteString id) {
    stub()
        .rollback(
            RollbackRequest.newBuilder()
                .setSession(session.getName())
                .setTransactionId(id)
                .build());
  }

  public static TransactionOptions strong() {
    return TransactionOptions.newBuilder()
        .setReadOnly(TransactionOptions.ReadOnly.newBuilder().setStrong(true))
        .build();
  }

  public static TransactionOptions readOnlyWith(TransactionOptions.ReadOnly.Builder bound) {
    return TransactionOptions.newBuilder().setReadOnly(bound.setReturnReadTimestamp(true)).build();
  }

  public static StatementResult many() {
    List<ListValue> rows =
        IntStream.range(0, MANY_ROWS).mapToObj(i -> row("a" + i, "b" + i)).toList();
    return StatementResult.rows(type("A", "B"), rows);
  }

  /** A row type with string columns. */
  public static StructType type(String... columns) {
    return StructType.newBuilder()
        .addAllFields(Arrays.stream(columns).map(SpannerRpcFixture::field).toList())
        .build();
  }

  public static ListValue row(String... texts) {
    return ListValue.newBuilder()
        .addAllValues(Arrays.stream(texts).map(SpannerRpcFixture::text).toList())
        .build();
  }

  public static StructType.Field field(String name) {
    return StructType.Field.newBuilder()
        .setName(name)
        .setType(Type.newBuilder().setCode(TypeCode.STRING))
        .build();
  }

  public static Value text(String text) {
    return Value.newBuilder().setStringValue(text).build();
  }

  private static StatementResult wide() {
    return StatementResult.rows(
        type("A", "B", "C"),
        IntStream.range(0, WIDE_ROWS)
            .mapToObj(i -> row("a" + i, "b".repeat(300_000), ""))
            .toList());
  }

  private static StatementResult returning() {
    return StatementResult.returning(type("A"), List.of(row("x"), row("y")), 2);
  }

  /** Runs an update with a sequence number in a transaction. */
  public ResultSet update(Session on, TransactionSelector selector, String sql, long seqno) {
    return execute(sql(on, sql).setTransaction(selector).setSeqno(seqno));
  }
}
