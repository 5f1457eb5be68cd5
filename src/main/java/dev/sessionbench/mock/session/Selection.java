package dev.sessionbench.mock.session;

import com.google.spanner.v1.TransactionOptions;
import org.jspecify.annotations.Nullable;

/**
 * The transaction that a request runs in, checked but not begun: a statement that fails begins
 * none.
 *
 * @param mode its kind
 * @param existing the transaction, if it was begun before
 * @param options of a transaction that is still to begin, or for single use
 * @param singleUse whether it ends with the request
 */
public record Selection(
    TransactionMode mode,
    @Nullable ServerTransaction existing,
    TransactionOptions options,
    boolean singleUse) {}
