package dev.sessionbench.cli;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.Codec;
import dev.sessionbench.base.model.Parameter;
import dev.sessionbench.base.model.Settings;
import dev.sessionbench.bench.client.ServerAddress;
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
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;

/** Runs the mock Spanner server alone until it is stopped. */
@Command(
    name = "serve",
    description = {
      "Runs the mock Spanner server alone, for clients of any language.",
      "Prints the SPANNER_EMULATOR_HOST to set, and a summary when it is stopped."
    })
final class ServeCommand extends BenchCommand {
  private static final Parameter<Integer> PORT =
      Parameter.whole(
          "port", 9010, 0, ServerAddress.Tcp.MAX_PORT, "the port for gRPC; 0 takes a free one");
  private static final Parameter<Optional<Integer>> HTTP =
      Parameter.optional(
          "http",
          Codec.whole(0, ServerAddress.Tcp.MAX_PORT),
          "port for a page, /metrics for Prometheus, and /healthz; 0 takes a free one");
  private static final Parameter<Optional<Long>> SEED =
      Parameter.optional("seed", Codec.seed(), "seed of every random draw; default: the profile's");
  private static final Parameter<Integer> DRAIN =
      Parameter.whole("drain", 10, 0, 3_600, "how many seconds a stop waits for calls in progress");

  /** The longest time to close, after the calls in progress have ended. */
  private static final int CLOSING_SECONDS = 20;

  private static final Parameter<String> HOST =
      Parameter.text(
          "host",
          "127.0.0.1",
          "the address of this machine to listen on; beyond loopback, anyone who reaches it can use"
              + " the server");
  private static final Parameter<String> PROFILE =
      Parameter.text(
          "profile",
          Profiles.ORIGINAL,
          "how the server behaves: a YAML file (docs/profiles.md), or one of "
              + String.join(", ", Profiles.SHIPPED));

  ServeCommand() {
    super(PORT, HTTP, SEED, DRAIN, HOST, PROFILE);
  }

  @Override
  ExitCode execute() throws InterruptedException {
    Settings settings = settings();
    int drainSeconds = settings.get(DRAIN);
    ServeOptions options = options(settings);
    CountDownLatch stopped = new CountDownLatch(1);
    try (StandaloneServer server = StandaloneServer.start(options);
        StopSignal signal =
            world.signals().apply((long) drainSeconds + CLOSING_SECONDS, stopped::countDown)) {
      announce(server, options);
      stopped.await();
      out.print("\n" + server.stop(Duration.ofSeconds(drainSeconds)));
      signal.done();
    }
    return ExitCode.OK;
  }

  private ServeOptions options(Settings settings) {
    Profile loaded = Profiles.load(settings.get(PROFILE));
    Profile seeded = settings.get(SEED).map(loaded::withSeed).orElse(loaded);
    OptionalInt http = settings.get(HTTP).stream().mapToInt(Integer::intValue).findFirst();
    return new ServeOptions(seeded, address(settings.get(HOST)), settings.get(PORT), http);
  }

  private static InetAddress address(String host) {
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
    String meaning = used.description().isEmpty() ? "" : ": " + used.description();
    out.print("profile " + used.name() + meaning + "\n");
    server.httpAddress().ifPresent(address -> out.print("page and metrics on " + address + "\n"));
    if (!options.address().isLoopbackAddress()) {
      warn(
          "listening on %s: anyone who reaches this machine can use the server, without password or encryption"
              .formatted(options.address().getHostAddress()));
    }
  }
}
