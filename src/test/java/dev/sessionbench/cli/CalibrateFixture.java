package dev.sessionbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.sessionbench.base.model.Latency.ServerTime;
import dev.sessionbench.base.model.LatencyProfile;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.results.Json;
import dev.sessionbench.bench.run.RunServices;
import dev.sessionbench.cli.BenchCommand.World;
import dev.sessionbench.gate.run.Sides;
import dev.sessionbench.mock.MockServerOptions;
import dev.sessionbench.mock.MockSpannerServer;
import dev.sessionbench.mock.profile.Profiles;
import dev.sessionbench.study.calibrate.Calibration;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Provides a mock server, and the command on it with a folder of its own. */
abstract class CalibrateFixture extends CommandFixture {
  static final ServerTime MILLI = ServerTime.ofMillis(1, 0);

  final Stop stop = new Stop();
  MockSpannerServer server;

  @BeforeEach
  void start() throws IOException {
    server =
        MockSpannerServer.start(
            MockServerOptions.defaults()
                .withJournalCapacity(100_000)
                .withLatencies(LatencyProfile.none().with(Rpc.BATCH_CREATE_SESSIONS, MILLI)));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Override
  World world(PrintStream out, PrintStream err) {
    return new World(out, err, RunServices.real(), stop::watch, Sides.real());
  }

  Path profile() {
    return folder.resolve("found.yaml");
  }

  Path state() {
    return folder.resolve("found.yaml.sessions");
  }

  int calibrate(String arguments) {
    String pace = arguments.contains("--rate") ? "" : " --rate 10000";
    return runLine(
        "calibrate %s -o %s%s"
            .formatted(arguments.replace("SERVER", "localhost:" + server.port()), profile(), pace));
  }

  Calibration measured() {
    return Json.read(folder.resolve("found.yaml.json"), new TypeReference<>() {});
  }

  void faults(String yaml) {
    server.useFaults(Profiles.parse("faults", "faults:\n" + yaml).options().faults());
  }

  void assertThatNothingIsLeft() {
    assertThat(server.sessions().alive()).isZero();
    assertThat(state()).doesNotExist();
  }
}
