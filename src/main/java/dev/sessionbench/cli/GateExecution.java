package dev.sessionbench.cli;

import dev.sessionbench.gate.run.ArmBuilder;
import dev.sessionbench.gate.run.Gate;
import dev.sessionbench.gate.run.GateRequest;
import dev.sessionbench.gate.run.ProcessArmRunner;
import dev.sessionbench.gate.show.GateReport;
import java.nio.file.Path;
import java.util.function.Consumer;

/** Runs gates on this machine, one at a time and alone. */
final class GateExecution {
  private final RunServices services;
  private final Consumer<String> say;

  GateExecution(RunServices services, Consumer<String> say) {
    this.services = services;
    this.say = say;
  }

  /** A builder of the arms of a gate that leaves its files in a folder. */
  static ArmBuilder builder(Path out) {
    return new ArmBuilder(
        Path.of(""), out.resolve("arms"), System.getProperty("java.class.path", ""));
  }

  /** Runs one gate. */
  GateReport run(GateRequest request) {
    RunServices.RunLock lock = services.lock().get();
    InterruptionHook hook = InterruptionHook.install(() -> interrupted(request.out()));
    try {
      return new Gate(
              builder(request.out())::build,
              (base, head) ->
                  new ProcessArmRunner(
                      base,
                      head,
                      request.out().resolve("jmh.log"),
                      request.policy().policy().forkSeconds()),
              services.clock()::millis,
              services.machine(),
              say)
          .run(request);
    } finally {
      hook.remove();
      lock.close();
    }
  }

  private void interrupted(Path out) {
    say.accept("Interrupted; finished forks are kept. Judge them with: gate --from " + out);
  }
}
