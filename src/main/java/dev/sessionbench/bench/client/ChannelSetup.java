package dev.sessionbench.bench.client;

import com.google.cloud.spanner.SpannerOptions;
import dev.sessionbench.base.model.Parameter;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * Sets channel options that only some versions of the Spanner client have. It finds them by name.
 */
final class ChannelSetup {
  private static final Duration SCALE_DOWN_INTERVAL = Duration.ofMinutes(3);

  private ChannelSetup() {}

  /**
   * Sets the options of a client.
   *
   * @throws IllegalStateException naming the setting that this version lacks
   */
  static void apply(SpannerOptions.Builder builder, ClientChannels channels) {
    if (channels.number() > 0) {
      builder.setNumChannels(channels.number());
    }
    Consumer<String> flipGcp = word -> flip(builder, word, "GrpcGcpExtension");
    named(ClientChannels.GRPC_GCP, channels.grpcGcp(), flipGcp);
    Consumer<String> setDynamic = word -> setDynamic(builder, word, channels.sizes());
    named(ClientChannels.DYNAMIC, channels.dynamic(), setDynamic);
  }

  private static void setDynamic(SpannerOptions.Builder builder, String word, int[] sizes) {
    flip(builder, sizes.length > 0 ? ClientChannels.ON : word, "DynamicChannelPool");
    if (sizes.length > 0) {
      set(builder, sizes);
    }
  }

  private static void set(SpannerOptions.Builder builder, int[] sizes) {
    Object standard =
        PoolInternals.call(SpannerOptions.class, "createDefaultDynamicChannelPoolOptions");
    Object pool = PoolInternals.call(standard.getClass(), "newBuilder", standard);
    PoolInternals.call(pool, "setMinSize", sizes[0]);
    PoolInternals.call(pool, "setInitSize", sizes[1]);
    PoolInternals.call(pool, "setMaxSize", sizes[2]);
    // The client's own defaults, 15 and 25, have the same ratio.
    int fewest = Math.max(1, sizes[3] * 3 / 5);
    PoolInternals.call(pool, "setDynamicScaling", fewest, sizes[3], SCALE_DOWN_INTERVAL);
    PoolInternals.call(builder, "setGcpChannelPoolOptions", PoolInternals.call(pool, "build"));
  }

  private static void flip(Object builder, String word, String part) {
    PoolInternals.call(builder, (word.equals(ClientChannels.ON) ? "enable" : "disable") + part);
  }

  /**
   * Checks that no other setting overrides the options.
   *
   * @throws IllegalStateException naming an option that another setting disables
   */
  static void check(SpannerOptions built, ClientChannels channels) {
    Consumer<String> requireGcp = word -> requireIs(word, built, "isGrpcGcpExtensionEnabled");
    named(ClientChannels.GRPC_GCP, channels.grpcGcp(), requireGcp);
    Consumer<String> requireDynamic = word -> requireIs(word, built, "isDynamicChannelPoolEnabled");
    named(ClientChannels.DYNAMIC, channels.dynamic(), requireDynamic);
  }

  private static void requireIs(String word, SpannerOptions built, String getter) {
    if (PoolInternals.call(built, getter).equals(word.equals(ClientChannels.OFF))) {
      throw new IllegalStateException(
          "another setting makes this one void, as numChannels or grpcGcp may");
    }
  }

  /**
   * Does something with the value of a setting, unless it is the default, and names it if that
   * fails.
   */
  private static void named(Parameter<?> setting, String word, Consumer<String> action) {
    try {
      if (!word.equals(ClientChannels.DEFAULT)) {
        action.accept(word);
      }
    } catch (IllegalStateException e) {
      throw new IllegalStateException(
          "%s=%s: %s".formatted(setting.name(), word, e.getMessage()), e);
    }
  }
}
