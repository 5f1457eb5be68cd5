package dev.sessionbench.mock.rpc;

import dev.sessionbench.base.model.Invalid;
import dev.sessionbench.base.model.Key;
import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * The limits that the server enforces. {@link #SERVICE} holds those of the service
 * (cloud.google.com/spanner/quotas, and the comments of its protos); tests may use smaller ones.
 *
 * @param mutationsPerCommit mutations of one transaction, at least 1
 * @param statementCharacters the length of one SQL statement, at least 1
 * @param requestBytes the size of a request other than Commit and BatchWrite, at least 1
 * @param commitBytes the size of a Commit or BatchWrite, at least {@code requestBytes}
 * @param resultBytes the size of a result that is not streamed, at least 1
 */
@RecordBuilder
public record ServiceLimits(
    @Key(range = "[1, )") int mutationsPerCommit,
    @Key(range = "[1, )") int statementCharacters,
    @Key(range = "[1, )") int requestBytes,
    @Key(range = "[1, )") int commitBytes,
    @Key(range = "[1, )") int resultBytes)
    implements ServiceLimitsBuilder.With {
  /** The limits of the service. */
  public static final ServiceLimits SERVICE =
      new ServiceLimits(80_000, 1 << 20, 10 << 20, 100 << 20, 10 << 20);

  /**
   * Checks the limits against each other.
   *
   * @throws IllegalArgumentException naming the limit, its value and what would be right
   */
  public ServiceLimits {
    Invalid.when(
        commitBytes < requestBytes,
        "commitBytes=%d: must be at least requestBytes (%d)",
        commitBytes,
        requestBytes);
  }
}
