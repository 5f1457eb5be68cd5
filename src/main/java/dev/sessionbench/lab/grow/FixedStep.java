package dev.sessionbench.lab.grow;

import dev.sessionbench.lab.strategy.Limits;
import dev.sessionbench.lab.strategy.PoolEvent;
import dev.sessionbench.lab.strategy.PoolView;
import dev.sessionbench.lab.strategy.Traits;

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
 * differs in its traits. Go keeps the error of a failed request and gives it to later waiters too,
 * until the next arrival; here only those hear of it who wait when it fails.
 */
public final class FixedStep extends MinimumAndMore {
  private final int step;

  /**
   * A rule for one pool.
   *
   * @param limits the bounds of the pool
   * @param step sessions for each request, at least 1
   * @param maintainedNanos how often the minimum is looked after, in nanoseconds, at least 1
   * @param traits what else the pool does
   */
  public FixedStep(Limits limits, int step, long maintainedNanos, Traits traits) {
    super(limits, Channels.ANY_SIZE, maintainedNanos, traits);
    this.step = step;
  }

  @Override
  int amount(PoolView pool, PoolEvent event) {
    return event.isMiss() && pool.allDueAreTaken() ? step : 0;
  }
}
