package dev.sessionbench.bench.client;

import com.google.cloud.spanner.SpannerOptions;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Arrays;

/**
 * Sets channel options that only some versions of the Spanner client have. It finds them by name,
 * and is also compiled against every client of another version.
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
    String gcp = ClientChannels.GRPC_GCP.name() + "=" + channels.grpcGcp();
    String dynamic = ClientChannels.DYNAMIC.name() + "=" + channels.dynamic();
    flip(builder, channels.grpcGcp(), "GrpcGcpExtension", gcp);
    int[] sizes = channels.sizes();
    flip(
        builder,
        sizes.length > 0 ? ClientChannels.ON : channels.dynamic(),
        "DynamicChannelPool",
        dynamic);
    if (sizes.length > 0) {
      Method setter = method(builder.getClass(), "setGcpChannelPoolOptions", 1, dynamic);
      Class<?> type = setter.getParameterTypes()[0];
      Object standard =
          call(SpannerOptions.class, dynamic, "createDefaultDynamicChannelPoolOptions");
      Object pool = call(type, dynamic, "newBuilder", standard);
      call(pool, dynamic, "setMinSize", sizes[0]);
      call(pool, dynamic, "setInitSize", sizes[1]);
      call(pool, dynamic, "setMaxSize", sizes[2]);
      // The client's own defaults, 15 and 25, have the same ratio.
      int fewest = Math.max(1, sizes[3] * 3 / 5);
      call(pool, dynamic, "setDynamicScaling", fewest, sizes[3], SCALE_DOWN_INTERVAL);
      PoolInternals.invoke(setter, builder, call(pool, dynamic, "build"));
    }
  }

  private static void flip(Object builder, String word, String part, String setting) {
    if (!word.equals(ClientChannels.DEFAULT)) {
      call(builder, setting, (word.equals(ClientChannels.ON) ? "enable" : "disable") + part);
    }
  }

  /**
   * Checks that no other setting overrides the options.
   *
   * @throws IllegalStateException naming an option that another setting disables
   */
  static void check(SpannerOptions built, ClientChannels channels) {
    requireIs(
        built, "isGrpcGcpExtensionEnabled", ClientChannels.GRPC_GCP.name(), channels.grpcGcp());
    requireIs(
        built, "isDynamicChannelPoolEnabled", ClientChannels.DYNAMIC.name(), channels.dynamic());
  }

  private static void requireIs(SpannerOptions built, String getter, String name, String word) {
    if (!word.equals(ClientChannels.DEFAULT)) {
      String setting = name + "=" + word;
      boolean wanted = !word.equals(ClientChannels.OFF);
      if (!call(built, setting, getter).equals(wanted)) {
        throw new IllegalStateException(
            setting + ": another setting makes this one void, as numChannels or grpcGcp may");
      }
    }
  }

  private static Method method(Class<?> type, String name, int parameters, String setting) {
    return Arrays.stream(type.getMethods())
        .filter(m -> m.getName().equals(name) && m.getParameterCount() == parameters)
        .findFirst()
        .orElseThrow(
            () -> new IllegalStateException("%s: this version has no %s".formatted(setting, name)));
  }

  /** Calls a method of an object, or a static one of a class, that a setting needs. */
  private static Object call(Object of, String setting, String name, Object... arguments) {
    Class<?> type = of instanceof Class<?> itself ? itself : of.getClass();
    return PoolInternals.invoke(method(type, name, arguments.length, setting), of, arguments);
  }
}
