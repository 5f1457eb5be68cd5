package dev.sessionbench.study.warmup;

import dev.sessionbench.mock.MockServerOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
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
   * @param watch receives the progress; when it stops the study, the round under way is the last
   * @return the rounds that have begun
   */
  public static WarmupResult real(WarmupOptions options, RoundWatch watch)
      throws InterruptedException {
    return play(options, false, watch, s -> new RealRounds(s, options.sessions(), watch));
  }

  /**
   * Plays the study in virtual time.
   *
   * @param options the settings
   * @return all rounds
   */
  public static WarmupResult virtual(WarmupOptions options) {
    long seed = options.load().seed();
    try {
      RoundWatch nobody = new RoundWatch(line -> {}, new CountDownLatch(1));
      return play(options, true, nobody, s -> new VirtualRounds(s.withSeed(seed)));
    } catch (InterruptedException e) {
      throw new IllegalStateException("virtual time never blocks", e);
    }
  }

  private static WarmupResult play(
      WarmupOptions options,
      boolean virtual,
      RoundWatch watch,
      Function<MockServerOptions, Rounds> against)
      throws InterruptedException {
    List<Round> rounds = new ArrayList<>();
    WarmupLoad load = options.load();
    try (Rounds control = against.apply(options.control())) {
      if (!virtual) {
        // The JVM warms up in a round of its own; otherwise its warm-up would look like the
        // server's.
        control.play("JVM", load.withHeavySeconds(0).forJvm(JVM_SECONDS));
      }
      if (!watch.stopped()) {
        rounds.add(control.play(CONTROL, load));
      }
    }
    if (!watch.stopped()) {
      try (Rounds cold = against.apply(options.server())) {
        for (int i = 1; i <= ROUNDS && !watch.stopped(); i++) {
          rounds.add(cold.play("round " + i, load));
        }
      }
    }
    return WarmupResult.of(options, rounds, virtual);
  }

  /** A server, and a client that plays round after round against it. */
  interface Rounds extends AutoCloseable {
    /**
     * Plays a round.
     *
     * @param name its name
     * @param load the load
     */
    Round play(String name, WarmupLoad load) throws InterruptedException;

    @Override
    default void close() {}
  }

  /**
   * Watches rounds while they run, and may stop them.
   *
   * @param progress receives one line on the last second
   * @param stop counts down to 0 to end the study, with what it has
   */
  public record RoundWatch(Consumer<String> progress, CountDownLatch stop) {
    boolean stopped() {
      return stop.getCount() == 0;
    }
  }
}
