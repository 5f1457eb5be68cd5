package dev.sessionbench.study.warmup;

import dev.sessionbench.mock.MockServerOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Plays the study: a control round on a server that already has all its splits, then three rounds
 * on one without. Each of the three finds the server as the one before left it.
 */
public final class WarmupStudy {
  /** The name of the control round. */
  public static final String CONTROL = "control";

  /** Rounds against the server that splits, as in the published study. */
  public static final int ROUNDS = 3;

  /** How long the client and the JVM run before anything is measured. */
  private static final double JVM_SECONDS = 6;

  private WarmupStudy() {}

  /**
   * Plays the study in real time, with the real client.
   *
   * @param options the settings
   * @param progress receives one line on each second
   * @return the rounds that have begun; interrupting the thread makes the round under way the last
   */
  public static WarmupResult real(WarmupOptions options, Consumer<String> progress) {
    return play(options, false, server -> new RealRounds(server, options.sessions(), progress));
  }

  /**
   * Plays the study in virtual time.
   *
   * @param options the settings
   * @return all rounds
   */
  public static WarmupResult virtual(WarmupOptions options) {
    return play(options, true, VirtualRounds::new);
  }

  private static WarmupResult play(
      WarmupOptions options, boolean virtual, Function<MockServerOptions, Rounds> against) {
    List<Round> rounds = new ArrayList<>();
    WarmupLoad load = options.load();
    try {
      try (Rounds control = against.apply(options.control())) {
        if (!virtual) {
          // The JVM warms up in a round of its own; otherwise its warm-up would look like the
          // server's.
          play(control, "JVM", load.withHeavySeconds(0).forJvm(JVM_SECONDS), new ArrayList<>());
        }
        play(control, CONTROL, load, rounds);
      }
      try (Rounds cold = against.apply(options.server())) {
        for (int i = 1; i <= ROUNDS; i++) {
          play(cold, "round " + i, load, rounds);
        }
      }
    } catch (InterruptedException e) {
      // It was stopped: the rounds until then are the result.
    }
    return WarmupResult.of(options, rounds, virtual);
  }

  private static void play(Rounds against, String name, WarmupLoad load, List<Round> rounds)
      throws InterruptedException {
    Round round = against.play(name, load);
    rounds.add(round);
    if (round.seconds() < load.seconds()) {
      throw new InterruptedException(name + " was stopped");
    }
  }

  /** A server, and a client that plays round after round against it. */
  interface Rounds extends AutoCloseable {
    /**
     * Plays a round. Interrupting the thread ends it early.
     *
     * @param name its name
     * @param load the load
     */
    Round play(String name, WarmupLoad load) throws InterruptedException;

    @Override
    default void close() {}
  }
}
