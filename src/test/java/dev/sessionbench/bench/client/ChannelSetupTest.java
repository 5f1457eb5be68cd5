package dev.sessionbench.bench.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.google.cloud.NoCredentials;
import com.google.cloud.spanner.SpannerOptions;
import org.junit.jupiter.api.Test;

/** Channel settings reach the client that the suite is built with. */
class ChannelSetupTest {
  private static SpannerOptions built(int number, String grpcGcp, String dynamic) {
    ClientChannels channels = new ClientChannels(number, grpcGcp, dynamic, 0);
    SpannerOptions.Builder builder =
        SpannerOptions.newBuilder().setProjectId("p").setCredentials(NoCredentials.getInstance());
    ChannelSetup.apply(builder, channels);
    SpannerOptions options = builder.build();
    ChannelSetup.check(options, channels);
    return options;
  }

  @Test
  void keepsTheClientsDefaults() {
    SpannerOptions plain =
        SpannerOptions.newBuilder()
            .setProjectId("p")
            .setCredentials(NoCredentials.getInstance())
            .build();
    SpannerOptions same = built(0, "default", "default");
    assertThat(same.getNumChannels()).isEqualTo(plain.getNumChannels());
    assertThat(same.isGrpcGcpExtensionEnabled()).isEqualTo(plain.isGrpcGcpExtensionEnabled());
    assertThat(same.isDynamicChannelPoolEnabled()).isEqualTo(plain.isDynamicChannelPoolEnabled());
  }

  @Test
  void setsNumberExtensionAndSizes() {
    assertThat(built(7, "off", "default").getNumChannels()).isEqualTo(7);
    assertThat(built(0, "on", "off").isGrpcGcpExtensionEnabled()).isTrue();
    var pool = built(0, "on", "2/4/16/30").getGcpChannelPoolOptions();
    assertThat(pool.getMinSize()).isEqualTo(2);
    assertThat(pool.getInitSize()).isEqualTo(4);
    assertThat(pool.getMaxSize()).isEqualTo(16);
    assertThat(pool.getMaxRpcPerChannel()).isEqualTo(30);
    assertThat(pool.getMinRpcPerChannel()).isEqualTo(18);
  }

  @Test
  void refusesAnOptionThatAnotherDisables() {
    assertThatIllegalStateException()
        .isThrownBy(() -> built(0, "off", "on"))
        .withMessage(
            "dynamicChannels=on: another setting makes this one void, as numChannels or grpcGcp"
                + " may");
  }
}
