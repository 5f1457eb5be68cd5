package dev.sessionbench.mock.rpc;

import dev.sessionbench.base.model.Invalid;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;

/**
 * The limits that the server enforces. {@link #SERVICE} holds those of the service
 * (cloud.google.com/spanner/quotas, and the comments of its protos); tests may want smaller ones.
 *
 * @param mutationsPerCommit mutations of one transaction, at least 1
 * @param sessionLabels labels of one session, at least 0
 * @param statementCharacters the length of one SQL statement, at least 1
 * @param requestBytes the size of a request other than Commit and BatchWrite, at least 1
 * @param commitBytes the size of a Commit or BatchWrite, at least {@code requestBytes}
 * @param resultBytes the size of a result that is not streamed, at least 1
 * @param streamMessageBytes the size of the values in one message of a stream, at least {@value
 *     #LEAST_MESSAGE_BYTES}: larger ones are chunked
 * @param versionRetention how far in the past a read may lie, at least 1 s
 */
@RecordBuilder
public record ServiceLimits(
    int mutationsPerCommit,
    int sessionLabels,
    int statementCharacters,
    int requestBytes,
    int commitBytes,
    int resultBytes,
    int streamMessageBytes,
    Duration versionRetention)
    implements ServiceLimitsBuilder.With {
  /** The limits of the service. */
  public static final ServiceLimits SERVICE =
      new ServiceLimits(
          80_000, 64, 1 << 20, 10 << 20, 100 << 20, 10 << 20, 1 << 20, Duration.ofHours(1));

  private static final int LEAST_MESSAGE_BYTES = 64;

  /**
   * Checks the limits.
   *
   * @throws IllegalArgumentException naming the limit, its value and what would be right
   */
  public ServiceLimits {
    requireAtLeast("mutationsPerCommit", mutationsPerCommit, 1);
    requireAtLeast("sessionLabels", sessionLabels, 0);
    requireAtLeast("statementCharacters", statementCharacters, 1);
    requireAtLeast("requestBytes", requestBytes, 1);
    requireAtLeast("commitBytes", commitBytes, requestBytes);
    requireAtLeast("resultBytes", resultBytes, 1);
    requireAtLeast("streamMessageBytes", streamMessageBytes, LEAST_MESSAGE_BYTES);
    Invalid.when(
        versionRetention.compareTo(Duration.ofSeconds(1)) < 0,
        "versionRetention=%s: must be at least 1 s",
        versionRetention);
  }

  private static void requireAtLeast(String limit, int value, int least) {
    Invalid.when(value < least, "%s=%d: must be at least %d", limit, value, least);
  }
}
