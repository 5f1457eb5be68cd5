package dev.sessionbench.bench.client;

import com.google.cloud.NoCredentials;
import com.google.cloud.spanner.DatabaseClient;
import com.google.cloud.spanner.DatabaseId;
import com.google.cloud.spanner.ReadOnlyTransaction;
import com.google.cloud.spanner.ResultSet;
import com.google.cloud.spanner.Spanner;
import com.google.cloud.spanner.SpannerOptions;
import com.google.cloud.spanner.Statement;
import java.util.Optional;

/**
 * A client of whatever version it is compiled against, by its public surface alone: the source is
 * compiled once more against every version that is driven, from 1.50.0 on. The compiled form would
 * not do, as a transaction's signature has changed in between.
 */
public abstract class ClientOperations implements PoolUnderTest {
  /** The name of the database, in the parts that every version takes. */
  protected static final DatabaseId DATABASE_ID =
      DatabaseId.of("my-project", "my-instance", "my-database");

  private static final Statement READ = Statement.of(QUERY);
  private static final Statement WRITE = Statement.of(UPDATE);

  private Optional<DatabaseClient> database = Optional.empty();

  /** A client that has not been opened. */
  protected ClientOperations() {}

  /** Options for a server that asks for no credentials. */
  protected static SpannerOptions.Builder optionsBuilder(int numChannels) {
    SpannerOptions.Builder builder = SpannerOptions.newBuilder();
    builder.setProjectId(DATABASE_ID.getInstanceId().getProject());
    builder.setCredentials(NoCredentials.getInstance());
    builder.setNumChannels(numChannels);
    // An emulator named in the environment must not take the place of the server that is named.
    builder.setEmulatorHost(null);
    return builder;
  }

  /** The client whose database is opened, and that is closed in the end. */
  protected abstract Spanner spanner();

  @Override
  public void open() {
    database = Optional.of(spanner().getDatabaseClient(DATABASE_ID));
  }

  /** Whether it has been opened. */
  protected boolean isOpen() {
    return database.isPresent();
  }

  /** The opened client itself, for operations other than those of {@link SpannerOperations}. */
  public DatabaseClient databaseClient() {
    return database.orElseThrow(() -> new IllegalStateException("the client has not been opened"));
  }

  @Override
  public void read(Runnable atRow) {
    try (ResultSet rows = databaseClient().singleUse().executeQuery(READ)) {
      while (rows.next()) {
        atRow.run();
      }
    }
  }

  @Override
  public void write() {
    databaseClient().readWriteTransaction().run(transaction -> transaction.executeUpdate(WRITE));
  }

  @Override
  public OpenRead openRead() {
    ReadOnlyTransaction transaction = databaseClient().singleUseReadOnlyTransaction();
    ResultSet rows = transaction.executeQuery(READ);
    // executeQuery is lazy since 1.58: only next() takes a session.
    if (!rows.next()) {
      rows.close();
      transaction.close();
      throw new IllegalStateException("the server returned no row for " + QUERY);
    }
    return () -> {
      rows.close();
      transaction.close();
    };
  }
}
