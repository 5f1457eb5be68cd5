package dev.sessionbench.study.warmup;

import dev.sessionbench.mock.MockServerOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;

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
    return play(options, false, watch, s -> new RealRounds(s, options.sessions(), watch));
  }

  /**
   * Plays it in virtual time.
   *
   * @param options what is played
   * @return all rounds
   */
  public static WarmupResult virtual(WarmupOptions options) {
    long seed = options.load().seed();
    try {
      return play(options, true, RoundWatch.SILENT, s -> new VirtualRounds(s.withSeed(seed)));
    } catch (InterruptedException e) {
      throw new IllegalStateException("virtual time waits for nobody", e);
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
        // In a round of its own: a JVM that warms up looks like a server that does.
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

  /** One server, and a client that plays round after round against it. */
  interface Rounds extends AutoCloseable {
    /**
     * Plays a round.
     *
     * @param name what it is called
     * @param load what is played
     */
    Round play(String name, WarmupLoad load) throws InterruptedException;

    @Override
    default void close() {}
  }

  /**
   * Watches rounds while they run, and may stop them.
   *
   * @param progress is told what happened in the last second, in one line
   * @param stop whether the study is to end now, with what it has
   */
  public record RoundWatch(Consumer<String> progress, BooleanSupplier stop) {
    private static final RoundWatch SILENT = new RoundWatch(line -> {}, () -> false);

    boolean stopped() {
      return stop.getAsBoolean();
    }
  }
}
