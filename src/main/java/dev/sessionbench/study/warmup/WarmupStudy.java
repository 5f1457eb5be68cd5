package dev.sessionbench.study.warmup;

import java.util.ArrayList;
import java.util.List;

/**
 * Plays the study: a control round on a server that has all its splits already, then three rounds
 * on one that has not, each of which finds the server as the one before left it.
 */
public final class WarmupStudy {
  /** The name of the control round. */
  public static final String CONTROL = "control";

  /** Rounds against the server that splits, as published. */
  public static final int ROUNDS = 3;

  /** So long the client and the JVM are used before anything is measured. */
  private static final double JVM_SECONDS = 6;

  private WarmupStudy() {}

  /**
   * Plays it in real time, with the real client.
   *
   * @param options what is played
   * @param watch is told what happens; when it stops the study, the round under way is the last
   * @return the rounds that have begun
   */
  public static WarmupResult real(WarmupOptions options, RoundWatch watch)
      throws InterruptedException {
    List<Round> rounds = new ArrayList<>();
    WarmupLoad load = options.load();
    try (RealRounds control = new RealRounds(options.control(), options.sessions(), watch)) {
      // Its own round, as the JVM would pass for a server that warms up.
      control.play("JVM", load.withHeavySeconds(0).forJvm(JVM_SECONDS));
      if (!watch.stopped()) {
        rounds.add(control.play(CONTROL, load));
      }
    }
    if (!watch.stopped()) {
      try (RealRounds cold = new RealRounds(options.server(), options.sessions(), watch)) {
        for (int i = 1; i <= ROUNDS && !watch.stopped(); i++) {
          rounds.add(cold.play("round " + i, load));
        }
      }
    }
    return WarmupResult.of(options, rounds, false);
  }

  /**
   * Plays it in virtual time.
   *
   * @param options what is played
   * @return all rounds
   */
  public static WarmupResult virtual(WarmupOptions options) {
    List<Round> rounds = new ArrayList<>();
    long seed = options.load().seed();
    VirtualRounds control =
        new VirtualRounds(
            options.splits().withInitialSplits(options.preSplit()),
            options.server().latencies(),
            seed);
    VirtualRounds cold = new VirtualRounds(options.splits(), options.server().latencies(), seed);
    rounds.add(control.play(CONTROL, options.load()));
    for (int i = 1; i <= ROUNDS; i++) {
      rounds.add(cold.play("round " + i, options.load()));
    }
    return WarmupResult.of(options, rounds, true);
  }

  /** Watches rounds while they run, and may stop them. */
  public interface RoundWatch {
    /**
     * Tells what happened in the last second.
     *
     * @param line one line
     */
    void progress(String line);

    /** Whether the study is to end now, with what it has. */
    boolean stopped();
  }
}
