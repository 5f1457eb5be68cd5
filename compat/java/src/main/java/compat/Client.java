package compat;

import com.google.cloud.NoCredentials;
import com.google.cloud.spanner.DatabaseClient;
import com.google.cloud.spanner.DatabaseId;
import com.google.cloud.spanner.ResultSet;
import com.google.cloud.spanner.Spanner;
import com.google.cloud.spanner.SpannerOptions;
import com.google.cloud.spanner.Statement;

/** Makes 20 reads and 5 read-write transactions with the client's defaults, and closes. */
public final class Client {
  private static final Statement QUERY = Statement.of("SELECT 1 AS COL1");
  private static final Statement UPDATE = Statement.of("UPDATE FOO SET BAR=1 WHERE BAZ=2");

  private Client() {}

  public static void main(String[] args) {
    SpannerOptions options =
        SpannerOptions.newBuilder()
            .setProjectId("compat")
            .setCredentials(NoCredentials.getInstance())
            .build();
    try (Spanner spanner = options.getService()) {
      DatabaseClient client = spanner.getDatabaseClient(DatabaseId.of("compat", "i", "d"));
      for (int i = 0; i < 20; i++) {
        try (ResultSet rows = client.singleUse().executeQuery(QUERY)) {
          if (!rows.next() || rows.getLong(0) != 1 || rows.next()) {
            throw new IllegalStateException("the query did not return one row of 1");
          }
        }
      }
      for (int i = 0; i < 5; i++) {
        Long count = client.readWriteTransaction().run(transaction -> transaction.executeUpdate(UPDATE));
        if (count == null || count != 1) {
          throw new IllegalStateException("the update changed " + count + " rows, not 1");
        }
      }
    }
    System.out.println("client: google-cloud-spanner "
            + SpannerOptions.class.getPackage().getImplementationVersion());
  }
}
