package dev.sessionbench.strategy.grow;

import dev.sessionbench.strategy.Creation;
import dev.sessionbench.strategy.GrowthStrategy;
import dev.sessionbench.strategy.Limits;
import dev.sessionbench.strategy.PoolEvent;
import dev.sessionbench.strategy.PoolEvent.Opened;
import dev.sessionbench.strategy.PoolView;
import dev.sessionbench.strategy.Traits;
import java.util.List;

/**
 * A whole step in one request whenever a caller finds nothing idle and nothing on its way to it.
 *
 * <p>At the opening the minimum is spread over the channels. At a miss, if at least as many callers
 * wait as sessions are being created and the limit leaves room, {@code min(step, room)} sessions
 * are asked for by one request on the next channel. So D callers beyond the sessions there are, all
 * before any returns, take {@code ceil(min(D, max - min) / step)} requests. A maintainer replaces
 * what is missing to the minimum by one request.
 *
 * <p>Sources: {@code SessionPool.maybeCreateSession} and {@code SessionClient} of java-spanner
 * v1.53.0 to v6.107.0; {@code session.go} of google-cloud-go's spanner v1.33.0 and v1.65.0, which
 * differs in its traits.
 */
public final class FixedStep implements GrowthStrategy {
  private final Traits traits;
  private final int step;
  private final Channels channels;
  private final Refill refill;

  /**
   * A rule for one pool.
   *
   * @param limits the bounds of the pool
   * @param step sessions for each request, at least 1
   * @param refillNanos how often the minimum is looked after, in nanoseconds, at least 1
   * @param traits what else the pool does
   */
  public FixedStep(Limits limits, int step, long refillNanos, Traits traits) {
    this.traits = traits;
    this.step = step;
    this.channels = new Channels(limits.numChannels());
    this.refill = new Refill(refillNanos);
  }

  @Override
  public Traits traits() {
    return traits;
  }

  @Override
  public List<Creation> decide(PoolView pool, PoolEvent event) {
    int missing = refill.due(pool, event);
    if (event instanceof Opened) {
      return channels.spread(pool.limits().minSessions());
    }
    if (missing > 0) {
      return channels.one(missing);
    }
    return event.isMiss() && pool.allDueAreTaken()
        ? channels.one(Math.min(step, pool.room()))
        : List.of();
  }

  @Override
  public long nextTickNanos() {
    return refill.nextNanos();
  }
}
