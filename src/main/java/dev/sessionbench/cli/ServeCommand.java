package dev.sessionbench.cli;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.bench.client.ServerAddress;
import dev.sessionbench.cli.BenchCommand.World;
import dev.sessionbench.mock.profile.Profile;
import dev.sessionbench.mock.profile.Profiles;
import dev.sessionbench.mock.serve.StandaloneServer;
import dev.sessionbench.mock.serve.StandaloneServer.ServeOptions;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs the mock Spanner server alone until it is stopped. */
@Command(
    name = "serve",
    mixinStandardHelpOptions = true,
    description = {
      "Runs the mock Spanner server alone, for clients of any language.",
      "Prints the SPANNER_EMULATOR_HOST to set, and a summary when it is stopped."
    })
final class ServeCommand extends BenchCommand {
  private static final int MAX_DRAIN_SECONDS = 3_600;

  /** The longest time to close, after the calls in progress have ended. */
  private static final int CLOSING_SECONDS = 20;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      description = "The port for gRPC; 0 takes a free one. Default: ${DEFAULT-VALUE}.")
  private int port = 9010;

  @Option(
      names = "--host",
      paramLabel = "HOST",
      description =
          "The address of this machine to listen on. Default: ${DEFAULT-VALUE}. "
              + "Beyond loopback, anyone who reaches it can use the server.")
  private String host = "127.0.0.1";

  @Option(
      names = "--profile",
      paramLabel = "NAME|FILE",
      description =
          "How the server behaves: a YAML file (docs/profiles.md), or original, same-region, "
              + "cross-region, contended, cold, saturated, new-database or leaderboard. "
              + "Default: ${DEFAULT-VALUE}.")
  private String profile = Profiles.ORIGINAL;

  @Option(
      names = "--http",
      paramLabel = "PORT",
      description =
          "Serve a page, /metrics for Prometheus, and /healthz on this port too. "
              + "0 takes a free one. Default: no HTTP.")
  private Optional<Integer> http = Optional.empty();

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed of every random draw. Default: the profile's.")
  private Optional<Long> seed = Optional.empty();

  @Option(
      names = "--drain",
      paramLabel = "SECONDS",
      description = "How long a stop waits for calls in progress. " + "Default: ${DEFAULT-VALUE}.")
  private int drainSeconds = 10;

  ServeCommand(World world) {
    super(world);
  }

  @Override
  ExitCode execute() throws InterruptedException {
    ServeOptions options = options();
    try (StandaloneServer server = StandaloneServer.start(options);
        StopSignal signal = world.signals().apply((long) drainSeconds + CLOSING_SECONDS)) {
      announce(server, options);
      signal.await();
      out.print("\n" + server.stop(Duration.ofSeconds(drainSeconds)).text());
      signal.done();
    }
    return ExitCode.OK;
  }

  private ServeOptions options() {
    require("--port", port, 0, ServerAddress.Tcp.MAX_PORT);
    require("--drain", drainSeconds, 0, MAX_DRAIN_SECONDS);
    http.ifPresent(httpPort -> require("--http", httpPort, 0, ServerAddress.Tcp.MAX_PORT));
    Profile loaded = Profiles.load(profile);
    return new ServeOptions(
        seed.map(loaded::withSeed).orElse(loaded),
        address(),
        port,
        http.stream().mapToInt(Integer::intValue).findFirst());
  }

  private InetAddress address() {
    try {
      InetAddress address = InetAddress.getByName(host);
      if (address.isAnyLocalAddress() || NetworkInterface.getByInetAddress(address) != null) {
        return address;
      }
    } catch (UnknownHostException | SocketException e) {
      // The address is refused below.
    }
    throw new BadInput(
        "--host %s: must be an address of this machine, as 127.0.0.1 or 0.0.0.0 (all of them)"
            .formatted(host));
  }

  private void announce(StandaloneServer server, ServeOptions options) {
    // This must be the first line, and alone on it: scripts read it.
    out.print("SPANNER_EMULATOR_HOST=" + server.emulatorHost() + "\n");
    Profile used = options.profile();
    out.print(
        "profile %s%s\n"
            .formatted(used.name(), used.description().isEmpty() ? "" : ": " + used.description()));
    server.httpAddress().ifPresent(address -> out.print("page and metrics on " + address + "\n"));
    if (!options.address().isLoopbackAddress()) {
      warn(
          "listening on %s: anyone who reaches this machine can use the server, without password or encryption"
              .formatted(options.address().getHostAddress()));
    }
  }
}
