package dev.sessionbench.cli;

import dev.sessionbench.advise.AdviceRequest;
import dev.sessionbench.model.BadInput;
import dev.sessionbench.model.SimulatedTime;
import dev.sessionbench.profile.Profile;
import dev.sessionbench.profile.Profiles;
import dev.sessionbench.strategy.Limits;
import java.io.PrintStream;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code advise}: which rule of growth serves a load best. */
@Command(
    name = "advise",
    mixinStandardHelpOptions = true,
    description = {
      "Plays a load on pools of every rule in virtual time, and says which to choose and how sure",
      "that is: callers come at random at a rate, and once as many at one moment as make the peak."
    },
    sortOptions = false)
final class AdviseCommand implements Callable<Integer> {
  private final PrintStream out;

  @Option(names = "--peak", paramLabel = "N", description = "Sessions wanted at the same time.")
  private int peak;

  @Option(names = "--rate", paramLabel = "RATE", description = "Callers, as in 2000/s or 30/m.")
  private String rate = "";

  @Option(
      names = "--hold",
      required = true,
      paramLabel = "TIME",
      description = "How long a caller has its session, as in 40ms.")
  private String hold = "";

  @Option(
      names = "--create",
      paramLabel = "TIME[+TIME/session]",
      description = "What a request for sessions takes (default: 24.5ms).")
  private Optional<String> create = Optional.empty();

  @Option(
      names = "--profile",
      paramLabel = "NAME|FILE",
      description = "What it takes on a server of that profile, in place of --create.")
  private Optional<String> profile = Optional.empty();

  @Option(
      names = "--min",
      paramLabel = "N",
      description = "Sessions that are there before the load (default: 0).")
  private int min;

  @Option(
      names = "--max",
      paramLabel = "N",
      description = "Sessions that there may be (default: 400).")
  private int max = 400;

  @Option(names = "--channels", paramLabel = "N", description = "gRPC channels (default: 4).")
  private int channels = 4;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      description = "How long a caller waits for a session (default: 60s).")
  private String timeout = "60s";

  AdviseCommand(PrintStream out) {
    this.out = out;
  }

  @Override
  public Integer call() {
    out.print(
        new AdviceRequest(peak, rate, hold, create.orElse("24.5ms"), server(), limits(), timeout)
            .advice());
    return ExitCode.OK.code();
  }

  private Optional<SimulatedTime> server() {
    if (profile.isEmpty()) {
      return Optional.empty();
    }
    if (create.isPresent()) {
      throw new BadInput(
          "--create %s: is what --profile %s says too; leave one of them out"
              .formatted(create.get(), profile.get()));
    }
    Profile server = Profiles.load(profile.get());
    try {
      return Optional.of(server.inVirtualTime());
    } catch (IllegalArgumentException e) {
      throw new BadInput("--" + e.getMessage(), e);
    }
  }

  private Limits limits() {
    try {
      return new Limits(min, max, channels);
    } catch (IllegalArgumentException e) {
      String message = String.valueOf(e.getMessage());
      throw new BadInput(
          message
              .replace("minSessions=", "--min ")
              .replace("maxSessions=", "--max ")
              .replace("numChannels=", "--channels "),
          e);
    }
  }
}
