package dev.sessionbench.mock.admin;

import com.google.spanner.admin.database.v1.Database;
import com.google.spanner.admin.database.v1.DatabaseDialect;
import dev.sessionbench.mock.admin.AdminNames.Form;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/** The databases: all that have a name, those dropped excepted. */
final class DatabaseCatalogue {
  private final InstantSource clock;
  private final Registry<Entry> databases = new Registry<>(AdminServices.REMEMBERED);

  /** A database with the DDL that was sent for it. */
  private record Entry(Database database, List<String> ddl) {}

  DatabaseCatalogue(InstantSource clock) {
    this.clock = clock;
  }

  /**
   * Creates a database.
   *
   * @throws io.grpc.StatusRuntimeException ALREADY_EXISTS if it was created already
   */
  Database create(String name, DatabaseDialect dialect, List<String> ddl) {
    Database database = describe(name, dialect);
    if (!databases.create(name, new Entry(database, List.copyOf(ddl)), size(ddl))) {
      throw Form.DATABASE_NAME.alreadyExists(name);
    }
    return database;
  }

  /**
   * A database.
   *
   * @throws io.grpc.StatusRuntimeException NOT_FOUND if it was dropped
   */
  Database get(String name) {
    return entry(name).database();
  }

  /**
   * The DDL that was sent for a database.
   *
   * @throws io.grpc.StatusRuntimeException NOT_FOUND if it was dropped
   */
  List<String> ddl(String name) {
    return entry(name).ddl();
  }

  /**
   * Adds to a database's DDL.
   *
   * @throws io.grpc.StatusRuntimeException NOT_FOUND if it was dropped
   */
  void addDdl(String name, List<String> statements) {
    databases.change(
        name,
        entry(name),
        entry -> {
          List<String> all = new ArrayList<>(entry.ddl());
          all.addAll(statements);
          return new Entry(entry.database(), List.copyOf(all));
        },
        size(statements));
  }

  /** Drops a database; again is the same as once. */
  void drop(String name) {
    databases.drop(name);
  }

  /** Drops the databases that were created in an instance. */
  void dropIn(String instance) {
    in(instance).forEach(database -> drop(database.getName()));
  }

  /** The databases that were created in an instance. */
  List<Database> in(String instance) {
    return databases.created(instance + "/databases/").stream().map(Entry::database).toList();
  }

  private Entry entry(String name) {
    if (databases.isDropped(name)) {
      throw Form.DATABASE_NAME.notFound(name);
    }
    return databases
        .find(name)
        .orElseGet(() -> new Entry(describe(name, DatabaseDialect.GOOGLE_STANDARD_SQL), List.of()));
  }

  private Database describe(String name, DatabaseDialect dialect) {
    return Database.newBuilder()
        .setName(name)
        .setState(Database.State.READY)
        .setCreateTime(Reply.now(clock))
        .setEarliestVersionTime(Reply.now(clock))
        .setVersionRetentionPeriod("1h")
        .setDatabaseDialect(
            dialect == DatabaseDialect.POSTGRESQL ? dialect : DatabaseDialect.GOOGLE_STANDARD_SQL)
        .build();
  }

  private static long size(List<String> ddl) {
    return ddl.stream().mapToLong(String::length).sum();
  }
}
