package dev.sessionbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.model.LatencyProfile;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.model.ServerTime;
import dev.sessionbench.bench.run.RunServices;
import dev.sessionbench.mock.MockServerOptions;
import dev.sessionbench.mock.MockSpannerServer;
import dev.sessionbench.mock.profile.Profiles;
import dev.sessionbench.study.calibrate.Calibration;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A mock server, and the command on it with a folder of its own. */
abstract class CalibrateFixture {
  static final ServerTime MILLI = ServerTime.ofMillis(1, 0);

  @TempDir Path folder;
  final ByteArrayOutputStream out = new ByteArrayOutputStream();
  final ByteArrayOutputStream err = new ByteArrayOutputStream();
  final CountDownLatch told = new CountDownLatch(1);
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

  /** Stops when a test says so. */
  private final class Stop implements StopSignal {
    @Override
    public void await() throws InterruptedException {
      told.await();
    }

    @Override
    public void done() {
      throw new IllegalStateException("an interruption is no success");
    }

    @Override
    public void close() {}
  }

  Path profile() {
    return folder.resolve("found.yaml");
  }

  Path state() {
    return folder.resolve("found.yaml.sessions");
  }

  int calibrate(String arguments) {
    String pace = arguments.contains("--rate") ? "" : " --rate 10000";
    String[] args =
        "calibrate %s -o %s%s"
            .formatted(arguments.replace("SERVER", "localhost:" + server.port()), profile(), pace)
            .split(" ");
    return Main.execute(
        new PrintStream(out, true, StandardCharsets.UTF_8),
        new PrintStream(err, true, StandardCharsets.UTF_8),
        RunServices.real(),
        patience -> new Stop(),
        args);
  }

  String printed() {
    return out.toString(StandardCharsets.UTF_8);
  }

  String complaint() {
    return err.toString(StandardCharsets.UTF_8);
  }

  Calibration measured() {
    return Calibration.read(folder.resolve("found.yaml.json"));
  }

  void faults(String yaml) {
    server.useFaults(Profiles.parse("faults", "faults:\n" + yaml).options().faults());
  }

  void assertThatNothingIsLeft() {
    assertThat(server.sessions().alive()).isZero();
    assertThat(state()).doesNotExist();
  }
}
