package dev.sessionbench.gate.run;

import dev.sessionbench.bench.client.Generation;
import dev.sessionbench.bench.client.Generations;
import dev.sessionbench.bench.run.ForkRunner;
import dev.sessionbench.gate.Arm;
import dev.sessionbench.gate.ForkId;
import java.nio.file.Path;

/** Makes what a gate runs. */
public interface Arms {
  /**
   * Makes one arm.
   *
   * @param folder the gate's folder, which keeps what is built
   * @param arm which one
   * @param words what it is to be
   * @return the arm, ready to run
   */
  BuiltArm build(Path folder, Arm arm, ArmWords words);

  /**
   * Makes what runs the forks of two arms.
   *
   * @param base the base
   * @param head the head
   * @param log where the forks print
   * @param limitSeconds how long a fork may take
   */
  ForkRunner<ForkId> runner(BuiltArm base, BuiltArm head, Path log, long limitSeconds);

  /**
   * Starts what counts the cells of one arm.
   *
   * @param arm the arm
   * @param log where it prints
   */
  ArmCounter counter(BuiltArm arm, Path log);

  /** Fetches and builds what a client needs, which is no fork's time: a fork finds it ready. */
  private static void fetch(Arm arm, ArmWords words, Generation client) {
    try {
      Generations.OF_THIS_PROCESS.check(client);
    } catch (IllegalArgumentException e) {
      throw words.wrong(arm, String.valueOf(e.getMessage()));
    }
  }

  /** Builds from the checkout around the working directory, and runs processes. */
  static Arms real() {
    return new Arms() {
      @Override
      public BuiltArm build(Path folder, Arm arm, ArmWords words) {
        BuiltArm built = ArmBuilder.in(folder).build(arm, words);
        words.generation(arm).ifPresent(client -> fetch(arm, words, client));
        return built;
      }

      @Override
      public ForkRunner<ForkId> runner(BuiltArm base, BuiltArm head, Path log, long limitSeconds) {
        return new ProcessArmRunner(base, head, log, limitSeconds);
      }

      @Override
      public ArmCounter counter(BuiltArm arm, Path log) {
        return ProcessArmCounter.start(arm, log);
      }
    };
  }
}
