package dev.sessionbench.study.exhaustion;

import com.google.cloud.Timestamp;
import com.google.cloud.spanner.DatabaseClient;
import com.google.cloud.spanner.ResultSet;
import com.google.cloud.spanner.SpannerException;
import com.google.cloud.spanner.Statement;
import com.google.common.collect.Sets;
import dev.sessionbench.base.model.Nanos;
import dev.sessionbench.base.model.SeededDraws;
import dev.sessionbench.base.model.SystemTime;
import dev.sessionbench.bench.client.Attempts.AcquireWait;
import dev.sessionbench.bench.load.Operation.Kind;
import dev.sessionbench.bench.load.OperationTimes;
import dev.sessionbench.mock.MockServerOptions;
import dev.sessionbench.mock.profile.Profiles;
import dev.sessionbench.mock.query.StatementRegistry;
import dev.sessionbench.mock.query.StatementResult;
import dev.sessionbench.study.AgentThreads;
import dev.sessionbench.study.AgentThreads.Due;
import dev.sessionbench.study.AgentThreads.Pace;
import dev.sessionbench.study.diagnosis.Agents;
import dev.sessionbench.study.diagnosis.Observed.Transaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.function.LongUnaryOperator;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;

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

  /** Agents that make transactions, which are noted. */
  static final class LeaderboardAgents {
    private final ToIntFunction<Kind> client;
    private final Function<Kind, LongConsumer> spans;
    private final ConcurrentLinkedQueue<Transaction> done = new ConcurrentLinkedQueue<>();
    private final AgentThreads threads;

    /**
     * Agents who wait for {@link #run}.
     *
     * @param paces one for each
     * @param client makes a transaction and says how often it was tried
     * @param spans traces each transaction: begins, and ends given how long it waited
     */
    LeaderboardAgents(
        List<Pace> paces, ToIntFunction<Kind> client, Function<Kind, LongConsumer> spans) {
      this.client = client;
      this.spans = spans;
      threads = new AgentThreads(paces, due -> done.add(transaction(due)));
    }

    /**
     * Lets them work until all is done.
     *
     * @return what they did, in the order of its end
     * @throws InterruptedException if the thread is interrupted; the agents are then, too
     */
    List<Transaction> run() throws InterruptedException {
      threads.begin();
      threads.join();
      return List.copyOf(done);
    }

    /** A transaction that fails is part of what is observed, as it is in an application. */
    private Transaction transaction(Due due) {
      AcquireWait wait = AcquireWait.begin();
      int attempts = 1;
      boolean failed = false;
      LongConsumer span = spans.apply(due.kind());
      try {
        attempts = client.applyAsInt(due.kind());
      } catch (SpannerException e) {
        failed = true;
      }
      long acquired = wait.hasEnded() ? wait.endNanos() : OperationTimes.NEVER;
      OperationTimes times =
          new OperationTimes(wait.startNanos(), acquired, SystemTime.CLOCK.nanos(), failed);
      span.accept(times.waitNanos());
      return new Transaction(due.kind(), due.atNanos(), times, Math.max(1, attempts));
    }
  }

  /** When transactions are due. */
  static final class Paces {
    private static final long FIRST_STREAM = 111;
    private static final long GAP_STREAM = 112;
    private static final long KIND_STREAM = 113;

    private Paces() {}

    /**
     * A closed loop: each agent begins anew when its pause after the last transaction is over, so
     * that a slow server is asked less.
     *
     * @param spreadNanos over how long their begins are spread, so that they do not go in step
     * @param begin when the first may begin, given the time at which it asks
     * @param untilNanos when they begin nothing more
     * @param rounds how many transactions each makes at most
     */
    static List<Pace> closed(
        Agents agents,
        long spreadNanos,
        long seed,
        LongUnaryOperator begin,
        long untilNanos,
        int rounds) {
      List<Kind> kinds = agents.kinds();
      long pauseNanos = TimeUnit.MILLISECONDS.toNanos(agents.pauseMillis());
      return IntStream.range(0, kinds.size())
          .mapToObj(
              i -> {
                long first = SeededDraws.uniform(seed, FIRST_STREAM, i, Math.max(1, spreadNanos));
                int[] turn = new int[1];
                return (Pace)
                    now -> {
                      long due = turn[0] == 0 ? begin.applyAsLong(now) + first : now + pauseNanos;
                      return turn[0]++ < rounds && due < untilNanos
                          ? Optional.of(new Due(kinds.get(i), due))
                          : Optional.empty();
                    };
              })
          .toList();
    }

    /**
     * An open loop: transactions are due at random moments of a mean rate (a Poisson process),
     * whether earlier ones have ended or not.
     *
     * @param rate how many a second, above 0
     * @param writeShare which share of them writes
     * @param threads how many may be under way at the same time
     * @param untilNanos when nothing more is due
     */
    static List<Pace> open(
        double rate, double writeShare, int threads, long seed, long startNanos, long untilNanos) {
      List<Due> schedule = new ArrayList<>();
      double at = startNanos;
      for (int i = 0; at < untilNanos; i++) {
        at += SeededDraws.exponential(seed, GAP_STREAM, i) / rate * Nanos.PER_SECOND;
        boolean writes = SeededDraws.unit(seed, KIND_STREAM, i) < writeShare;
        schedule.add(new Due(writes ? Kind.WRITE : Kind.READ, (long) at));
      }
      return Pace.shared(schedule, threads, untilNanos);
    }
  }
}
