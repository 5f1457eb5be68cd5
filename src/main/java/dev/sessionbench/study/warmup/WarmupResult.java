package dev.sessionbench.study.warmup;

import dev.sessionbench.split.SplitOptions;
import java.util.List;

/**
 * What the study saw.
 *
 * @param virtual whether it was played in virtual time
 * @param load what was played in every round
 * @param splits how the server of the rounds splits
 * @param preSplit splits of the control round's server
 * @param sessions the size of the pool
 * @param rounds the control round, then the others
 */
public record WarmupResult(
    boolean virtual,
    WarmupLoad load,
    SplitOptions splits,
    int preSplit,
    int sessions,
    List<Round> rounds) {
  static WarmupResult of(WarmupOptions options, List<Round> rounds, boolean virtual) {
    return new WarmupResult(
        virtual,
        options.load(),
        options.splits(),
        options.preSplit(),
        options.sessions(),
        List.copyOf(rounds));
  }

  /** How much sooner the server splits than one with the default settings. */
  double timesFaster() {
    return SplitOptions.defaults().heldNanos() / (double) splits.heldNanos();
  }
}
