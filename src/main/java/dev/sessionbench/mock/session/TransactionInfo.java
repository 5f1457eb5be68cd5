package dev.sessionbench.mock.session;

import com.google.spanner.v1.MultiplexedSessionPrecommitToken;
import com.google.spanner.v1.PartialResultSet;
import com.google.spanner.v1.ResultSet;
import com.google.spanner.v1.ResultSetMetadata;
import com.google.spanner.v1.Transaction;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a reply tells about its transaction.
 *
 * @param transaction a transaction that the request has begun, or the read timestamp that it asked
 *     for
 * @param token a precommit token, in a read-write transaction on a multiplexed session
 */
public record TransactionInfo(
    @Nullable Transaction transaction, @Nullable MultiplexedSessionPrecommitToken token) {
  /** Nothing to tell. */
  static final TransactionInfo NONE = new TransactionInfo(null, null);

  private boolean none() {
    return transaction == null && token == null;
  }

  /** Adds this to a result; the same result if there is nothing to tell. */
  public ResultSet addTo(ResultSet result) {
    if (none()) {
      return result;
    }
    ResultSet.Builder told = result.toBuilder();
    tell(told::getMetadataBuilder, told::setPrecommitToken);
    return told.build();
  }

  /** Adds this to the first message of a stream; the same stream if there is nothing to tell. */
  public List<PartialResultSet> addTo(List<PartialResultSet> stream) {
    if (none()) {
      return stream;
    }
    PartialResultSet.Builder first = stream.get(0).toBuilder();
    tell(first::getMetadataBuilder, first::setPrecommitToken);
    List<PartialResultSet> told = new ArrayList<>(stream);
    told.set(0, first.build());
    return told;
  }

  /**
   * Tells what there is to tell.
   *
   * @param metadata where a transaction is told
   * @param tokens takes a token
   */
  public void tell(
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
