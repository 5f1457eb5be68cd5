package dev.sessionbench.study.exhaustion;

import com.google.cloud.Timestamp;
import com.google.cloud.spanner.DatabaseClient;
import com.google.cloud.spanner.ResultSet;
import com.google.cloud.spanner.SpannerException;
import com.google.cloud.spanner.Statement;
import dev.sessionbench.base.model.Nanos;
import dev.sessionbench.base.model.SeededDraws;
import dev.sessionbench.base.model.SystemTime;
import dev.sessionbench.bench.client.Attempts.AcquireWait;
import dev.sessionbench.bench.load.Operation.Kind;
import dev.sessionbench.bench.load.OperationTimes;
import dev.sessionbench.mock.MockServerOptions;
import dev.sessionbench.mock.profile.Profiles;
import dev.sessionbench.mock.query.StatementRegistry;
import dev.sessionbench.mock.query.StatementRegistry.Registered;
import dev.sessionbench.study.AgentThreads;
import dev.sessionbench.study.AgentThreads.Due;
import dev.sessionbench.study.AgentThreads.Pace;
import dev.sessionbench.study.diagnosis.Agents;
import dev.sessionbench.study.diagnosis.Observed.Transaction;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongConsumer;

/**
 * Runs the two transactions of the study: reading the best scores of a player, and adding a score.
 *
 * <p>They follow the case study of 2022 (Google Cloud, "Debugging Cloud Spanner latency using
 * OpenCensus and the Go client library"). From it are the tables Players and Scores, and the player
 * drawn from 1 to 1,000. A read-only transaction makes a query, a read-write one an INSERT. The
 * statements are those of the profile {@value #PROFILE}: the mock knows a statement by its exact
 * text.
 */
public record Leaderboard(DatabaseClient database, long seed, AtomicLong transactions) {
  /** The profile of the mock server that contains the statements. */
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
  private static final long FIRST_STREAM = 111;
  private static final long GAP_STREAM = 112;
  private static final long KIND_STREAM = 113;

  /** A server that also knows the two statements, if it does not answer them already. */
  static MockServerOptions known(MockServerOptions server) {
    StatementRegistry own = server.statements();
    Map<String, Registered> all =
        new HashMap<>(Profiles.load(PROFILE).options().statements().statements());
    all.putAll(own.statements());
    return server.withStatements(new StatementRegistry(all, own.tables()));
  }

  /**
   * Runs one transaction.
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

  /**
   * Makes agents, which wait to begin.
   *
   * @param paces one for each
   * @param spans traces each transaction: it begins a span, and ends it given how long it waited
   * @param done receives each transaction that has ended, even one that failed, as in an
   *     application
   */
  AgentThreads agents(
      List<Pace> paces, Function<Kind, LongConsumer> spans, Consumer<Transaction> done) {
    return new AgentThreads(paces, due -> done.accept(transaction(due, spans)));
  }

  private Transaction transaction(Due due, Function<Kind, LongConsumer> spans) {
    AcquireWait wait = AcquireWait.begin();
    int attempts = 1;
    boolean failed = false;
    LongConsumer span = spans.apply(due.kind());
    try {
      attempts = play(due.kind());
    } catch (SpannerException e) {
      failed = true;
    }
    long acquired = wait.hasEnded() ? wait.endNanos() : OperationTimes.NEVER;
    OperationTimes times =
        new OperationTimes(wait.startNanos(), acquired, SystemTime.CLOCK.nanos(), failed);
    span.accept(times.waitNanos());
    return new Transaction(due.kind(), due.atNanos(), times, Math.max(1, attempts));
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
    Statement.Builder insert = Statement.newBuilder(INSERT);
    insert.bind("playerId").to(player);
    insert.bind("score").to(score);
    insert.bind("timestamp").to(Timestamp.ofTimeSecondsAndNanos(score, 0));
    int[] attempts = new int[1];
    database
        .readWriteTransaction()
        .run(
            transaction -> {
              attempts[0]++;
              return transaction.executeUpdate(insert.build());
            });
    return attempts[0];
  }

  /**
   * A closed loop: each agent begins again after its pause, so a slow server gets fewer requests.
   *
   * @param spreadNanos the time over which their begins are spread, so that they do not run in step
   * @param untilNanos when they stop beginning transactions
   * @param rounds the most transactions of each agent
   */
  static List<Pace> closed(
      Agents agents, long spreadNanos, long seed, long untilNanos, int rounds) {
    List<Kind> kinds = agents.kinds();
    long pauseNanos = TimeUnit.MILLISECONDS.toNanos(agents.pauseMillis());
    long spread = Math.max(1, spreadNanos);
    return Pace.closed(
        kinds.size(),
        untilNanos,
        (agent, turn, now) -> {
          long first = now + SeededDraws.uniform(seed, FIRST_STREAM, agent, spread);
          long next = turn < rounds ? now + pauseNanos : Long.MAX_VALUE;
          return new Due(kinds.get(agent), turn == 0 ? first : next);
        });
  }

  /**
   * An open loop: transactions are due at random moments of a mean rate (a Poisson process), even
   * if earlier ones have not ended.
   *
   * @param rate transactions a second, above 0
   * @param writeShare the share of transactions that write
   * @param threads how many may be under way at the same time
   * @param untilNanos when the schedule ends
   */
  static List<Pace> open(
      double rate, double writeShare, int threads, long seed, long startNanos, long untilNanos) {
    return Pace.open(
        threads,
        startNanos,
        untilNanos,
        (agent, turn, last) -> {
          double gapSeconds = SeededDraws.exponential(seed, GAP_STREAM, turn) / rate;
          boolean writes = SeededDraws.unit(seed, KIND_STREAM, turn) < writeShare;
          return new Due(writes ? Kind.WRITE : Kind.READ, last + Nanos.ofSeconds(gapSeconds));
        });
  }
}
