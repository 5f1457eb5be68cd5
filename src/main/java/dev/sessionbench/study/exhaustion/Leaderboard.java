package dev.sessionbench.study.exhaustion;

import com.google.cloud.Timestamp;
import com.google.cloud.spanner.DatabaseClient;
import com.google.cloud.spanner.ResultSet;
import com.google.cloud.spanner.Statement;
import com.google.common.collect.Sets;
import dev.sessionbench.base.model.SeededDraws;
import dev.sessionbench.bench.load.Operation.Kind;
import dev.sessionbench.mock.MockServerOptions;
import dev.sessionbench.mock.profile.Profiles;
import dev.sessionbench.mock.query.StatementRegistry;
import dev.sessionbench.mock.query.StatementResult;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The two transactions of the study: the best scores of a player, and one more score.
 *
 * <p>The tables Players and Scores, the player drawn from 1 to 1,000, a query for a read-only
 * transaction and an INSERT for a read-write one are those of the case study of 2022 (Google Cloud,
 * "Debugging Cloud Spanner latency using OpenCensus and the Go client library"). The statements are
 * those of the profile {@value #PROFILE}: the mock knows a statement by its exact text.
 */
public final class Leaderboard {
  /** The profile of the mock server that knows the statements. */
  public static final String PROFILE = "leaderboard";

  static final String QUERY =
      "SELECT p.PlayerId, p.PlayerName, s.Score, s.Timestamp FROM Players p JOIN Scores s"
          + " ON p.PlayerId = s.PlayerId WHERE p.PlayerId = @playerId ORDER BY s.Score DESC"
          + " LIMIT 10";
  static final String INSERT =
      "INSERT INTO Scores (PlayerId, Score, Timestamp) VALUES (@playerId, @score, @timestamp)";

  private static final int PLAYERS = 1_000;
  private static final int SCORES = 1_000_000;
  private static final long PLAYER_STREAM = 101;
  private static final long SCORE_STREAM = 102;

  private final DatabaseClient database;
  private final long seed;
  private final AtomicLong transactions = new AtomicLong();

  /** A server that also knows the two statements, where it does not answer them by itself. */
  static MockServerOptions known(MockServerOptions server) {
    StatementRegistry.Builder statements = server.statements().toBuilder();
    Map<String, StatementResult> ours = Profiles.load(PROFILE).options().statements().statements();
    Sets.difference(ours.keySet(), server.statements().statements().keySet())
        .forEach(sql -> statements.query(sql, Objects.requireNonNull(ours.get(sql))));
    return server.withStatements(statements.build());
  }

  Leaderboard(DatabaseClient database, long seed) {
    this.database = database;
    this.seed = seed;
  }

  /**
   * Makes one transaction.
   *
   * @return how often it was tried
   */
  int play(Kind kind) {
    long number = transactions.getAndIncrement();
    long player = 1 + SeededDraws.uniform(seed, PLAYER_STREAM, number, PLAYERS);
    if (kind == Kind.READ) {
      read(player);
      return 1;
    }
    return write(player, SeededDraws.uniform(seed, SCORE_STREAM, number, SCORES));
  }

  private void read(long player) {
    Statement query = Statement.newBuilder(QUERY).bind("playerId").to(player).build();
    try (ResultSet rows = database.singleUse().executeQuery(query)) {
      while (rows.next()) {
        // The study reads all rows and does nothing with them.
      }
    }
  }

  private int write(long player, long score) {
    Statement insert =
        Statement.newBuilder(INSERT)
            .bind("playerId")
            .to(player)
            .bind("score")
            .to(score)
            .bind("timestamp")
            .to(Timestamp.ofTimeSecondsAndNanos(score, 0))
            .build();
    int[] attempts = new int[1];
    database
        .readWriteTransaction()
        .run(
            transaction -> {
              attempts[0]++;
              return transaction.executeUpdate(insert);
            });
    return attempts[0];
  }
}
