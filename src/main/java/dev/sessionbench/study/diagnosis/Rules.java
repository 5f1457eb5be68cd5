package dev.sessionbench.study.diagnosis;

import static dev.sessionbench.study.diagnosis.Finding.found;
import static dev.sessionbench.study.diagnosis.Finding.ruledOut;
import static dev.sessionbench.study.diagnosis.Finding.unknown;

import dev.sessionbench.base.text.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * What the figures say of each cause.
 *
 * @param now the stretch that is judged
 * @param calm one in which all was well, of the same client; without figures where there is none
 */
record Rules(Figures now, Figures calm) {
  /** What follows from the calls of one client on its pool, and from no others. */
  private static final Set<Quantity> OF_CALLS =
      Set.of(Quantity.UNRETURNED, Quantity.GFE, Quantity.NETWORK);

  /** A finding for each cause but {@link Cause#NOTHING}, in the causes' order. */
  List<Finding> all() {
    List<Finding> findings = new ArrayList<>();
    findings.add(leak());
    findings.add(creation());
    findings.add(locks());
    findings.add(cpu());
    findings.add(server());
    findings.add(network());
    findings.add(exhausted());
    findings.add(growth());
    return findings;
  }

  private Finding leak() {
    if (!now.knows(Quantity.UNRETURNED, Quantity.MAX_SESSIONS)) {
      return many(Quantity.KEPT)
          ? unknown(
              Cause.SESSION_LEAK,
              now.say(Quantity.KEPT) + "; whether they wait for the server is not told")
          : missing(Cause.SESSION_LEAK, Quantity.UNRETURNED);
    }
    return many(Quantity.UNRETURNED)
        ? found(
            Cause.SESSION_LEAK,
            "%s, of %s in use".formatted(now.say(Quantity.UNRETURNED), now.value(Quantity.IN_USE)))
        : ruledOut(Cause.SESSION_LEAK, now.say(Quantity.UNRETURNED));
  }

  /** Whether so many sessions are more than those that just change hands. */
  private boolean many(Quantity sessions) {
    return now.at(sessions)
        >= Math.max(Limits.LEAKED_SESSIONS, Limits.LEAKED * now.at(Quantity.MAX_SESSIONS));
  }

  /** Whether sessions are kept for a reason that the figures do not tell. */
  boolean keeps() {
    return many(Quantity.KEPT) && !many(Quantity.UNRETURNED);
  }

  private Finding creation() {
    if (!now.knows(Quantity.CREATIONS, Quantity.FAILED_CREATIONS)) {
      return missing(Cause.CREATION_FAILING, Quantity.FAILED_CREATIONS);
    }
    double failed = now.at(Quantity.FAILED_CREATIONS);
    String said =
        "%s of %s attempts to create sessions failed"
            .formatted(now.value(Quantity.FAILED_CREATIONS), now.value(Quantity.CREATIONS));
    return failed > 0 && failed >= Limits.FAILED_CREATIONS * now.at(Quantity.CREATIONS)
        ? found(Cause.CREATION_FAILING, said)
        : ruledOut(Cause.CREATION_FAILING, said);
  }

  private Finding locks() {
    if (!now.knows(Quantity.ATTEMPTS)) {
      return missing(Cause.LOCK_CONFLICTS, Quantity.ATTEMPTS);
    }
    return now.at(Quantity.ATTEMPTS) - 1 >= Limits.RETRIES
        ? found(Cause.LOCK_CONFLICTS, now.say(Quantity.ATTEMPTS) + ", where 1 is none in vain")
        : ruledOut(Cause.LOCK_CONFLICTS, now.say(Quantity.ATTEMPTS));
  }

