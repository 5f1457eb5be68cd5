package dev.sessionbench.mock.admin;

import com.google.longrunning.Operation;
import com.google.protobuf.Empty;
import com.google.protobuf.util.Timestamps;
import com.google.spanner.admin.database.v1.CreateDatabaseMetadata;
import com.google.spanner.admin.database.v1.CreateDatabaseRequest;
import com.google.spanner.admin.database.v1.Database;
import com.google.spanner.admin.database.v1.DatabaseAdminGrpc;
import com.google.spanner.admin.database.v1.DatabaseDialect;
import com.google.spanner.admin.database.v1.DropDatabaseRequest;
import com.google.spanner.admin.database.v1.GetDatabaseDdlResponse;
import com.google.spanner.admin.database.v1.ListDatabasesRequest;
import com.google.spanner.admin.database.v1.ListDatabasesResponse;
import com.google.spanner.admin.database.v1.UpdateDatabaseDdlMetadata;
import com.google.spanner.admin.database.v1.UpdateDatabaseDdlRequest;
import dev.sessionbench.mock.admin.AdminServices.AdminMethods;
import dev.sessionbench.mock.admin.AdminServices.LongRunningOperations;
import dev.sessionbench.mock.rpc.ResourceName;
import dev.sessionbench.mock.rpc.RpcFailure;
import io.grpc.ServerServiceDefinition;
import java.time.InstantSource;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Answers the calls about databases that clients and scripts make. Every well-formed name exists
 * unless it was dropped.
 */
final class Databases {
  /** Covers both dialects: the id in backquotes, in double quotes or bare. */
  private static final Pattern CREATE =
      Pattern.compile(
          "\\s*CREATE\\s+DATABASE\\s+(`[^`/\\s]+`|\"[^\"/\\s]+\"|[^`\"/\\s;]+)\\s*;?\\s*",
          Pattern.CASE_INSENSITIVE);

  private final Registry<Entry> databases =
      new Registry<>(
          ResourceName.DATABASE,
          AdminServices.REMEMBERED,
          name -> new Entry(describe(name, DatabaseDialect.GOOGLE_STANDARD_SQL), List.of()));
  private final LongRunningOperations operations;
  private final InstantSource clock;

  /** A database with the DDL that was sent for it. */
  private record Entry(Database database, List<String> ddl) {
    Entry and(List<String> more) {
      return new Entry(database, Stream.concat(ddl.stream(), more.stream()).toList());
    }
  }

  Databases(LongRunningOperations operations, InstantSource clock) {
    this.operations = operations;
    this.clock = clock;
  }

  ServerServiceDefinition service() {
    return new AdminMethods()
        .add(DatabaseAdminGrpc.getCreateDatabaseMethod(), this::create)
        .add(
            DatabaseAdminGrpc.getGetDatabaseMethod(),
            request -> databases.get(request.getName()).database())
        .add(
            DatabaseAdminGrpc.getGetDatabaseDdlMethod(),
            request ->
                GetDatabaseDdlResponse.newBuilder()
                    .addAllStatements(databases.get(request.getDatabase()).ddl())
                    .build())
        .add(DatabaseAdminGrpc.getUpdateDatabaseDdlMethod(), this::updateDdl)
        .add(DatabaseAdminGrpc.getListDatabasesMethod(), this::list)
        .add(DatabaseAdminGrpc.getDropDatabaseMethod(), this::drop)
        .service(DatabaseAdminGrpc.getServiceDescriptor());
  }

  private Operation create(CreateDatabaseRequest request) {
    ResourceName.INSTANCE.require(request.getParent());
    String name = request.getParent() + "/databases/" + databaseId(request.getCreateStatement());
    Database created = describe(name, request.getDatabaseDialect());
    List<String> ddl = List.copyOf(request.getExtraStatementsList());
    databases.create(name, new Entry(created, ddl), size(ddl));
    return operations.done(
        name, "", CreateDatabaseMetadata.newBuilder().setDatabase(name).build(), created);
  }

  private static String databaseId(String createStatement) {
    Matcher matcher = CREATE.matcher(createStatement);
    String wrong = "Invalid create statement: '%s', expected CREATE DATABASE <id>";
    RpcFailure.invalidArgumentIf(!matcher.matches(), wrong, createStatement);
    String id = matcher.group(1);
    boolean quoted = id.startsWith("`") || id.startsWith("\"");
    return quoted ? id.substring(1, id.length() - 1) : id;
  }

  private Operation updateDdl(UpdateDatabaseDdlRequest request) {
    String name = ResourceName.DATABASE.require(request.getDatabase());
    List<String> statements = request.getStatementsList();
    RpcFailure.invalidArgumentIf(
        statements.isEmpty(), "UpdateDatabaseDdl must have at least one statement");
    databases.change(name, entry -> entry.and(statements), size(statements));
    UpdateDatabaseDdlMetadata metadata =
        UpdateDatabaseDdlMetadata.newBuilder()
            .setDatabase(name)
            .addAllStatements(statements)
            .addAllCommitTimestamps(
                Collections.nCopies(statements.size(), Timestamps.fromMillis(clock.millis())))
            .build();
    return operations.done(name, request.getOperationId(), metadata, Empty.getDefaultInstance());
  }

  private ListDatabasesResponse list(ListDatabasesRequest request) {
    String instance = ResourceName.INSTANCE.require(request.getParent());
    List<Entry> all = databases.list(instance + "/databases/");
    List<Database> listed = all.stream().map(Entry::database).toList();
    return ListDatabasesResponse.newBuilder().addAllDatabases(listed).build();
  }

  private Empty drop(DropDatabaseRequest request) {
    databases.drop(request.getDatabase());
    return Empty.getDefaultInstance();
  }

  /** Drops the databases that were created in an instance. */
  void dropIn(String instance) {
    databases.created(instance + "/databases/").forEach(databases::drop);
  }

  private Database describe(String name, DatabaseDialect dialect) {
    return Database.newBuilder()
        .setName(name)
        .setState(Database.State.READY)
        .setCreateTime(Timestamps.fromMillis(clock.millis()))
        .setEarliestVersionTime(Timestamps.fromMillis(clock.millis()))
        .setVersionRetentionPeriod("1h")
        .setDatabaseDialect(
            dialect == DatabaseDialect.POSTGRESQL ? dialect : DatabaseDialect.GOOGLE_STANDARD_SQL)
        .build();
  }

  private static long size(List<String> ddl) {
    return ddl.stream().mapToLong(String::length).sum();
  }
}
