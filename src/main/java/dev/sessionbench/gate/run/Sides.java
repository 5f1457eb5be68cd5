package dev.sessionbench.gate.run;

import dev.sessionbench.base.model.Settings;
import dev.sessionbench.bench.run.ForkEngine.ForkRunner;
import dev.sessionbench.bench.trial.Handicap;
import dev.sessionbench.gate.CountData.Run;
import dev.sessionbench.gate.ForkId;
import dev.sessionbench.gate.Side;
import dev.sessionbench.gate.SideIdentity;
import dev.sessionbench.gate.policy.PolicyFile;
import dev.sessionbench.gate.run.SideBuilder.SideClassPath;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes what a gate runs. */
public interface Sides {
  /**
   * Makes one side.
   *
   * @param folder the gate's folder, which keeps what is built
   * @param side which one
   * @param words what it is to be
   * @return the side, ready to run
   */
  BuiltSide build(Path folder, Side side, SideSpec words);

  /**
   * Makes what runs the forks of two sides.
   *
   * @param base the baseline
   * @param head the candidate
   * @param log where the forks print
   * @param limitSeconds how long a fork may take
   */
  ForkRunner<ForkId> runner(BuiltSide base, BuiltSide head, Path log, long limitSeconds);

  /**
   * Starts what counts the cells of one side.
   *
   * @param side the side
   * @param log where it prints
   */
  SideCounter counter(BuiltSide side, Path log);

  /** Builds from the checkout around the working directory, and runs processes. */
  static Sides real() {
    return new Sides() {
      @Override
      public BuiltSide build(Path folder, Side side, SideSpec words) {
        BuiltSide built = SideBuilder.in(folder).build(side, words);
        try {
          // What a client needs is fetched and built now, in no fork's time.
          words
              .generation(side)
              .ifPresent(client -> client.check(Settings.read(client.schema(), Map.of())));
        } catch (IllegalArgumentException e) {
          throw words.wrong(side, String.valueOf(e.getMessage()));
        }
        return built;
      }

      @Override
      public ForkRunner<ForkId> runner(
          BuiltSide base, BuiltSide head, Path log, long limitSeconds) {
        return new ProcessForkRunner(base, head, log, limitSeconds);
      }

      @Override
      public SideCounter counter(BuiltSide side, Path log) {
        return ProcessSideCounter.start(side, log);
      }
    };
  }

  /** Counts the cells of one side, one at a time. */
  public interface SideCounter extends AutoCloseable {
    /**
     * Counts a cell once.
     *
     * @param side whose run it is
     * @param cell its name
     * @return what was counted, or why nothing was
     */
    Run count(Side side, String cell);

    @Override
    void close();
  }

  /**
   * A side that can run.
   *
   * @param classPath what its JVMs are given as class path
   * @param identity what it is
   */
  public record BuiltSide(String classPath, SideIdentity identity) {
    /** The program that starts its processes: this process's own Java. */
    static String java() {
      return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /**
     * That a candidate may have changed the rules: nothing where they are those that this baseline
     * brings.
     *
     * @param rules what judges
     */
    Optional<String> note(PolicyFile rules) {
      return new SideClassPath(classPath)
          .policy()
          .filter(own -> !own.equals(rules.text()))
          .map(
              own ->
                  "It set out to be judged by %s, which is not the baseline's policy."
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