  private Finding cpu() {
    if (!now.knows(Quantity.CPU)) {
      return missing(Cause.CLIENT_CPU, Quantity.CPU);
    }
    if (now.at(Quantity.CPU) >= Limits.CPU && !(outside(calm) > 0 && outside(now) > 0)) {
      return unknown(
          Cause.CLIENT_CPU,
          now.say(Quantity.CPU) + ", and nothing tells whether transactions take longer for it");
    }
    return isShortOfCpu()
        ? found(Cause.CLIENT_CPU, now.say(Quantity.CPU) + outsideWords())
        : ruledOut(Cause.CLIENT_CPU, now.say(Quantity.CPU));
  }

  /** Whether the processors are busy, and transactions take longer outside the server. */
  private boolean isShortOfCpu() {
    return now.at(Quantity.CPU) >= Limits.CPU && outside(now) >= Limits.SLOWER * outside(calm);
  }

  /**
   * What a transaction with a session takes beyond the server's time of its calls, in milliseconds:
   * the network, and the client before and after each call. NaN where it is not known.
   */
  private static double outside(Figures figures) {
    Quantity server = figures.knows(Quantity.API) ? Quantity.API : Quantity.GFE;
    return figures.at(Quantity.HOLD) - figures.at(Quantity.CALLS) * figures.at(server);
  }

  private String outsideWords() {
    return "; a transaction takes %s ms outside the server, was %s ms"
        .formatted(Numbers.label(outside(now)), Numbers.label(outside(calm)));
  }

  private Finding server() {
    Quantity quantity = now.knows(Quantity.API) ? Quantity.API : Quantity.GFE;
    return slower(Cause.SERVER_SLOW, quantity);
  }

  private Finding network() {
    if (isShortOfCpu() && hasGrown(Quantity.NETWORK)) {
      return ruledOut(
          Cause.NETWORK_SLOW,
          "%s, but the processors are busy for %s, which explains it"
              .formatted(change(Quantity.NETWORK), now.value(Quantity.CPU)));
    }
    return slower(Cause.NETWORK_SLOW, Quantity.NETWORK);
  }

  private Finding slower(Cause cause, Quantity quantity) {
    if (many(Quantity.UNANSWERED)) {
      return unknown(cause, now.say(Quantity.UNANSWERED));
    }
    if (!now.knows(quantity)) {
      return missing(cause, quantity);
    }
    double added = added(quantity);
    if (Double.isNaN(added)) {
      return unknown(cause, now.say(quantity) + ", with nothing to hold it against");
    }
    if (hasGrown(quantity) && added >= Limits.ADDED) {
      return found(cause, change(quantity) + ", for each of " + calls() + " calls");
    }
    return now.knows(Quantity.SCRAPES)
        ? unknown(cause, change(quantity) + "; whether it was slow before is not told")
        : ruledOut(cause, change(quantity));
  }

  /**
   * What a longer call adds to a transaction, as a share of its calm latency, or else of the time
   * that it had its session. NaN where that is not known.
   */
  private double added(Quantity quantity) {
    double more = now.at(quantity) - calm.at(quantity);
    double calls = now.knows(Quantity.CALLS) ? now.at(Quantity.CALLS) : 1;
    Quantity whole = calm.knows(Quantity.END_TO_END) ? Quantity.END_TO_END : Quantity.HOLD;
    return calm.at(whole) > 0 ? more * calls / calm.at(whole) : Double.NaN;
  }

  private String calls() {
    return now.knows(Quantity.CALLS) ? now.value(Quantity.CALLS) : "a transaction's";
  }

  private Finding exhausted() {
    if (!now.knows(Quantity.FULL, Quantity.IN_USE, Quantity.MAX_SESSIONS)) {
      return missing(Cause.POOL_EXHAUSTED, Quantity.FULL);
    }
    double enough = waits() ? Limits.FULL_WITH_WAITS : Limits.FULL;
    boolean full = now.at(Quantity.FULL) >= enough;
    String at =
        "%s; %s of at most %s in use and none idle"
            .formatted(now.say(Quantity.IN_USE), fullWords(), now.value(Quantity.MAX_SESSIONS));
    if (!full) {
      return ruledOut(Cause.POOL_EXHAUSTED, at);
    }
    if (!knowsWaits()) {
      return found(Cause.POOL_EXHAUSTED, at + "; how long others wait is not told");
    }
    return waits()
        ? found(Cause.POOL_EXHAUSTED, at + "; " + waitWords() + holdWords())
        : ruledOut(Cause.POOL_EXHAUSTED, at + ", but " + waitWords());
  }

