package dev.sessionbench.gate.run;

import dev.sessionbench.base.model.Settings;
import dev.sessionbench.bench.client.ChangeAgent;
import dev.sessionbench.bench.client.ClientChange;
import dev.sessionbench.bench.client.ClientUnderTest;
import dev.sessionbench.bench.run.ForkEngine.ForkRunner;
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

/** Builds the sides of a gate and starts their processes. */
public interface Sides {
  /**
   * Makes one side.
   *
   * @param folder the gate's folder, which keeps what is built
   * @param side which one
   * @param spec what to build
   * @return the side, ready to run
   */
  BuiltSide build(Path folder, Side side, SideSpec spec);

  /**
   * Makes the runner for the forks of two sides.
   *
   * @param base the baseline
   * @param head the candidate
   * @param log where the forks print
   * @param limitSeconds how long a fork may take
   */
  default ForkRunner<ForkId> runner(BuiltSide base, BuiltSide head, Path log, long limitSeconds) {
    return new ProcessForkRunner(base, head, log, limitSeconds);
  }

  /**
   * Starts the counter for the cells of one side.
   *
   * @param side the side
   * @param log where it prints
   */
  default SideCounter counter(BuiltSide side, Path log) {
    return ProcessSideCounter.start(side, log);
  }

  /** Builds from the checkout around the working directory, and runs processes. */
  static Sides real() {
    return (folder, side, spec) -> {
      BuiltSide built = SideBuilder.in(folder).build(side, spec);
      Optional<ClientUnderTest> client = built.identity().client();
      try {
        // The client's libraries are fetched and built now, so that no fork spends time on it.
        client.ifPresent(one -> one.check(Settings.read(one.schema(), Map.of())));
        if (!spec.injection().isEmpty()) {
          String classPath = client.map(ClientUnderTest::poolClassPath).orElse(built.classPath());
          ClientChange.parse(spec.injection()).check(classPath);
        }
      } catch (IllegalArgumentException e) {
        throw spec.wrong(side, String.valueOf(e.getMessage()));
      }
      return built;
    };
  }

  /** Counts the cells of one side, one at a time. */
  public interface SideCounter extends AutoCloseable {
    /**
     * Counts a cell once.
     *
     * @param side whose run it is
     * @param cell its name
     * @return the counts, or the reason of a failure
     */
    Run count(Side side, String cell);

    @Override
    void close();
  }

  /**
   * A side that can run.
   *
   * @param classPath the class path of its JVMs
   * @param identity its identity
   */
  public record BuiltSide(String classPath, SideIdentity identity) {
    /** The program that starts its processes: this process's own Java. */
    static String java() {
      return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /**
     * A note that the candidate may have changed the policy; empty if this baseline has the same
     * policy or none.
     *
     * @param rules the policy that judges
     */
    Optional<String> note(PolicyFile rules) {
      String note = "It set out to be judged by %s, which is not the baseline's policy.";
      Optional<String> own = new SideClassPath(classPath).policy();
      return own.filter(text -> !text.equals(rules.text()))
          .map(text -> note.formatted(rules.origin()));
    }

    /** The JVM arguments that change its client; empty without a change. */
    List<String> injecting() {
      String injection = identity.injection();
      return injection.isEmpty()
          ? List.of()
          : List.of(ChangeAgent.argument(ClientChange.parse(injection)));
    }
  }
}
