package dev.sessionbench.bench.client;

/**
 * The operations that a workload asks of a client. Each takes one session and blocks until it has
 * one.
 */
public interface SpannerOperations {
  /** The query: one row of one column. */
  String QUERY = "SELECT 1 AS COL1";

  /** The update: one row. */
  String UPDATE = "UPDATE FOO SET BAR=1 WHERE BAZ=2";

  /** The name of the database. */
  String DATABASE = "projects/my-project/instances/my-instance/databases/my-database";

  /**
   * Reads all rows of the query in a single-use read-only transaction. It runs an action at each
   * row, while the session is held.
   *
   * @param atRow what the application does with a row
   */
  default void read(Runnable atRow) {
    OpenRead read = openRead();
    try (read) {
      atRow.run();
    }
  }

  /** Executes one update in a read-write transaction and commits it. */
  void write();

  /**
   * Starts a read, receives its first row and keeps its session.
   *
   * @return releases the session when closed
   */
  OpenRead openRead();

  /** A read that holds its session. */
  interface OpenRead extends AutoCloseable {
    @Override
    void close();
  }
}
