package dev.sessionbench.mock.serve;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.spanner.v1.SpannerGrpc;
import dev.sessionbench.mock.Connection;
import dev.sessionbench.report.html.BrowserPage;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import java.net.URI;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests the page in a real browser. */
@Tag("browser")
@Timeout(120)
class StatusPageBrowserTest {
  private static final String SHOWN_ALIVE = "document.querySelector('.tiles dd').textContent";

  @Test
  void isQuietFitsEveryScreenAndFollowsTheCountsByItself(@TempDir Path profile) throws Exception {
    try (StandaloneServer server = StandaloneServerFixture.start("seed: 1");
        BrowserPage page = BrowserPage.start(profile)) {
      URI address = URI.create(server.httpAddress().orElseThrow());
      for (int width : new int[] {360, 1280}) {
        for (boolean dark : new boolean[] {false, true}) {
          page.open(address, width, dark);
          assertThat(page.evaluate("document.documentElement.scrollWidth").asInt())
              .isLessThanOrEqualTo(width);
        }
      }
      assertThat(page.evaluate(SHOWN_ALIVE).asText()).isEqualTo("0");

      createSessions(server, 42);
      while (!page.evaluate(SHOWN_ALIVE).asText().equals("42")) {
        Thread.onSpinWait();
      }
      assertThat(page.evaluate("document.getElementById('state').textContent").asText())
          .isEqualTo("live");
      assertThat(page.messages()).isEmpty();
      assertThat(page.requests())
          .allMatch(url -> url.startsWith(address.toString()) || url.startsWith("data:"));
    }
  }

  private static void createSessions(StandaloneServer server, int count) {
    ManagedChannel channel =
        NettyChannelBuilder.forTarget(server.emulatorHost()).usePlaintext().build();
    try {
      SpannerGrpc.newBlockingStub(channel).batchCreateSessions(Connection.batch(count));
    } finally {
      channel.shutdownNow();
    }
  }
}
