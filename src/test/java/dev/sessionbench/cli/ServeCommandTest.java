package dev.sessionbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.spanner.v1.CreateSessionRequest;
import com.google.spanner.v1.SpannerGrpc;
import dev.sessionbench.bench.run.RunServices;
import dev.sessionbench.cli.BenchCommand.World;
import dev.sessionbench.gate.run.Sides;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.InputStreamReader;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class ServeCommandTest extends CommandFixture {
  private final Stop stop = new Stop();

  @Override
  World world(PrintStream out, PrintStream err) {
    return new World(out, err, RunServices.real(), stop::watch, Sides.real());
  }

  @Test
  void printsItsAddressFirstAndASummaryWhenStopped() throws Exception {
    PipedInputStream printed = new PipedInputStream(1 << 16);
    PrintStream out = new PrintStream(new PipedOutputStream(printed), true, StandardCharsets.UTF_8);
    ByteArrayOutputStream complaints = new ByteArrayOutputStream();
    PrintStream err = new PrintStream(complaints, true, StandardCharsets.UTF_8);
    CompletableFuture<Integer> exitCode =
        CompletableFuture.supplyAsync(
            () -> {
              try (out) {
                return Main.execute(
                    world(out, err), "serve", "--port", "0", "--http", "0", "--seed", "7");
              }
            },
            task -> new Thread(task).start());
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(printed, StandardCharsets.UTF_8));
    String first = lines.readLine();
    assertThat(first).matches("SPANNER_EMULATOR_HOST=127\\.0\\.0\\.1:\\d+");
    assertThat(lines.readLine()).startsWith("profile original: ");
    assertThat(lines.readLine()).matches("page and metrics on http://127\\.0\\.0\\.1:\\d+/");

    ManagedChannel channel =
        NettyChannelBuilder.forTarget(first.replaceFirst(".*=", "")).usePlaintext().build();
    SpannerGrpc.newBlockingStub(channel)
        .createSession(
            CreateSessionRequest.newBuilder()
                .setDatabase("projects/any/instances/any/databases/any")
                .build());
    channel.shutdownNow();
    stop.send();

    List<String> rest = lines.lines().toList();
    assertThat(exitCode.get(60, TimeUnit.SECONDS)).isZero();
    assertThat(rest)
        .anyMatch(
            line -> line.matches("stopped after \\d+ s; every call had ended; RPCs received: 1"))
        .anyMatch(line -> line.startsWith("CreateSession |        1 |  1 |      0 |"))
        .contains("created              |      1");
    assertThat(complaints.size()).isZero();
    assertThat(stop.done).isTrue();
    assertThat(stop.closed).isTrue();
  }

  @Test
  void warnsWhenItListensBeyondLoopback() {
    stop.send();
    assertThat(run("serve", "--host", "0.0.0.0", "--port", "0")).isZero();
    assertThat(err())
        .isEqualTo(
            "warning: listening on 0.0.0.0: anyone who reaches this machine can use the server,"
                + " without password or encryption\n");
  }

  @Test
  void anErrorInAProfileIsReportedWithItsPlace() throws Exception {
    Path file = Files.writeString(folder.resolve("p.yaml"), "latencies:\n  Comit: 5\n");
    assertThat(run("serve", "--port", "0", "--profile", file.toString())).isEqualTo(2);
    assertThat(err())
        .startsWith(
            "error: "
                + file
                + ":2:3: latencies: Comit: unknown method (nearest: Commit); there are: ")
        .containsOnlyOnce("\n");
  }

  @Test
  void aPortInUseIsOneLineAndExitCodeTwo() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int port = taken.getLocalPort();
      assertThat(run("serve", "--port", "" + port)).isEqualTo(2);
      assertThat(err())
          .isEqualTo(
              "error: --port %d: cannot listen on 127.0.0.1:%d; is another server using the port?"
                      .formatted(port, port)
                  + " 0 takes any free one\n");
    }
  }

  @Test
  @Tag("slow")
  void aTerminatedProcessPrintsASummaryAndExitsWithZero() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "dev.sessionbench.cli.Main",
                "serve",
                "--port",
                "0")
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      assertThat(lines.readLine()).startsWith("SPANNER_EMULATOR_HOST=127.0.0.1:");
      process.toHandle().destroy();
      assertThat(lines.lines().toList()).anyMatch(line -> line.startsWith("stopped after "));
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isZero();
    } finally {
      process.destroyForcibly();
    }
  }
}
