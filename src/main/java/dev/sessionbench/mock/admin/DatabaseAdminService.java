package dev.sessionbench.mock.admin;

import com.google.longrunning.Operation;
import com.google.protobuf.Empty;
import com.google.protobuf.Timestamp;
import com.google.spanner.admin.database.v1.CreateDatabaseMetadata;
import com.google.spanner.admin.database.v1.CreateDatabaseRequest;
import com.google.spanner.admin.database.v1.Database;
import com.google.spanner.admin.database.v1.DatabaseAdminGrpc;
import com.google.spanner.admin.database.v1.DropDatabaseRequest;
import com.google.spanner.admin.database.v1.GetDatabaseDdlRequest;
import com.google.spanner.admin.database.v1.GetDatabaseDdlResponse;
import com.google.spanner.admin.database.v1.GetDatabaseRequest;
import com.google.spanner.admin.database.v1.ListDatabasesRequest;
import com.google.spanner.admin.database.v1.ListDatabasesResponse;
import com.google.spanner.admin.database.v1.UpdateDatabaseDdlMetadata;
import com.google.spanner.admin.database.v1.UpdateDatabaseDdlRequest;
import dev.sessionbench.mock.admin.AdminNames.Form;
import io.grpc.stub.StreamObserver;
import java.time.InstantSource;
import java.util.Collections;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Answers the calls about databases that clients and scripts make. */
final class DatabaseAdminService extends DatabaseAdminGrpc.DatabaseAdminImplBase {
  /** Both dialects: the id in backquotes, in double quotes or bare. */
  private static final Pattern CREATE =
      Pattern.compile(
          "\\s*CREATE\\s+DATABASE\\s+(?:`([^`/\\s]+)`|\"([^\"/\\s]+)\"|([^`\"/\\s;]+))\\s*;?\\s*",
          Pattern.CASE_INSENSITIVE);

  private final DatabaseCatalogue databases;
  private final LongRunningOperations operations;
  private final InstantSource clock;

  DatabaseAdminService(
      DatabaseCatalogue databases, LongRunningOperations operations, InstantSource clock) {
    this.databases = databases;
    this.operations = operations;
    this.clock = clock;
  }

  @Override
  public void createDatabase(CreateDatabaseRequest request, StreamObserver<Operation> observer) {
    Reply.send(
        observer,
        () -> {
          Form.INSTANCE_NAME.require(request.getParent());
          String name =
              request.getParent() + "/databases/" + databaseId(request.getCreateStatement());
          Database created =
              databases.create(
                  name, request.getDatabaseDialect(), request.getExtraStatementsList());
          return operations.done(
              name, "", CreateDatabaseMetadata.newBuilder().setDatabase(name).build(), created);
        });
  }

  private static String databaseId(String createStatement) {
    Matcher matcher = CREATE.matcher(createStatement);
    if (!matcher.matches()) {
      throw AdminNames.invalid(
          "Invalid create statement: '%s', expected CREATE DATABASE <id>"
              .formatted(createStatement));
    }
    for (int group = 1; group < matcher.groupCount(); group++) {
      if (matcher.group(group) != null) {
        return matcher.group(group);
      }
    }
    return matcher.group(matcher.groupCount());
  }

  @Override
  public void getDatabase(GetDatabaseRequest request, StreamObserver<Database> observer) {
    Reply.send(observer, () -> databases.get(Form.DATABASE_NAME.require(request.getName())));
  }

  @Override
  public void getDatabaseDdl(
      GetDatabaseDdlRequest request, StreamObserver<GetDatabaseDdlResponse> observer) {
    Reply.send(
        observer,
        () ->
            GetDatabaseDdlResponse.newBuilder()
                .addAllStatements(databases.ddl(Form.DATABASE_NAME.require(request.getDatabase())))
                .build());
  }

  @Override
  public void updateDatabaseDdl(
      UpdateDatabaseDdlRequest request, StreamObserver<Operation> observer) {
    Reply.send(
        observer,
        () -> {
          String name = Form.DATABASE_NAME.require(request.getDatabase());
          if (request.getStatementsCount() == 0) {
            throw AdminNames.invalid("UpdateDatabaseDdl must have at least one statement");
          }
          databases.addDdl(name, request.getStatementsList());
          Timestamp now = Reply.now(clock);
          UpdateDatabaseDdlMetadata metadata =
              UpdateDatabaseDdlMetadata.newBuilder()
                  .setDatabase(name)
                  .addAllStatements(request.getStatementsList())
                  .addAllCommitTimestamps(Collections.nCopies(request.getStatementsCount(), now))
                  .build();
          return operations.done(
              name, request.getOperationId(), metadata, Empty.getDefaultInstance());
        });
  }

  @Override
  public void listDatabases(
      ListDatabasesRequest request, StreamObserver<ListDatabasesResponse> observer) {
    Reply.send(
        observer,
        () -> {
          String instance = Form.INSTANCE_NAME.require(request.getParent());
          Page<Database> page =
              Page.of(
                  databases.in(instance),
                  Database::getName,
                  request.getPageSize(),
                  request.getPageToken());
          return ListDatabasesResponse.newBuilder()
              .addAllDatabases(page.items())
              .setNextPageToken(page.nextToken())
              .build();
        });
  }

  @Override
  public void dropDatabase(DropDatabaseRequest request, StreamObserver<Empty> observer) {
    Reply.send(
        observer,
        () -> {
          databases.drop(Form.DATABASE_NAME.require(request.getDatabase()));
          return Empty.getDefaultInstance();
        });
  }
}
