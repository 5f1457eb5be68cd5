package dev.sessionbench.mock.session;

import com.google.protobuf.ByteString;
import com.google.protobuf.Empty;
import com.google.protobuf.Timestamp;
import com.google.spanner.v1.BatchWriteRequest;
import com.google.spanner.v1.BatchWriteResponse;
import com.google.spanner.v1.BeginTransactionRequest;
import com.google.spanner.v1.CommitRequest;
import com.google.spanner.v1.CommitResponse;
import com.google.spanner.v1.MultiplexedSessionPrecommitToken;
import com.google.spanner.v1.Mutation;
import com.google.spanner.v1.PartialResultSet;
import com.google.spanner.v1.ResultSet;
import com.google.spanner.v1.ResultSetMetadata;
import com.google.spanner.v1.RollbackRequest;
import com.google.spanner.v1.Transaction;
import com.google.spanner.v1.TransactionOptions;
import com.google.spanner.v1.TransactionOptions.ModeCase;
import com.google.spanner.v1.TransactionSelector;
import dev.sessionbench.mock.rpc.RpcFailure;
import dev.sessionbench.mock.session.ServerTransaction.State;
import io.grpc.Status;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The transactions of one session, which end with it. Transactions do not time out.
 *
 * <p>A regular session has at most one writing transaction; a newer one, even a single-use commit,
 * invalidates the older. A multiplexed session can have any number of them.
 *
 * <p>Ended transactions are kept, so that a repeated commit or rollback gets the same answer as the
 * first. No RPC ends a read-only transaction. Memory is therefore bounded by number. The oldest is
 * forgotten, on a regular session beyond {@value #KEPT_REGULAR}, on a multiplexed one beyond
 * {@value #KEPT_MULTIPLEXED}.
 */
public final class SessionTransactions {
  static final int KEPT_REGULAR = 16;
  static final int KEPT_MULTIPLEXED = 16_384;

  private static final TransactionOptions STRONG_READ =
      TransactionOptions.newBuilder()
          .setReadOnly(TransactionOptions.ReadOnly.newBuilder().setStrong(true))
          .build();
  private static final String AFTER_LAST =
      "Cannot run a request in a transaction after its last statement.";
  private static final String SUPERSEDED =
      "This transaction has been invalidated by a later transaction in the same session.";
  private static final String SESSION_DELETED = "The session of this transaction is gone.";
  private static final Selection SINGLE_STRONG_READ =
      new Selection(ModeCase.READ_ONLY, null, STRONG_READ, true);

  private final TransactionSource source;
  private final String database;
  private final boolean multiplexed;

  /** The kept transactions, the oldest first. */
  private final Map<ByteString, ServerTransaction> kept = new LinkedHashMap<>();

  private @Nullable ServerTransaction latestWriting;
  private boolean ended;

  /**
   * A session without transactions.
   *
   * @param source the state that all sessions share
   * @param database the name of the session's database
   * @param multiplexed the kind of session
   */
  public SessionTransactions(TransactionSource source, String database, boolean multiplexed) {
    this.source = source;
    this.database = database;
    this.multiplexed = multiplexed;
  }

  /**
   * Finds the transaction in which a request must run. It changes nothing.
   *
   * @throws RpcFailure NOT_FOUND if the session has no transaction of that id. ABORTED if it was
   *     aborted. FAILED_PRECONDITION if it has ended. INVALID_ARGUMENT if the options are invalid
   */
  public Selection select(TransactionSelector selector) {
    return switch (selector.getSelectorCase()) {
      case ID -> existing(selector.getId());
      case BEGIN -> checked(selector.getBegin(), false);
      case SINGLE_USE -> checked(selector.getSingleUse(), true);
      case SELECTOR_NOT_SET -> SINGLE_STRONG_READ;
    };
  }

  private Selection checked(TransactionOptions options, boolean singleUse) {
    ModeCase mode = ServerTransaction.mode(options);
    if (!singleUse) {
      TimestampSource.requireMultiUse(options);
    }
    source.time().check(options);
    return new Selection(mode, null, options, singleUse);
  }

  private synchronized Selection existing(ByteString id) {
    ServerTransaction transaction = require(id);
    transaction.requireActive();
    transaction.lastUseMillis = source.time().millis();
    return new Selection(
        transaction.mode, transaction, TransactionOptions.getDefaultInstance(), false);
  }

  /**
   * Runs a request in its selected transaction, and begins the transaction if necessary.
   *
   * @param selection what {@link #select} returned
   * @param access the rows and mutations of the request
   * @return the transaction information for the reply
   * @throws RpcFailure ABORTED if the request meets a lock of an older transaction
   */
  public TransactionInfo enter(Selection selection, AccessSet access) {
    if (selection.singleUse()) {
      Timestamp read = source.time().returned(selection.options());
      return read == null
          ? TransactionInfo.NONE
          : new TransactionInfo(Transaction.newBuilder().setReadTimestamp(read).build(), null);
    }
    synchronized (this) {
      ServerTransaction existing = selection.existing();
      if (existing != null) {
        return act(existing, null, access);
      }
      ServerTransaction begun = add(selection.options());
      return act(begun, describe(begun, selection.options()), access);
    }
  }

  private TransactionInfo act(
      ServerTransaction transaction, @Nullable Transaction described, AccessSet access) {
    boolean readWrite = transaction.mode == ModeCase.READ_WRITE;
    if (readWrite && (access.exclusive() || transaction.locksReads)) {
      source.locks().acquire(transaction, database, access.rows(), access.exclusive());
    }
    transaction.mutationCount += access.mutations();
    if (access.last()) {
      var unused = transaction.end(State.FINISHED, AFTER_LAST);
    }
    return new TransactionInfo(
        described, multiplexed && readWrite ? transaction.nextToken() : null);
  }

  /**
   * Answers BeginTransaction. On a multiplexed session, a client that has named a mutation key gets
   * a precommit token.
   *
   * @throws RpcFailure INVALID_ARGUMENT if the options make no sense
   */
  public synchronized Transaction begin(BeginTransactionRequest request) {
    TransactionOptions options = request.getOptions();
    ModeCase mode = checked(options, false).mode();
    ServerTransaction begun = add(options);
    Transaction described = describe(begun, options);
    return request.hasMutationKey() && multiplexed && mode == ModeCase.READ_WRITE
        ? described.toBuilder().setPrecommitToken(begun.nextToken()).build()
        : described;
  }

  private ServerTransaction add(TransactionOptions options) {
    long number = source.numbers().incrementAndGet();
    long nowMillis = source.time().millis();
    ServerTransaction begun =
        new ServerTransaction(number, options, repeatedBy(options), nowMillis);
    if (begun.mode != ModeCase.READ_ONLY) {
      supersede(begun);
    }
    kept.put(begun.id(), begun);
    if (kept.size() > (multiplexed ? KEPT_MULTIPLEXED : KEPT_REGULAR)) {
      Iterator<ServerTransaction> oldestFirst = kept.values().iterator();
      source.locks().release(oldestFirst.next());
      oldestFirst.remove();
    }
    if (ended) {
      // The session was deleted during this request.
      source.locks().end(begun, State.INVALIDATED, SESSION_DELETED);
    }
    return begun;
  }

  /** On a regular session, replaces the writing transaction by a newer one, or by none. */
  private void supersede(@Nullable ServerTransaction newer) {
    if (latestWriting != null) {
      source.locks().end(latestWriting, State.INVALIDATED, SUPERSEDED);
    }
    latestWriting = multiplexed ? null : newer;
  }

  /**
   * The aborted attempt that a transaction retries, or null. On a regular session it is the
   * previous writing transaction.
   */
  private @Nullable ServerTransaction repeatedBy(TransactionOptions options) {
    if (!options.hasReadWrite()) {
      return null;
    }
    ServerTransaction previous =
        multiplexed
            ? kept.get(options.getReadWrite().getMultiplexedSessionPreviousTransactionId())
            : latestWriting;
    return previous != null && previous.isAborted() ? previous : null;
  }

  private ServerTransaction require(ByteString id) {
    return Optional.ofNullable(find(id))
        .orElseThrow(
            () ->
                RpcFailure.of(
                    Status.NOT_FOUND.withDescription(
                        "Transaction not found: " + id.toStringUtf8())));
  }

  private @Nullable ServerTransaction find(ByteString id) {
    RpcFailure.invalidArgumentIf(id.isEmpty(), "A transaction id must not be empty");
    return kept.get(id);
  }

  private Transaction describe(ServerTransaction begun, TransactionOptions options) {
    Transaction.Builder described = Transaction.newBuilder().setId(begun.id());
    Timestamp read = source.time().returned(options);
    if (read != null) {
      described.setReadTimestamp(read);
    }
    return described.build();
  }

  /**
   * Answers Commit.
   *
   * @return the reply; if the precommit token was not the newest, it holds the newest and no commit
   * @throws RpcFailure NOT_FOUND if the session has no transaction of that id. ABORTED if it was
   *     aborted or meets a lock of an older one. FAILED_PRECONDITION if it cannot be committed.
   *     INVALID_ARGUMENT if the request is malformed or has too many mutations
   */
  public synchronized CommitResponse commit(CommitRequest request) {
    long mutations = Mutations.count(request.getMutationsList());
    return switch (request.getTransactionCase()) {
      case TRANSACTION_ID -> commit(require(request.getTransactionId()), request, mutations);
      case SINGLE_USE_TRANSACTION -> {
        RpcFailure.invalidArgumentIf(
            ServerTransaction.mode(request.getSingleUseTransaction()) != ModeCase.READ_WRITE,
            "A single-use commit must be read-write");
        Mutations.require(mutations);
        supersede(null);
        yield committed(write(request.getMutationsList()), mutations, request);
      }
      case TRANSACTION_NOT_SET ->
          throw RpcFailure.invalidArgument(
              "Commit must set transaction_id or single_use_transaction");
    };
  }

  private CommitResponse commit(
      ServerTransaction transaction, CommitRequest request, long mutations) {
    Timestamp before = transaction.committed();
    if (before != null) {
      return committed(before, transaction.mutationCount, request);
    }
    transaction.requireCommittable();
    Mutations.require(transaction.mutationCount + mutations);
    if (!transaction.hasNewestToken(request)) {
      return CommitResponse.newBuilder().setPrecommitToken(transaction.token()).build();
    }
    source.locks().makeWay(transaction, database, request.getMutationsList());
    Timestamp now = transaction.commit(mutations, source.time());
    source.locks().release(transaction);
    return committed(now, transaction.mutationCount, request);
  }

  private static CommitResponse committed(Timestamp at, long mutations, CommitRequest request) {
    CommitResponse.Builder response = CommitResponse.newBuilder().setCommitTimestamp(at);
    if (request.getReturnCommitStats()) {
      response.getCommitStatsBuilder().setMutationCount(mutations);
    }
    return response.build();
  }

  /**
   * Writes mutations that belong to no transaction.
   *
   * @return the commit timestamp
   * @throws RpcFailure ABORTED if they meet the lock of a transaction
   */
  private Timestamp write(List<Mutation> mutations) {
    source.locks().makeWay(null, database, mutations);
    return source.time().commit();
  }

  /**
   * Answers Rollback. A transaction that the session does not know gets the same answer as one that
   * is already rolled back, as the proto of Rollback demands.
   *
   * @throws RpcFailure FAILED_PRECONDITION if it was committed or is not read-write,
   *     INVALID_ARGUMENT if the id is empty
   */
  public synchronized Empty rollback(RollbackRequest request) {
    ServerTransaction transaction = find(request.getTransactionId());
    if (transaction != null) {
      transaction.rollback();
      source.locks().release(transaction);
    }
    return Empty.getDefaultInstance();
  }

  /** Answers BatchWrite: each group separately, in the order of the request. */
  public List<BatchWriteResponse> batchWrite(BatchWriteRequest request) {
    RpcFailure.invalidArgumentIf(
        request.getMutationGroupsCount() == 0, "BatchWrite must have at least one mutation group");
    return IntStream.range(0, request.getMutationGroupsCount())
        .mapToObj(i -> write(i, request.getMutationGroups(i)))
        .toList();
  }

  private BatchWriteResponse write(int index, BatchWriteRequest.MutationGroup group) {
    BatchWriteResponse.Builder response = BatchWriteResponse.newBuilder().addIndexes(index);
    try {
      RpcFailure.invalidArgumentIf(
          group.getMutationsCount() == 0, "A mutation group must have at least one mutation");
      Mutations.require(Mutations.count(group.getMutationsList()));
      response.setCommitTimestamp(write(group.getMutationsList()));
      response.getStatusBuilder();
      return response.build();
    } catch (RpcFailure e) {
      return response.setStatus(RpcFailure.toProto(e.status())).build();
    }
  }

  /** Forgets all transactions, as if the session were new. */
  public synchronized void forget() {
    kept.values().forEach(source.locks()::release);
    kept.clear();
    latestWriting = null;
  }

  /** Ends all transactions with their session. */
  public synchronized void end() {
    ended = true;
    kept.values().forEach(one -> source.locks().end(one, State.INVALIDATED, SESSION_DELETED));
  }

  /**
   * The rows and mutations that a request accesses in its transaction.
   *
   * @param mutations the number of its mutations
   * @param rows the rows that it locks if the transaction is read-write
   * @param exclusive whether it locks against readers too
   * @param last whether the client has said that no statement follows
   */
  public record AccessSet(long mutations, List<RowLock> rows, boolean exclusive, boolean last) {
    /** The access of a request that changes and locks nothing. */
    public static final AccessSet NONE = new AccessSet(0, List.of(), false, false);

    /** The access of a query or read. */
    public static AccessSet reading(List<RowLock> rows, boolean exclusive) {
      return rows.isEmpty() ? NONE : new AccessSet(0, rows, exclusive, false);
    }

    /** The access of DML. */
    public static AccessSet writing(long mutations, List<RowLock> rows, boolean last) {
      return new AccessSet(mutations, rows, true, last);
    }
  }

  /**
   * The transaction of a request, checked but not begun: a failing statement begins none.
   *
   * @param mode its kind
   * @param existing the transaction, if it was begun before
   * @param options of a transaction that is still to begin, or for single use
   * @param singleUse whether it ends with the request
   */
  public record Selection(
      ModeCase mode,
      @Nullable ServerTransaction existing,
      TransactionOptions options,
      boolean singleUse) {}

  /**
   * The transaction information in a reply.
   *
   * @param transaction a transaction that the request has begun, or the read timestamp that it
   *     asked for
   * @param token a precommit token, in a read-write transaction on a multiplexed session
   */
  public record TransactionInfo(
      @Nullable Transaction transaction, @Nullable MultiplexedSessionPrecommitToken token) {
    /** No information. */
    static final TransactionInfo NONE = new TransactionInfo(null, null);

    /** Adds this to a result; without information, returns the same result. */
    public ResultSet addTo(ResultSet result) {
      if (equals(NONE)) {
        return result;
      }
      ResultSet.Builder more = result.toBuilder();
      addTo(more::getMetadataBuilder, more::setPrecommitToken);
      return more.build();
    }

    /** Adds this to the first message of a stream; without information, returns the same stream. */
    public List<PartialResultSet> addTo(List<PartialResultSet> stream) {
      if (equals(NONE)) {
        return stream;
      }
      PartialResultSet.Builder first = stream.get(0).toBuilder();
      addTo(first::getMetadataBuilder, first::setPrecommitToken);
      List<PartialResultSet> more = new ArrayList<>(stream);
      more.set(0, first.build());
      return more;
    }

    /**
     * Passes the information on.
     *
     * @param metadata receives a transaction
     * @param tokens takes a token
     */
    public void addTo(
        Supplier<ResultSetMetadata.Builder> metadata,
        Consumer<MultiplexedSessionPrecommitToken> tokens) {
      if (transaction != null) {
        metadata.get().setTransaction(transaction);
      }
      if (token != null) {
        tokens.accept(token);
      }
    }
  }

  /**
   * The state that the transactions of all sessions share.
   *
   * @param time gives timestamps
   * @param locks their locks
   * @param numbers makes ids that no other transaction of the server has
   */
  public record TransactionSource(TimestampSource time, LockTable locks, AtomicLong numbers) {}
}
