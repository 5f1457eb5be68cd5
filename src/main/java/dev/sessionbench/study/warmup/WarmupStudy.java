package dev.sessionbench.study.warmup;

import dev.sessionbench.mock.MockServerOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Plays the study: a control round on a server that already has all its splits, then three rounds
 * on one without. Each of the three finds the server as the one before left it.
 */
public final class WarmupStudy {
  /** Rounds against the server that splits, as in the published study. */
  private static final int ROUNDS = 3;

  /** How long the client and the JVM run before anything is measured. */
  private static final double JVM_SECONDS = 6;

  private WarmupStudy() {}

  /**
   * Plays the study in real time, with the real client.
   *
   * @param options the settings
   * @param progress receives a line on each round that begins
   * @param stop whether to end the study now; the round under way is then the last
   * @return the rounds that have begun
   */
  public static WarmupResult real(
      WarmupOptions options, Consumer<String> progress, BooleanSupplier stop)
      throws InterruptedException {
    int sessions = options.load().agents();
    return play(options, false, stop, s -> new RealRounds(s, sessions, progress, stop));
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
      return play(options, true, () -> false, s -> new VirtualRounds(s.withSeed(seed)));
    } catch (InterruptedException e) {
      throw new IllegalStateException("virtual time waits for nobody", e);
    }
  }

  private static WarmupResult play(
      WarmupOptions options,
      boolean virtual,
      BooleanSupplier stop,
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
      if (!stop.getAsBoolean()) {
        rounds.add(control.play("control", load));
      }
    }
    try (Rounds cold = against.apply(options.server())) {
      for (int i = 1; i <= ROUNDS && !stop.getAsBoolean(); i++) {
        rounds.add(cold.play("round " + i, load));
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
}