  /** How often the pool was full; the samples of the study are less strict with a small one. */
  private String fullWords() {
    return now.knows(Quantity.SCRAPES)
        ? "at %d of %s scrapes 95 %% or more"
            .formatted(
                Math.round(now.at(Quantity.FULL) * now.at(Quantity.SCRAPES)),
                now.value(Quantity.SCRAPES))
        : "in %s of the samples 95 %% or more (or all but one)".formatted(now.value(Quantity.FULL));
  }

  private Finding growth() {
    if (!knowsWaits() || !now.knows(Quantity.WAITED_FOR_GROWTH)) {
      return missing(Cause.GROWTH_SLOW, Quantity.WAITED_FOR_GROWTH);
    }
    String growing = now.say(Quantity.WAITED_FOR_GROWTH);
    if (!waits()) {
      return ruledOut(Cause.GROWTH_SLOW, waitWords());
    }
    boolean forGrowth = now.at(Quantity.WAITED_FOR_GROWTH) >= Limits.FOR_GROWTH;
    return forGrowth && !(now.at(Quantity.FULL) >= Limits.FULL)
        ? found(Cause.GROWTH_SLOW, waitWords() + "; " + growing)
        : ruledOut(
            Cause.GROWTH_SLOW, forGrowth ? growing + ", but the pool is at its maximum" : growing);
  }

  /** Longer holds exhaust a pool that was large enough, so that they are always told. */
  private String holdWords() {
    return now.knows(Quantity.HOLD) && calm.knows(Quantity.HOLD)
        ? "; " + change(Quantity.HOLD)
        : "";
  }

  boolean knowsWaits() {
    return now.knows(Quantity.WAITED, Quantity.WAIT, Quantity.END_TO_END);
  }

  /** Whether transactions wait for sessions so often, or for so long, that it matters. */
  boolean waits() {
    return now.at(Quantity.WAITED) >= Limits.WAITING
        && now.at(Quantity.WAIT) >= Limits.WAITING / 2 * now.at(Quantity.END_TO_END);
  }

  private String waitWords() {
    return "%s of the transactions waited for a session; the mean %s of %s end to end"
        .formatted(
            now.value(Quantity.WAITED), now.say(Quantity.WAIT), now.value(Quantity.END_TO_END));
  }

  private boolean hasGrown(Quantity quantity) {
    // Of nothing, or less, any more would be a quarter more.
    return now.at(quantity) > calm.at(quantity)
        && now.at(quantity) >= Limits.SLOWER * calm.at(quantity);
  }

  private String change(Quantity quantity) {
    return "%s, was %s (%s)"
        .formatted(
            now.say(quantity),
            calm.value(quantity),
            Numbers.change(now.at(quantity) / calm.at(quantity)));
  }

  private Finding missing(Cause cause, Quantity quantity) {
    return unknown(cause, "not told: " + quantity.words() + mixedWords(quantity));
  }

  /** Why calls do not tell a quantity of one client's pool; empty where they would. */
  private String mixedWords(Quantity quantity) {
    boolean creations = quantity == Quantity.FAILED_CREATIONS;
    if (now.at(Quantity.CLIENTS) > 1 && (creations || OF_CALLS.contains(quantity))) {
      return ", as a call does not tell which of the %s clients made it"
          .formatted(now.value(Quantity.CLIENTS));
    }
    return now.at(Quantity.MULTIPLEXED) > 0 && OF_CALLS.contains(quantity)
        ? ", as a call does not tell whether it was of the pool or of the %s transactions on the multiplexed session"
            .formatted(now.value(Quantity.MULTIPLEXED))
        : "";
  }
}
