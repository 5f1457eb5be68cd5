package dev.sessionbench.study.calibrate;

import com.google.auth.oauth2.GoogleCredentials;
import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.TimeSource;
import io.grpc.ChannelCredentials;
import io.grpc.CompositeChannelCredentials;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.TlsChannelCredentials;
import io.grpc.auth.MoreCallCredentials;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/**
 * A calibrator with its connection: by TLS and the application default credentials to the service
 * and to whatever is named so, in plaintext to any other server.
 *
 * @param calibrator measures
 * @param channel its connection
 */
public record Connected(Calibrator calibrator, ManagedChannel channel) implements AutoCloseable {
  private static final String SCOPE = "https://www.googleapis.com/auth/spanner.data";

  /**
   * Connects; nothing is sent yet.
   *
   * @param request what is to be calibrated
   * @param state where the names of sessions are kept while they may be alive
   * @param time tells the time
   * @return the calibrator
   * @throws BadInput if there are no credentials for the service
   */
  public static Connected to(CalibrationRequest request, Path state, TimeSource time) {
    // A label begins with a letter and is short.
    String label = "c" + UUID.randomUUID().toString().substring(0, 18);
    return to(request, label, new StateFile(state), time);
  }

  /**
   * Deletes what an earlier calibration has left.
   *
   * @param state the file in which it named its sessions
   * @param like how fast, and how long to wait; server and database are the earlier ones
   * @param time tells the time
   * @return what is left nevertheless, in words; empty for nothing
   * @throws BadInput if there is no such file
   * @throws InterruptedException if the thread is interrupted
   */
  public static String clean(Path state, CalibrationRequest like, TimeSource time)
      throws InterruptedException {
    StateFile file = new StateFile(state);
    StateFile.State earlier = file.read();
    CalibrationRequest request =
        like.with(each -> each.server(earlier.server()).database(earlier.database()));
    try (Connected connected = to(request, earlier.label(), file, time)) {
      return connected.calibrator.clean(earlier);
    }
  }

  private static Connected to(
      CalibrationRequest request, String label, StateFile state, TimeSource time) {
    ManagedChannel channel =
        NettyChannelBuilder.forTarget("dns:///" + request.address(), credentials(request))
            .directExecutor()
            .build();
    SpannerTarget target =
        new SpannerTarget(
            channel,
            time,
            request.database(),
            TimeUnit.MILLISECONDS.toNanos(request.timeoutMillis()));
    return new Connected(new Calibrator(request, target, label, state, time), channel);
  }

  private static ChannelCredentials credentials(CalibrationRequest request) {
    if (!request.byTls()) {
      return InsecureChannelCredentials.create();
    }
    try {
      return CompositeChannelCredentials.create(
          TlsChannelCredentials.create(),
          MoreCallCredentials.from(GoogleCredentials.getApplicationDefault().createScoped(SCOPE)));
    } catch (IOException e) {
      throw new BadInput(
          "no application default credentials: " + Asking.oneLine("" + e.getMessage()), e);
    }
  }

  @Override
  public void close() {
    channel.shutdownNow();
  }
}
