package dev.sessionbench.gate.run;

import dev.sessionbench.bench.client.Generation;
import dev.sessionbench.bench.run.ForkEngine.ForkFailedException;
import dev.sessionbench.bench.run.ForkEngine.ForkRunner;
import dev.sessionbench.bench.trial.Handicap;
import dev.sessionbench.gate.Arm;
import dev.sessionbench.gate.ArmIdentity;
import dev.sessionbench.gate.ForkId;
import dev.sessionbench.gate.policy.PolicyFile;
import dev.sessionbench.gate.run.ArmBuilder.ArmClassPath;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
      client.check();
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

  /** Counts the cells of one arm, one at a time. */
  public interface ArmCounter extends AutoCloseable {
    /**
     * Counts a cell once.
     *
     * @param cell its name
     * @return the counts by name
     * @throws ForkFailedException if it cannot be counted
     */
    Map<String, Double> count(String cell) throws ForkFailedException;

    /** How long the cell that was counted last took; 0 where nobody looks. */
    default long lastMillis() {
      return 0;
    }

    @Override
    void close();
  }

  /**
   * An arm that can run.
   *
   * @param classPath what its JVMs are given as class path
   * @param identity what it is
   */
  public record BuiltArm(String classPath, ArmIdentity identity) {
    /** The program that starts its processes: this process's own Java. */
    static String java() {
      return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /**
     * That a head may have changed the rules: nothing where they are those that this base brings.
     *
     * @param rules what judges
     */
    Optional<String> note(PolicyFile rules) {
      return new ArmClassPath(classPath)
          .policy()
          .filter(own -> !own.equals(rules.text()))
          .map(
              own ->
                  "It set out to be judged by %s, which is not the base's policy."
                      .formatted(rules.origin()));
    }

    /** What its JVMs are told of the fault that is put into them; nothing without one. */
    List<String> injecting() {
      String injection = identity.injection();
      return injection.isEmpty()
          ? List.of()
          : List.of("-D%s=%s".formatted(Handicap.PROPERTY, injection));
    }
  }
}
