package dev.sessionbench.mock.rpc;

import dev.sessionbench.base.model.Invalid;
import dev.sessionbench.base.model.Key;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;

/**
 * The limits that the server enforces. {@link #SERVICE} holds those of the service
 * (cloud.google.com/spanner/quotas, and the comments of its protos); tests may use smaller ones.
 *
 * @param mutationsPerCommit mutations of one transaction, at least 1
 * @param sessionLabels labels of one session, at least 0
 * @param statementCharacters the length of one SQL statement, at least 1
 * @param requestBytes the size of a request other than Commit and BatchWrite, at least 1
 * @param commitBytes the size of a Commit or BatchWrite, at least {@code requestBytes}
 * @param resultBytes the size of a result that is not streamed, at least 1
 * @param streamMessageBytes the size of the values in one message of a stream, at least 64: larger
 *     ones are chunked
 * @param versionRetention how far in the past a read may lie, at least 1 s
 */
@RecordBuilder
public record ServiceLimits(
    @Key(range = "[1, )") int mutationsPerCommit,
    @Key(range = "[0, )") int sessionLabels,
    @Key(range = "[1, )") int statementCharacters,
    @Key(range = "[1, )") int requestBytes,
    @Key(range = "[1, )") int commitBytes,
    @Key(range = "[1, )") int resultBytes,
    @Key(range = "[64, )") int streamMessageBytes,
    @Key(range = "[1, 31536000] s") Duration versionRetention)
    implements ServiceLimitsBuilder.With {
  /** The limits of the service. */
  public static final ServiceLimits SERVICE =
      new ServiceLimits(
          80_000, 64, 1 << 20, 10 << 20, 100 << 20, 10 << 20, 1 << 20, Duration.ofHours(1));

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
