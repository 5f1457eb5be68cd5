package dev.sessionbench.mock.rpc;

import dev.sessionbench.base.model.Key;
import dev.sessionbench.base.model.Nanos;
import dev.sessionbench.base.text.Section;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.util.Optional;

/**
 * The limits and costs of one connection. A server without these options accepts any number of
 * calls and connections.
 *
 * @param streams calls in progress on one connection; clients keep further calls back. The
 *     service's front end allows 100
 * @param acceptNanos from the arrival of a connection until its handshake begins
 * @param acceptsPerSecond connections accepted in a second; those beyond wait
 * @param firstCallNanos how long a connection is cold after its first call; calls that arrive in
 *     this time wait for its end
 * @param age after which a connection takes no new calls (GOAWAY); gRPC varies it by a tenth
 * @param grace how long calls may last after that, until they are cut off
 */
@RecordBuilder
public record ConnectionOptions(
    @Key(range = "[1, 1000000]", or = "100", is = "most calls in progress on a connection")
        int streams,
    @Key(name = "accept", range = "[0, 60000] ms", or = "0", is = "time until its handshake begins")
        long acceptNanos,
    @Key(range = "[0.001, 1e9]", or = "1e9", is = "connections accepted in a second")
        double acceptsPerSecond,
    @Key(name = "firstCall", range = "[0, 60000] ms", or = "0", is = FIRST_CALL)
        long firstCallNanos,
    @Key(range = "[1, 86400] s", is = "age at which the server sends GOAWAY; default never")
        Optional<Duration> age,
    @Key(range = "[0, 3600] s", or = "5", is = "how long its calls may last after GOAWAY")
        Duration grace)
    implements ConnectionOptionsBuilder.With {
  private static final double UNLIMITED_RATE = 1e9;

  /** A server without limits of a connection. */
  public static final ConnectionOptions UNLIMITED = defaults().withStreams(Integer.MAX_VALUE);

  static final String FIRST_CALL = "how long a connection is cold from its first call on";

  /** The defaults of the section {@code connections} of a profile. */
  public static ConnectionOptions defaults() {
    return (ConnectionOptions) Section.of(ConnectionOptions.class).defaults();
  }

  /** Whether any option takes time, which no load can stretch. */
  public boolean takesTime() {
    return acceptNanos > 0
        || acceptsPerSecond < UNLIMITED_RATE
        || firstCallNanos > 0
        || age.isPresent();
  }

  /** Decides when connections are accepted. Not for use by several threads. */
  public static final class AcceptPace {
    private final long acceptNanos;
    private final long gapNanos;
    private long nextNanos = Long.MIN_VALUE;

    /** The pace of a server. */
    public AcceptPace(ConnectionOptions options) {
      acceptNanos = options.acceptNanos;
      double perSecond = options.acceptsPerSecond;
      gapNanos = perSecond < UNLIMITED_RATE ? Math.round(Nanos.PER_SECOND / perSecond) : 0;
    }

    /** How long a connection that arrives now waits until its handshake begins. */
    public long delayNanos(long now) {
      long slot = Math.max(now, nextNanos);
      nextNanos = slot + gapNanos;
      return slot - now + acceptNanos;
    }
  }
}
